// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.util.Arrays;

/**
 * Checks that the columns of a block are consistent: string offsets, dictionaries and their codes,
 * NULL counts, and the bits after the last row.
 */
final class ColumnCheck {
  /** Codes checked together. */
  private static final int CHUNK = 256;

  private final byte[] block;
  private final int rowCount;
  private final Descriptor descriptor;
  private final long[] codes = new long[CHUNK];

  ColumnCheck(byte[] block, int rowCount, Descriptor descriptor) {
    this.block = block;
    this.rowCount = rowCount;
    this.descriptor = descriptor;
  }

  /** Checks all dictionaries. */
  void dictionaries() throws CorruptBlockException {
    for (int i = 0; i < descriptor.columns().size(); i++) {
      ColumnLayout column = descriptor.columns().get(i);
      if (column.encoding().isDictionary()) {
        dictionary(i, column);
      }
    }
  }

  private void dictionary(int i, ColumnLayout column) throws CorruptBlockException {
    int previous = 0;
    int begin = LittleEndian.getInt(block, column.entryOffsets());
    if (begin != 0) {
      throw damaged(i, "has a dictionary that begins at " + begin);
    }
    for (int entry = 0; entry < column.entries(); entry++) {
      int end = LittleEndian.getInt(block, column.entryOffsets() + 4 * entry + 4);
      if (end < begin || end > column.entryBytesLength()) {
        throw damaged(i, "has a dictionary entry from " + begin + " to " + end);
      }
      if (entry > 0 && compare(column.entryBytes(), previous, begin, begin, end) >= 0) {
        throw damaged(i, "has a dictionary that is not sorted at entry " + entry);
      }
      previous = begin;
      begin = end;
    }
    if (begin != column.entryBytesLength()) {
      throw damaged(i, "has a dictionary that ends at " + begin);
    }
  }

  private int compare(int base, int begin, int end, int otherBegin, int otherEnd) {
    return Arrays.compareUnsigned(
        block, base + begin, base + end, block, base + otherBegin, base + otherEnd);
  }

  /**
   * Checks consecutive rows. Their values may be read afterwards.
   *
   * @param i the column, from 0
   */
  void rows(int i, int row, int count) throws CorruptBlockException {
    ColumnLayout column = descriptor.columns().get(i);
    refuse(i, column.codec().problem(block, column, row, count));
    if (column.encoding().isDictionary()) {
      for (int begin = row; begin < row + count; begin += CHUNK) {
        codes(i, column, begin, Math.min(CHUNK, row + count - begin));
      }
    }
  }

  private void codes(int i, ColumnLayout column, int row, int count) throws CorruptBlockException {
    column.codec().keyNumbers(block, column.values(), row, count, codes);
    for (int n = 0; n < count; n++) {
      if (codes[n] < 0 || codes[n] >= column.entries()) {
        throw damaged(
            i, "has the code " + codes[n] + " of " + column.entries() + " at row " + (row + n));
      }
    }
  }

  /**
   * Checks a whole column after all its rows were checked.
   *
   * @param i the column, from 0
   * @param nulls number of NULL rows in its bitmap
   */
  void whole(int i, int nulls) throws CorruptBlockException {
    ColumnLayout column = descriptor.columns().get(i);
    if (nulls != column.nullCount()) {
      throw damaged(i, "has " + nulls + " NULLs, its front says " + column.nullCount());
    }
    if (column.validity() != 0 && BitCodec.isPadded(block, column.validity(), rowCount)) {
      throw damaged(i, "has bits set behind its last row");
    }
    refuse(i, column.codec().problemOfEnds(block, column, rowCount));
  }

  private void refuse(int i, String problem) throws CorruptBlockException {
    if (problem != null) {
      throw damaged(i, problem);
    }
  }

  private CorruptBlockException damaged(int i, String problem) {
    return new CorruptBlockException(
        "column " + descriptor.schema().attribute(i + 1).name() + " " + problem);
  }
}
