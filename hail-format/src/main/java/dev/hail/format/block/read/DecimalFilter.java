// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.Keys;
import dev.hail.format.predicate.Predicate;
import java.math.BigInteger;
import java.util.List;

/** Ranges of DECIMAL values, compared as unscaled numbers of 128 bits. */
final class DecimalFilter extends BoundsFilter {
  private final Bound[] lows;
  private final Bound[] highs;

  /** Upper half of the value to compare; the next field is the lower half. */
  private long high;

  private long low;

  DecimalFilter(Predicate.InRanges leaf, ColumnVector column) {
    super(column, leaf.acceptsNull(), leaf.ranges().ranges().size());
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
  void take(int row) {
    high = column.decimalHigh(row);
    low = column.decimalLow(row);
  }

  @Override
  boolean isBelow(int range) {
    Bound bound = lows[range];
    if (bound == null) {
      return false;
    }
    int order = compare(bound);
    return order < 0 || (order == 0 && !bound.inclusive());
  }

  @Override
  boolean isAbove(int range) {
    Bound bound = highs[range];
    if (bound == null) {
      return false;
    }
    int order = compare(bound);
    return order > 0 || (order == 0 && !bound.inclusive());
  }

  private int compare(Bound bound) {
    int order = Long.compare(high, bound.high());
    return order != 0 ? order : Long.compareUnsigned(low, bound.low());
  }

  /** The number of a bound, in halves. */
  private record Bound(long high, long low, boolean inclusive) {
    static Bound of(byte[] key, boolean inclusive) {
      BigInteger unscaled = Keys.toDecimal(key);
      return new Bound(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), inclusive);
    }
  }
}
