// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.Keys;
import dev.hail.format.predicate.Predicate;
import java.math.BigInteger;
import java.util.List;

/** Ranges of DECIMAL values, compared as unscaled numbers of 128 bits. */
final class DecimalFilter extends RangeFilter {
  private final Bound[] lows;
  private final Bound[] highs;

  DecimalFilter(Predicate.InRanges leaf, ColumnVector column) {
    super(column, leaf.acceptsNull());
    List<KeyRange> ranges = leaf.ranges().ranges();
    lows = new Bound[ranges.size()];
    highs = new Bound[ranges.size()];
    for (int i = 0; i < lows.length; i++) {
      KeyRange range = ranges.get(i);
      lows[i] = range.low() == null ? null : Bound.of(range.low(), range.lowInclusive());
      highs[i] = range.high() == null ? null : Bound.of(range.high(), range.highInclusive());
    }
  }

  @Override
  int ranges() {
    return lows.length;
  }

  @Override
  int side(int row) {
    long high = column.decimalHigh(row);
    long low = column.decimalLow(row);
    int below = lows[0] == null ? 1 : compare(high, low, lows[0]);
    if (below < 0 || (below == 0 && !lows[0].inclusive())) {
      return -1;
    }
    Bound last = highs[highs.length - 1];
    int above = last == null ? -1 : compare(high, low, last);
    return above > 0 || (above == 0 && !last.inclusive()) ? 1 : 0;
  }

  @Override
  long matches(int row, long wanted) {
    long found = 0;
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (contains(column.decimalHigh(row + i), column.decimalLow(row + i))) {
        found |= 1L << i;
      }
    }
    return found;
  }

  private boolean contains(long high, long low) {
    int begin = 0;
    int end = lows.length;
    // The first range whose upper bound is not below the value is the only one that may hold it.
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      Bound bound = highs[middle];
      int order = bound == null ? -1 : compare(high, low, bound);
      if (order < 0 || (order == 0 && bound.inclusive())) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    if (begin == lows.length) {
      return false;
    }
    Bound bound = lows[begin];
    int order = bound == null ? 1 : compare(high, low, bound);
    return order > 0 || (order == 0 && bound.inclusive());
  }

  private static int compare(long high, long low, Bound bound) {
    int order = Long.compare(high, bound.high());
    return order != 0 ? order : Long.compareUnsigned(low, bound.low());
  }

  private record Bound(long high, long low, boolean inclusive) {
    static Bound of(byte[] key, boolean inclusive) {
      BigInteger unscaled = Keys.toDecimal(key);
      return new Bound(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), inclusive);
    }
  }
}
