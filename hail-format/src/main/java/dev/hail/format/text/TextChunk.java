// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import java.util.Objects;

/** Whole rows of a text file. The chunk owns its bytes; their producer does not change them. */
public final class TextChunk {
  private final byte[] bytes;
  private final int length;
  private final long firstLine;
  private final long offset;
  private final String defect;
  private final long flags;

  /**
   * Rows to parse.
   *
   * @param bytes array that holds the text from index 0; may be longer than the text
   * @param length bytes of text, including line ends
   * @param firstLine line of the file on which the text starts, from 1
   * @param offset byte of the file at which the text starts, from 0
   * @throws IllegalArgumentException if the length exceeds the array
   */
  public TextChunk(byte[] bytes, int length, long firstLine, long offset) {
    this(bytes, length, firstLine, offset, null, LineBytes.QUOTE | LineBytes.BEYOND_ASCII);
  }

  private TextChunk(
      byte[] bytes, int length, long firstLine, long offset, String defect, long flags) {
    Objects.requireNonNull(bytes, "bytes is null");
    if (length < 0 || length > bytes.length) {
      throw new IllegalArgumentException(
          "Chunk length must be 0 to " + bytes.length + ", found " + length);
    }
    this.bytes = bytes;
    this.length = length;
    this.firstLine = firstLine;
    this.offset = offset;
    this.defect = defect;
    this.flags = flags;
  }

  /**
   * Rows that were scanned for quotes and for bytes beyond ASCII.
   *
   * @param flags {@link LineBytes#QUOTE} and {@link LineBytes#BEYOND_ASCII} if the text may have
   *     such bytes
   */
  static TextChunk scanned(byte[] bytes, int length, long firstLine, long offset, long flags) {
    return new TextChunk(bytes, length, firstLine, offset, null, flags);
  }

  /** A chunk that is one bad record, whatever its bytes are. */
  static TextChunk badRecord(byte[] raw, int length, long line, long offset, String reason) {
    return new TextChunk(raw, length, line, offset, Objects.requireNonNull(reason), 0);
  }

  /** The array whose first {@link #length()} bytes are the text. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes of text, including line ends. */
  public int length() {
    return length;
  }

  /** Line of the file on which the text starts, from 1. */
  public long firstLine() {
    return firstLine;
  }

  /** Byte of the file at which the text starts, from 0. */
  public long offset() {
    return offset;
  }

  /** Whether the text may have a double quote. */
  boolean mayQuote() {
    return (flags & LineBytes.QUOTE) != 0;
  }

  /** Whether the text may have a byte beyond ASCII. */
  boolean mayExceedAscii() {
    return (flags & LineBytes.BEYOND_ASCII) != 0;
  }

  /** Null for rows to parse; otherwise the reason why the whole text is one bad record. */
  String defect() {
    return defect;
  }
}
