// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

import java.nio.charset.StandardCharsets;

/**
 * Collects bytes of text without an object per value. It never grows; the caller ensures room for a
 * row.
 */
public final class TextBuffer {
  private final byte[] bytes;
  private int length;

  /**
   * @param capacity size in bytes, fixed
   */
  public TextBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  /** Returns the backing array; valid up to {@link #length()}. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes appended since the last {@link #clear()}. */
  public int length() {
    return length;
  }

  int remaining() {
    return bytes.length - length;
  }

  /** Removes everything appended. */
  public void clear() {
    length = 0;
  }

  void truncate(int newLength) {
    length = newLength;
  }

  /** Appends one ASCII character. */
  public TextBuffer append(char ascii) {
    bytes[length++] = (byte) ascii;
    return this;
  }

  /** Appends bytes as they are. */
  public TextBuffer append(byte[] text) {
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
    return this;
  }

  /**
   * Appends a decimal number.
   *
   * @param value 0 or greater
   */
  public TextBuffer append(int value) {
    return append(value, digits(value));
  }

  /**
   * Appends a decimal number with leading zeros.
   *
   * @param value 0 or greater, of at most {@code width} digits
   */
  public TextBuffer append(int value, int width) {
    int rest = value;
    for (int at = length + width - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += width;
    return this;
  }

  /** Returns what was appended as text, for tests and messages. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static int digits(int value) {
    int digits = 1;
    for (long bound = 10; value >= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }
}
