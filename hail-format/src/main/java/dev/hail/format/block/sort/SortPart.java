// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.ColumnCodec;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.layout.StringTable;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of the comparison of two rows: a column's validity, its values, or one half of its
 * decimals. Two rows that differ in any byte, even in the placeholder of a NULL, differ in some
 * part. -0.0 comes before 0.0.
 */
final class SortPart {
  private final byte[] block;
  private final ColumnCodec codec;

  /** Where the values begin; the next field says which of the codec's sort parts this one is. */
  private final int at;

  private final int part;
  private final StringTable strings;
  private final int stringBytes;

  private SortPart(byte[] block, ColumnCodec codec, int at, int part) {
    this.block = block;
    this.codec = codec;
    this.at = at;
    this.part = part;
    this.strings = null;
    this.stringBytes = 0;
  }

  private SortPart(byte[] block, ColumnLayout column) {
    this.block = block;
    this.codec = column.codec();
    this.at = column.values();
    this.part = 0;
    this.strings = StringTable.of(block, column);
    this.stringBytes = column.bytesLength();
  }

  /** The parts of a column in the order they are compared: NULLs first, then ascending values. */
  static List<SortPart> of(byte[] block, ColumnLayout column) {
    List<SortPart> parts = new ArrayList<>(3);
    if (column.validity() != 0) {
      parts.add(new SortPart(block, Encoding.BIT.codec(), column.validity(), 0));
    }
    if (column.codec().hasBytes()) {
      parts.add(new SortPart(block, column));
    }
    for (int part = 0; part < column.codec().sortParts(); part++) {
      parts.add(new SortPart(block, column.codec(), column.values(), part));
    }
    return parts;
  }

  /** The strings to compare; null if the part has numbers. */
  StringTable strings() {
    return strings;
  }

  /** Bytes of all strings. */
  int stringBytes() {
    return stringBytes;
  }

  /** Bits that distinguish all values of a narrow part; 64 for any other part. */
  int width() {
    return codec.sortBits();
  }

  /** Compares two rows by this part. */
  int compare(int a, int b) {
    return strings == null ? codec.compare(block, at, part, a, b) : strings.compare(a, b, 0);
  }

  /**
   * Loads the numbers of rows. They are signed and in the order of the part; two are equal only if
   * their bytes are equal.
   *
   * @param numbered row numbers in the bits of {@code mask}; the first {@code n} are used
   * @param into receives the numbers
   */
  void load(long[] numbered, int n, int mask, long[] into) {
    codec.sortNumbers(block, at, part, numbered, n, mask, into);
  }
}
