// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;

/** A filter on values that do not fit a long. It compares them with one bound at a time. */
abstract class BoundsFilter extends RangeFilter {
  private final int ranges;

  BoundsFilter(ColumnVector column, boolean acceptsNull, int ranges) {
    super(column, acceptsNull);
    this.ranges = ranges;
  }

  /** Selects the row whose value the next comparisons use. */
  abstract void take(int row);

  /** Whether the value is below a range. Ranges count from 0 and ascend. */
  abstract boolean isBelow(int range);

  /** Whether the value is above a range. */
  abstract boolean isAbove(int range);

  @Override
  final int ranges() {
    return ranges;
  }

  @Override
  int side(int row) throws CorruptBlockException {
    take(row);
    if (isBelow(0)) {
      return -1;
    }
    return isAbove(ranges - 1) ? 1 : 0;
  }

  @Override
  final long matches(int row, long wanted) {
    long found = 0;
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      take(row + i);
      if (isInRange()) {
        found |= 1L << i;
      }
    }
    return found;
  }

  private boolean isInRange() {
    int begin = 0;
    int end = ranges;
    // Only the first range that the value is not above can hold it.
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      if (isAbove(middle)) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin < ranges && !isBelow(begin);
  }
}
