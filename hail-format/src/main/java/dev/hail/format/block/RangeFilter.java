package dev.hail.format.block;

import dev.hail.format.predicate.Predicate;

/** Keeps rows whose value of one attribute is in a set of ranges, or NULL where that is wanted. */
abstract class RangeFilter implements RowFilter {
  final ColumnVector column;
  private final boolean acceptsNull;

  RangeFilter(ColumnVector column, boolean acceptsNull) {
    this.column = column;
    this.acceptsNull = acceptsNull && column.layout.nullCount() > 0;
  }

  static RangeFilter of(
      Predicate.InRanges leaf, ColumnVector column, DictionaryEntries dictionary) {
    return switch (column.layout.encoding()) {
      case DECIMAL128 -> new DecimalFilter(leaf, column);
      case UTF8 -> new StringFilter(leaf, column);
      case DICTIONARY8, DICTIONARY16, DICTIONARY32 ->
          IntervalFilter.ofCodes(leaf, column, dictionary);
      default -> IntervalFilter.ofNumbers(leaf, column);
    };
  }

  /** Whether no value can be in range. */
  abstract boolean isEmpty();

  /** Bits of those of up to 64 rows, where {@code wanted} has bits, whose values are in range. */
  abstract long matches(int row, long wanted);

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
