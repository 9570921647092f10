// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.key.KeyRange;
import dev.hail.format.predicate.Predicate;
import java.util.Arrays;

/** Ranges of plain strings, compared by their unsigned bytes. */
final class StringFilter extends BoundsFilter {
  private final KeyRange[] ranges;

  /** Where the string to compare begins and ends. */
  private int begin;

  private int end;

  StringFilter(Predicate.InRanges leaf, ColumnVector column) {
    super(column, leaf.acceptsNull(), leaf.ranges().ranges().size());
    ranges = leaf.ranges().ranges().toArray(KeyRange[]::new);
  }

  /** Checks the string first: a search by halves meets rows that nobody has checked. */
  @Override
  int side(int row) throws CorruptBlockException {
    column.checkStrings(row, row + 1);
    return super.side(row);
  }

  @Override
  void take(int row) {
    begin = column.stringBegin(row);
    end = column.stringEnd(row);
  }

  @Override
  boolean isBelow(int range) {
    byte[] low = ranges[range].low();
    if (low == null) {
      return false;
    }
    int order = compare(low);
    return order < 0 || (order == 0 && !ranges[range].lowInclusive());
  }

  @Override
  boolean isAbove(int range) {
    byte[] high = ranges[range].high();
    if (high == null) {
      return false;
    }
    int order = compare(high);
    return order > 0 || (order == 0 && !ranges[range].highInclusive());
  }

  private int compare(byte[] bound) {
    return Arrays.compareUnsigned(column.stringBuffer(), begin, end, bound, 0, bound.length);
  }
}
