// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.key.KeyRange;
import dev.hail.format.predicate.Predicate;
import java.util.Arrays;
import java.util.List;

/** Ranges of plain strings, compared by their unsigned bytes. */
final class StringFilter extends RangeFilter {
  private final byte[][] lows;
  private final boolean[] lowInclusive;
  private final byte[][] highs;
  private final boolean[] highInclusive;

  StringFilter(Predicate.InRanges leaf, ColumnVector column) {
    super(column, leaf.acceptsNull());
    List<KeyRange> ranges = leaf.ranges().ranges();
    lows = new byte[ranges.size()][];
    lowInclusive = new boolean[lows.length];
    highs = new byte[lows.length][];
    highInclusive = new boolean[lows.length];
    for (int i = 0; i < lows.length; i++) {
      lows[i] = ranges.get(i).low();
      lowInclusive[i] = ranges.get(i).lowInclusive();
      highs[i] = ranges.get(i).high();
      highInclusive[i] = ranges.get(i).highInclusive();
    }
  }

  @Override
  int ranges() {
    return lows.length;
  }

  @Override
  int side(int row) throws CorruptBlockException {
    column.checkStrings(row, row + 1);
    int from = column.stringBegin(row);
    int to = column.stringEnd(row);
    int low = lows[0] == null ? 1 : compare(column.stringBuffer(), from, to, lows[0]);
    if (low < 0 || (low == 0 && !lowInclusive[0])) {
      return -1;
    }
    int last = highs.length - 1;
    int high = highs[last] == null ? -1 : compare(column.stringBuffer(), from, to, highs[last]);
    return high > 0 || (high == 0 && !highInclusive[last]) ? 1 : 0;
  }

  @Override
  long matches(int row, long wanted) {
    long found = 0;
    byte[] bytes = column.stringBuffer();
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (contains(bytes, column.stringBegin(row + i), column.stringEnd(row + i))) {
        found |= 1L << i;
      }
    }
    return found;
  }

  private boolean contains(byte[] bytes, int from, int to) {
    int begin = 0;
    int end = lows.length;
    // The first range whose upper bound is not below the value is the only one that may hold it.
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      int order = highs[middle] == null ? -1 : compare(bytes, from, to, highs[middle]);
      if (order < 0 || (order == 0 && highInclusive[middle])) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    if (begin == lows.length) {
      return false;
    }
    int order = lows[begin] == null ? 1 : compare(bytes, from, to, lows[begin]);
    return order > 0 || (order == 0 && lowInclusive[begin]);
  }

  private static int compare(byte[] bytes, int from, int to, byte[] key) {
    return Arrays.compareUnsigned(bytes, from, to, key, 0, key.length);
  }
}
