// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.util.Arrays;

/** Strings one after another, each located by a 32-bit offset. */
public final class StringTable {
  private final byte[] offsets;
  private final int offsetsAt;
  private final byte[] bytes;
  private final int base;

  /**
   * A table of strings; its arrays are not copied.
   *
   * @param offsets array with the offsets: little endian, one more than there are strings
   * @param offsetsAt where the offsets begin
   * @param bytes array with the bytes of all strings
   * @param base index in {@code bytes} that an offset of 0 means
   */
  public StringTable(byte[] offsets, int offsetsAt, byte[] bytes, int base) {
    this.offsets = offsets;
    this.offsetsAt = offsetsAt;
    this.bytes = bytes;
    this.base = base;
  }

  /** The strings of a column without dictionary. Call {@link #check} before reading them. */
  public static StringTable of(byte[] block, ColumnLayout column) {
    return new StringTable(block, column.values(), block, column.bytes());
  }

  /**
   * Checks that every string lies within the bytes.
   *
   * @param count number of strings
   * @param length bytes of all strings
   */
  public void check(int count, int length) throws CorruptBlockException {
    int begin = LittleEndian.getInt(offsets, offsetsAt);
    for (int i = 0; i < count; i++) {
      int end = LittleEndian.getInt(offsets, offsetsAt + 4 * i + 4);
      if (begin < 0 || end < begin || end > length) {
        throw new CorruptBlockException(
            "row " + i + " has a string from " + begin + " to " + end + " of " + length + " bytes");
      }
      begin = end;
    }
  }

  public byte[] bytes() {
    return bytes;
  }

  public int begin(int string) {
    return base + LittleEndian.getInt(offsets, offsetsAt + 4 * string);
  }

  public int end(int string) {
    return base + LittleEndian.getInt(offsets, offsetsAt + 4 * string + 4);
  }

  public int length(int string) {
    return end(string) - begin(string);
  }

  /** Compares two strings by unsigned bytes. Their first {@code depth} bytes must be equal. */
  public int compare(int a, int b, int depth) {
    return Arrays.compareUnsigned(bytes, begin(a) + depth, end(a), bytes, begin(b) + depth, end(b));
  }
}
