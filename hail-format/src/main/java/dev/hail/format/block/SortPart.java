// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of the comparison of two rows: a column's validity, or its values, or one half of its
 * decimals. The parts of all columns tell any two rows apart that differ in a byte, whatever stands
 * in the place of a NULL's value; -0.0 comes before 0.0.
 */
final class SortPart {
  private enum Kind {
    VALIDITY,
    VALUES,
    UPPER_HALF,
    LOWER_HALF
  }

  /** The bits of negative infinity, turned as those of any negative number. */
  private static final int LEAST_FLOAT =
      Float.floatToRawIntBits(Float.NEGATIVE_INFINITY) ^ Integer.MAX_VALUE;

  private static final long LEAST_DOUBLE =
      Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY) ^ Long.MAX_VALUE;

  private final byte[] block;
  private final ColumnLayout column;
  private final Kind kind;
  private final StringTable strings;

  private SortPart(byte[] block, ColumnLayout column, Kind kind) {
    this.block = block;
    this.column = column;
    this.kind = kind;
    boolean plain = kind == Kind.VALUES && column.encoding() == Encoding.UTF8;
    this.strings = plain ? StringTable.of(block, column) : null;
  }

  /** The parts of a column in the order they are compared: NULLs first, then ascending values. */
  static List<SortPart> of(byte[] block, ColumnLayout column) {
    List<SortPart> parts = new ArrayList<>(3);
    if (column.validity() != 0) {
      parts.add(new SortPart(block, column, Kind.VALIDITY));
    }
    if (column.encoding() == Encoding.DECIMAL128) {
      parts.add(new SortPart(block, column, Kind.UPPER_HALF));
      parts.add(new SortPart(block, column, Kind.LOWER_HALF));
    } else {
      parts.add(new SortPart(block, column, Kind.VALUES));
    }
    return parts;
  }

  /** The strings to compare; null if the part is numbers. */
  StringTable strings() {
    return strings;
  }

  /** Bytes of all strings. */
  int stringBytes() {
    return column.bytesLength();
  }

  /** Bits that tell all values of a narrow part apart; 64 for any other. */
  int width() {
    if (kind == Kind.VALIDITY || column.encoding() == Encoding.BIT) {
      return 1;
    }
    return switch (column.encoding()) {
      case INT8, DICTIONARY8 -> Byte.SIZE;
      case INT16, DICTIONARY16 -> Short.SIZE;
      default -> Long.SIZE;
    };
  }

  /** A number from 0 that orders rows by a narrow part. */
  int narrow(int row) {
    int width = width();
    return (int) number(row) + (width == 1 ? 0 : 1 << (width - 1));
  }

  /** Compares two rows by this part. */
  int compare(int a, int b) {
    return strings == null ? Long.compare(number(a), number(b)) : strings.compare(a, b, 0);
  }

  /** A signed number that orders rows by this part, and is equal for equal bytes only. */
  private long number(int row) {
    int values = column.values();
    return switch (kind) {
      case VALIDITY -> bit(column.validity(), row);
      case UPPER_HALF -> LittleEndian.getLong(block, values + 16 * row + 8);
      case LOWER_HALF -> LittleEndian.getLong(block, values + 16 * row) ^ Long.MIN_VALUE;
      case VALUES ->
          switch (column.encoding()) {
            case BIT -> bit(values, row);
            case INT8, DICTIONARY8 -> block[values + row];
            case INT16, DICTIONARY16 -> LittleEndian.getShort(block, values + 2 * row);
            case INT32, DICTIONARY32 -> LittleEndian.getInt(block, values + 4 * row);
            case INT64 -> LittleEndian.getLong(block, values + 8 * row);
            case FLOAT32 -> ofFloat(LittleEndian.getInt(block, values + 4 * row));
            case FLOAT64 -> ofDouble(LittleEndian.getLong(block, values + 8 * row));
            case DECIMAL128, UTF8 -> throw new IllegalStateException(column.encoding().name());
          };
    };
  }

  /**
   * Loads the numbers of rows: signed, in the order of the part, equal for equal bytes only.
   *
   * @param numbered row numbers in the bits of {@code mask}; the first {@code n} count
   */
  void load(long[] numbered, int n, int mask, long[] into) {
    int values = column.values();
    switch (kind) {
      case VALIDITY -> loadBits(column.validity(), numbered, n, mask, into);
      case UPPER_HALF -> loadLongs(values + 8, 16, numbered, n, mask, into);
      case LOWER_HALF -> {
        loadLongs(values, 16, numbered, n, mask, into);
        for (int i = 0; i < n; i++) {
          into[i] ^= Long.MIN_VALUE;
        }
      }
      case VALUES -> loadValues(values, numbered, n, mask, into);
    }
  }

  private void loadValues(int values, long[] numbered, int n, int mask, long[] into) {
    switch (column.encoding()) {
      case BIT -> loadBits(values, numbered, n, mask, into);
      case INT8, DICTIONARY8 -> {
        for (int i = 0; i < n; i++) {
          into[i] = block[values + ((int) numbered[i] & mask)];
        }
      }
      case INT16, DICTIONARY16 -> {
        for (int i = 0; i < n; i++) {
          into[i] = LittleEndian.getShort(block, values + 2 * ((int) numbered[i] & mask));
        }
      }
      case INT32, DICTIONARY32 -> loadInts(values, numbered, n, mask, into);
      case FLOAT32 -> {
        loadInts(values, numbered, n, mask, into);
        for (int i = 0; i < n; i++) {
          into[i] = ofFloat((int) into[i]);
        }
      }
      case INT64 -> loadLongs(values, 8, numbered, n, mask, into);
      case FLOAT64 -> {
        loadLongs(values, 8, numbered, n, mask, into);
        for (int i = 0; i < n; i++) {
          into[i] = ofDouble(into[i]);
        }
      }
      case DECIMAL128, UTF8 -> throw new IllegalStateException(column.encoding().name());
    }
  }

  private void loadBits(int bitmap, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = bit(bitmap, (int) numbered[i] & mask);
    }
  }

  private void loadInts(int values, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = LittleEndian.getInt(block, values + 4 * ((int) numbered[i] & mask));
    }
  }

  private void loadLongs(int at, int stride, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = LittleEndian.getLong(block, at + stride * ((int) numbered[i] & mask));
    }
  }

  private int bit(int bitmap, int row) {
    return (block[bitmap + (row >> 3)] >> (row & 7)) & 1;
  }

  /**
   * A number that orders as floats do: -0.0 before 0.0, NaNs of either sign and any payload last.
   * Turning the order of the bits puts negative NaNs, which would come first, behind the others.
   */
  private static int ofFloat(int bits) {
    int ordered = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return ordered - LEAST_FLOAT + Integer.MIN_VALUE;
  }

  private static long ofDouble(long bits) {
    long ordered = bits ^ ((bits >> 63) & Long.MAX_VALUE);
    return ordered - LEAST_DOUBLE + Long.MIN_VALUE;
  }
}
