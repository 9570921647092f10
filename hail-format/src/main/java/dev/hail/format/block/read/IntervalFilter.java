// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.key.KeyRange;
import dev.hail.format.key.Keys;
import dev.hail.format.predicate.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A filter on numbers that fit a long: integers, days, microseconds, dictionary codes, and floating
 * point numbers in their sortable form.
 */
final class IntervalFilter extends RangeFilter {
  /** Closed intervals, ascending and disjoint. */
  private final long[] lows;

  private final long[] highs;

  /** Numbers of the rows that are compared together. */
  private final long[] numbers = new long[Long.SIZE];

  private IntervalFilter(ColumnVector column, boolean acceptsNull, List<long[]> intervals) {
    super(column, acceptsNull);
    lows = new long[intervals.size()];
    highs = new long[lows.length];
    for (int i = 0; i < lows.length; i++) {
      lows[i] = intervals.get(i)[0];
      highs[i] = intervals.get(i)[1];
    }
  }

  static IntervalFilter ofNumbers(Predicate.InRanges leaf, ColumnVector column) {
    List<long[]> intervals = new ArrayList<>();
    for (KeyRange range : leaf.ranges().ranges()) {
      long low = Long.MIN_VALUE;
      long high = Long.MAX_VALUE;
      if (range.low() != null) {
        low = Keys.toLong(range.low());
        if (!range.lowInclusive()) {
          if (low == Long.MAX_VALUE) {
            continue;
          }
          low++;
        }
      }
      if (range.high() != null) {
        high = Keys.toLong(range.high());
        if (!range.highInclusive()) {
          if (high == Long.MIN_VALUE) {
            continue;
          }
          high--;
        }
      }
      if (low <= high) {
        intervals.add(new long[] {low, high});
      }
    }
    return new IntervalFilter(column, leaf.acceptsNull(), intervals);
  }

  static IntervalFilter ofCodes(
      Predicate.InRanges leaf, ColumnVector column, DictionaryEntries dictionary)
      throws CorruptBlockException {
    List<long[]> intervals = new ArrayList<>();
    for (KeyRange range : leaf.ranges().ranges()) {
      int low = range.low() == null ? 0 : dictionary.firstAbove(range.low(), range.lowInclusive());
      int end =
          range.high() == null
              ? column.layout.entries()
              : dictionary.firstAbove(range.high(), !range.highInclusive());
      if (low < end) {
        intervals.add(new long[] {low, end - 1});
      }
    }
    return new IntervalFilter(column, leaf.acceptsNull(), intervals);
  }

  @Override
  int ranges() {
    return lows.length;
  }

  @Override
  int side(int row) {
    column.keyNumbers(row, 1, numbers);
    if (numbers[0] < lows[0]) {
      return -1;
    }
    return numbers[0] > highs[highs.length - 1] ? 1 : 0;
  }

  @Override
  long matches(int row, long wanted) {
    if (wanted == 0 || lows.length == 0) {
      return 0;
    }
    int first = Long.numberOfTrailingZeros(wanted);
    int count = Long.SIZE - Long.numberOfLeadingZeros(wanted) - first;
    column.keyNumbers(row + first, count, numbers);
    long found = lows.length == 1 ? inOne(count, lows[0], highs[0]) : inAny(count);
    return (found << first) & wanted;
  }

  private long inOne(int count, long low, long high) {
    long found = 0;
    for (int i = 0; i < count; i++) {
      found |= numbers[i] >= low && numbers[i] <= high ? 1L << i : 0;
    }
    return found;
  }

  private long inAny(int count) {
    long found = 0;
    for (int i = 0; i < count; i++) {
      found |= contains(numbers[i]) ? 1L << i : 0;
    }
    return found;
  }

  private boolean contains(long value) {
    int i = Arrays.binarySearch(lows, value);
    if (i >= 0) {
      return true;
    }
    int before = -i - 2;
    return before >= 0 && value <= highs[before];
  }
}
