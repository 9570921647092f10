// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;

/**
 * A predicate compiled for the encodings of one block. It works on bitmaps over a window of rows,
 * bit 0 of word 0 being the window's first row, and takes bits away.
 */
interface RowFilter {
  /**
   * Clears the bits of rows, from {@code begin} in the block, that do not satisfy the predicate.
   */
  void retain(long[] mask, int begin);

  /** Whether the encodings alone show that no row of the block can satisfy the predicate. */
  boolean isNever();

  /**
   * Compiles a predicate.
   *
   * @param columns by position minus one; those of the predicate, with their dictionaries
   */
  static RowFilter of(Predicate predicate, ColumnVector[] columns, DictionaryEntries[] entries)
      throws CorruptBlockException {
    if (predicate instanceof Predicate.InRanges leaf) {
      int i = leaf.attribute().position() - 1;
      return RangeFilter.of(leaf, columns[i], entries[i]);
    }
    if (predicate instanceof Predicate.And and) {
      return new All(compile(and.operands(), columns, entries));
    }
    if (predicate instanceof Predicate.Or or) {
      return new Any(compile(or.operands(), columns, entries));
    }
    return new All(List.of());
  }

  private static List<RowFilter> compile(
      List<Predicate> operands, ColumnVector[] columns, DictionaryEntries[] entries)
      throws CorruptBlockException {
    List<RowFilter> filters = new ArrayList<>();
    for (Predicate operand : operands) {
      filters.add(of(operand, columns, entries));
    }
    return filters;
  }

  /** A conjunction. */
  record All(List<RowFilter> operands) implements RowFilter {
    @Override
    public void retain(long[] mask, int begin) {
      for (RowFilter operand : operands) {
        operand.retain(mask, begin);
      }
    }

    @Override
    public boolean isNever() {
      for (RowFilter operand : operands) {
        if (operand.isNever()) {
          return true;
        }
      }
      return false;
    }
  }

  /** A disjunction. */
  record Any(List<RowFilter> operands) implements RowFilter {
    @Override
    public void retain(long[] mask, int begin) {
      long[] accepted = new long[mask.length];
      long[] open = new long[mask.length];
      for (RowFilter operand : operands) {
        for (int w = 0; w < mask.length; w++) {
          open[w] = mask[w] & ~accepted[w];
        }
        operand.retain(open, begin);
        for (int w = 0; w < mask.length; w++) {
          accepted[w] |= open[w];
        }
      }
      System.arraycopy(accepted, 0, mask, 0, mask.length);
    }

    @Override
    public boolean isNever() {
      for (RowFilter operand : operands) {
        if (!operand.isNever()) {
          return false;
        }
      }
      return true;
    }
  }
}
