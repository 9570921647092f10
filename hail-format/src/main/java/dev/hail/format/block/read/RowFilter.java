// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;

/**
 * A predicate compiled for the encodings of one block. It clears bits in bitmaps over windows of
 * rows; bit 0 of word 0 is the first row of the window.
 */
interface RowFilter {
  /**
   * Clears the bits of rows that do not satisfy the predicate.
   *
   * @param begin row number in the block of bit 0
   */
  void retain(long[] mask, int begin);

  /** Whether the encodings alone show that no row of the block can satisfy the predicate. */
  boolean isNever();

  /**
   * Compiles a predicate.
   *
   * @param columns the predicate's columns at their positions minus one
   * @param entries dictionaries of these columns, also by position minus one
   */
  static RowFilter of(Predicate predicate, ColumnVector[] columns, DictionaryEntries[] entries)
      throws CorruptBlockException {
    return predicate.match(new Compiler(columns, entries));
  }

  /** Compiles each kind of predicate. */
  final class Compiler implements Predicate.Cases<RowFilter, CorruptBlockException> {
    private final ColumnVector[] columns;
    private final DictionaryEntries[] entries;

    private Compiler(ColumnVector[] columns, DictionaryEntries[] entries) {
      this.columns = columns;
      this.entries = entries;
    }

    @Override
    public RowFilter ofTrue() {
      return new All(List.of());
    }

    @Override
    public RowFilter ofAnd(Predicate.And and) throws CorruptBlockException {
      return new All(compile(and.operands()));
    }

    @Override
    public RowFilter ofOr(Predicate.Or or) throws CorruptBlockException {
      return new Any(compile(or.operands()));
    }

    @Override
    public RowFilter ofInRanges(Predicate.InRanges leaf) throws CorruptBlockException {
      int i = leaf.attribute().position() - 1;
      return RangeFilter.of(leaf, columns[i], entries[i]);
    }

    private List<RowFilter> compile(List<Predicate> operands) throws CorruptBlockException {
      List<RowFilter> filters = new ArrayList<>();
      for (Predicate operand : operands) {
        filters.add(operand.match(this));
      }
      return filters;
    }
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
