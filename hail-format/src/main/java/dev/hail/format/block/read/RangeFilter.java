// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.predicate.Predicate;

/** Keeps rows whose value of one attribute is in a set of ranges, and NULLs if they are wanted. */
abstract class RangeFilter implements RowFilter {
  final ColumnVector column;
  private final boolean acceptsNull;

  RangeFilter(ColumnVector column, boolean acceptsNull) {
    this.column = column;
    this.acceptsNull = acceptsNull && column.layout.nullCount() > 0;
  }

  static RangeFilter of(Predicate.InRanges leaf, ColumnVector column, DictionaryEntries dictionary)
      throws CorruptBlockException {
    if (column.layout.encoding().isDictionary()) {
      return IntervalFilter.ofCodes(leaf, column, dictionary);
    }
    return switch (column.attribute.type().kind()) {
      case DECIMAL -> new DecimalFilter(leaf, column);
      case STRING -> new StringFilter(leaf, column);
      case BOOLEAN, INT, BIGINT, FLOAT, DOUBLE, DATE, TIMESTAMP ->
          IntervalFilter.ofNumbers(leaf, column);
    };
  }

  /** Whether no value is in any range. */
  final boolean isEmpty() {
    return ranges() == 0;
  }

  /** Number of ranges. */
  abstract int ranges();

  /** Where a value that is not NULL lies: negative below all ranges, positive above all, else 0. */
  abstract int side(int row) throws CorruptBlockException;

  /**
   * Tests up to 64 consecutive rows.
   *
   * @param row the first row
   * @param wanted bits of the rows to test, bit 0 for {@code row}
   * @return bits of the tested rows whose values are in range
   */
  abstract long matches(int row, long wanted);

  /** Whether {@link #narrowed} keeps only rows that satisfy the filter. */
  final boolean isOneRun() {
    return ranges() == 1 && !acceptsNull;
  }

  /**
   * Narrows rows that are sorted by the attribute to those between the first and last bound. Uses
   * binary search.
   */
  final RowRange narrowed(int begin, int end) throws CorruptBlockException {
    int first = firstAtSide(0, begin, end);
    return new RowRange(first, firstAtSide(1, first, end));
  }

  private int firstAtSide(int wanted, int from, int to) throws CorruptBlockException {
    int begin = from;
    int end = to;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      if (sideOrNull(middle) >= wanted) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  }

  /** Counts a NULL as below all ranges unless NULLs are wanted, since NULLs come first. */
  private int sideOrNull(int row) throws CorruptBlockException {
    if (column.isNull(row)) {
      return acceptsNull ? 0 : -1;
    }
    if (isEmpty()) {
      return 1;
    }
    int side = side(row);
    return acceptsNull ? Math.max(0, side) : side;
  }

  @Override
  public final boolean isNever() {
    return isEmpty() && !acceptsNull;
  }

  @Override
  public final void retain(long[] mask, int begin) {
    for (int w = 0; w < mask.length; w++) {
      long wanted = mask[w];
      if (wanted == 0) {
        continue;
      }
      int row = begin + (w << 6);
      long nulls = column.layout.nullCount() == 0 ? 0 : nulls(row, wanted);
      long kept = matches(row, wanted & ~nulls) & ~nulls;
      mask[w] = wanted & (acceptsNull ? kept | nulls : kept);
    }
  }

  private long nulls(int row, long wanted) {
    long nulls = 0;
    int last = Long.SIZE - Long.numberOfLeadingZeros(wanted);
    for (int i = Long.numberOfTrailingZeros(wanted); i < last; i++) {
      if (column.isNull(row + i)) {
        nulls |= 1L << i;
      }
    }
    return nulls;
  }
}
