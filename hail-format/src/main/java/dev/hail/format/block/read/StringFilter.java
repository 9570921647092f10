// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.key.KeyRange;
import dev.hail.format.predicate.Predicate;
import java.util.Arrays;
import java.util.List;

/** Ranges of plain strings, compared by their unsigned bytes. */
final class StringFilter extends BoundsFilter {
  private final byte[][] lows;
  private final boolean[] lowInclusive;
  private final byte[][] highs;
  private final boolean[] highInclusive;

  /** Array with the string to compare; the next fields say where the string begins and ends. */
  private byte[] bytes;

  private int begin;

  private int end;

  StringFilter(Predicate.InRanges leaf, ColumnVector column) {
    super(column, leaf.acceptsNull(), leaf.ranges().ranges().size());
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

  /** Checks the string first, because binary search reads rows that nobody has checked. */
  @Override
  int side(int row) throws CorruptBlockException {
    column.checkStrings(row, row + 1);
    return super.side(row);
  }

  @Override
  void take(int row) {
    bytes = column.stringBuffer();
    begin = column.stringBegin(row);
    end = column.stringEnd(row);
  }

  @Override
  boolean isBelow(int range) {
    byte[] low = lows[range];
    if (low == null) {
      return false;
    }
    int order = compare(low);
    return order < 0 || (order == 0 && !lowInclusive[range]);
  }

  @Override
  boolean isAbove(int range) {
    byte[] high = highs[range];
    if (high == null) {
      return false;
    }
    int order = compare(high);
    return order > 0 || (order == 0 && !highInclusive[range]);
  }

  private int compare(byte[] bound) {
    return Arrays.compareUnsigned(bytes, begin, end, bound, 0, bound.length);
  }
}
