// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.join.StringFile;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Distinct strings, each with a code: 0, 1, 2 and so on in order of arrival. Not thread-safe. */
final class StringCodes implements StringFile.Column {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int FIRST_BYTES = 1 << 14;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
  private static final int MOST_CODES = 1 << 29;

  private byte[] texts = new byte[FIRST_BYTES];

  /** Where the string of each code ends in {@link #texts}. */
  private int[] ends = new int[FIRST_SLOTS / 2];

  /** Code plus one by hash, linear probing, at most half full; 0 for a free slot. */
  private int[] slots = new int[FIRST_SLOTS];

  private int size;

  /**
   * Returns the code of a string, which is new or not.
   *
   * @throws IllegalStateException if 2 GB do not hold the strings
   */
  int codeOf(byte[] bytes, int from, int length) {
    int slot = hash(bytes, from, length) & (slots.length - 1);
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      int begin = begin(code);
      if (Arrays.equals(texts, begin, ends[code], bytes, from, from + length)) {
        return code;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = add(bytes, from, length) + 1;
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  private int begin(int code) {
    return code == 0 ? 0 : ends[code - 1];
  }

  private int add(byte[] bytes, int from, int length) {
    int begin = size == 0 ? 0 : ends[size - 1];
    long end = (long) begin + length;
    if (end > MOST_BYTES || size == MOST_CODES) {
      throw new IllegalStateException("more than 2 GB of distinct strings");
    }
    if (end > texts.length) {
      texts = Arrays.copyOf(texts, (int) Math.min(MOST_BYTES, Math.max(end, 2L * texts.length)));
    }
    System.arraycopy(bytes, from, texts, begin, length);
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size] = (int) end;
    return size++;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    for (int code = 0; code < size; code++) {
      int slot = hash(texts, begin(code), ends[code] - begin(code)) & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code + 1;
    }
  }

  private static int hash(byte[] bytes, int from, int length) {
    int hash = length;
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= 0x9E3779B1; // spreads the last letters over all bits
    return hash ^ (hash >>> 15);
  }

  @Override
  public int size() {
    return size;
  }

  /** Returns the bytes of memory. */
  long memory() {
    return texts.length + (long) Integer.BYTES * (ends.length + slots.length);
  }

  @Override
  public int end(int code) {
    return ends[code];
  }

  @Override
  public void writeTexts(DataOutputStream out) throws IOException {
    out.write(texts, 0, size == 0 ? 0 : ends[size - 1]);
  }
}
