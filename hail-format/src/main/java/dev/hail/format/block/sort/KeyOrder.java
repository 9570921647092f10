// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.StringTable;

/** Compares rows by one column alone, in the order an index needs. */
final class KeyOrder {
  private final byte[] block;
  private final ColumnLayout column;
  private final StringTable strings;

  /** Compares rows of a block. The block's strings and codes must have been checked. */
  KeyOrder(byte[] block, ColumnLayout column) {
    this.block = block;
    this.column = column;
    this.strings = column.codec().hasBytes() ? StringTable.of(block, column) : null;
  }

  /**
   * Returns a negative number, 0 or a positive number. NULLs are equal and come first; -0.0 equals
   * 0.0.
   */
  int compare(int a, int b) {
    boolean aNull = column.isNull(block, a);
    boolean bNull = column.isNull(block, b);
    if (aNull || bNull) {
      return Boolean.compare(bNull, aNull);
    }
    return strings == null
        ? column.codec().compareKeys(block, column.values(), a, b)
        : strings.compare(a, b, 0);
  }
}
