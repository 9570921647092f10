// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.key.Keys;

/** Compares rows by one column alone, in the order an index needs. */
final class KeyOrder {
  private final byte[] block;
  private final ColumnLayout column;
  private final StringTable strings;

  /** Compares rows of a block whose strings and codes were checked. */
  KeyOrder(byte[] block, ColumnLayout column) {
    this.block = block;
    this.column = column;
    this.strings = column.encoding() == Encoding.UTF8 ? StringTable.of(block, column) : null;
  }

  /** Negative, 0 or positive; NULLs are equal and come first, as -0.0 and 0.0 are equal. */
  int compare(int a, int b) {
    boolean aNull = column.isNull(block, a);
    boolean bNull = column.isNull(block, b);
    if (aNull || bNull) {
      return Boolean.compare(bNull, aNull);
    }
    int values = column.values();
    return switch (column.encoding()) {
      case BIT, INT8, INT16, INT32, DICTIONARY8, DICTIONARY16, DICTIONARY32 ->
          Integer.compare(column.integer(block, a), column.integer(block, b));
      case INT64 -> Long.compare(longAt(values + 8 * a), longAt(values + 8 * b));
      case FLOAT32 -> Long.compare(floatAt(values + 4 * a), floatAt(values + 4 * b));
      case FLOAT64 -> Long.compare(doubleAt(values + 8 * a), doubleAt(values + 8 * b));
      case DECIMAL128 -> compareDecimals(values + 16 * a, values + 16 * b);
      case UTF8 -> strings.compare(a, b, 0);
    };
  }

  private int compareDecimals(int a, int b) {
    int order = Long.compare(longAt(a + 8), longAt(b + 8));
    return order == 0 ? Long.compareUnsigned(longAt(a), longAt(b)) : order;
  }

  private long longAt(int at) {
    return LittleEndian.getLong(block, at);
  }

  private long floatAt(int at) {
    return Keys.sortableBits(Float.intBitsToFloat(LittleEndian.getInt(block, at)));
  }

  private long doubleAt(int at) {
    return Keys.sortableBits(Double.longBitsToDouble(longAt(at)));
  }
}
