package dev.hail.format.block;

import dev.hail.format.key.Keys;
import java.util.Arrays;

/**
 * Finds the order of rows that sorts a block by one column, NULLs first, stable. The result names
 * for every new row the old one.
 */
final class SortOrder {
  private final byte[] block;
  private final ColumnLayout column;
  private final int rowCount;

  private SortOrder(byte[] block, ColumnLayout column, int rowCount) {
    this.block = block;
    this.column = column;
    this.rowCount = rowCount;
  }

  static int[] of(byte[] block, ColumnLayout column, int rowCount) throws CorruptBlockException {
    SortOrder order = new SortOrder(block, column, rowCount);
    int[] rows = new int[rowCount];
    int nulls = order.nullsFirst(rows);
    switch (column.encoding()) {
      case BIT, INT8, INT16, DICTIONARY8, DICTIONARY16 -> order.countingSort(rows, nulls);
      case INT32, DICTIONARY32 -> order.sortLongs(rows, nulls, order.ints(rows, nulls));
      case INT64 -> order.sortLongs(rows, nulls, order.longs(rows, nulls, 8, 0));
      case FLOAT32 -> order.sortLongs(rows, nulls, order.floats(rows, nulls));
      case FLOAT64 -> order.sortLongs(rows, nulls, order.doubles(rows, nulls));
      case DECIMAL128 -> order.sortDecimals(rows, nulls);
      case UTF8 -> order.sortStrings(rows, nulls);
    }
    return rows;
  }

  /** Fills in all rows, those with NULL first, and returns how many these are. */
  private int nullsFirst(int[] rows) {
    int nulls = 0;
    if (column.validity() != 0) {
      for (int row = 0; row < rowCount; row++) {
        if (column.isNull(block, row)) {
          rows[nulls++] = row;
        }
      }
    }
    int next = nulls;
    for (int row = 0; row < rowCount; row++) {
      if (!column.isNull(block, row)) {
        rows[next++] = row;
      }
    }
    return nulls;
  }

  /** Sorts by values of at most 16 bits. */
  private void countingSort(int[] rows, int from) {
    int least = Short.MIN_VALUE;
    int[] begins = new int[1 << 16];
    int[] unsorted = Arrays.copyOfRange(rows, from, rowCount);
    for (int row : unsorted) {
      begins[column.integer(block, row) - least]++;
    }
    int sum = from;
    for (int i = 0; i < begins.length; i++) {
      int count = begins[i];
      begins[i] = sum;
      sum += count;
    }
    for (int row : unsorted) {
      rows[begins[column.integer(block, row) - least]++] = row;
    }
  }

  private void sortLongs(int[] rows, int from, long[] keys) {
    new KeySort().sort(keys, rows, from, rowCount);
  }

  private long[] ints(int[] rows, int from) {
    long[] keys = new long[rowCount];
    for (int i = from; i < rowCount; i++) {
      keys[i] = LittleEndian.getInt(block, column.values() + 4 * rows[i]);
    }
    return keys;
  }

  private long[] longs(int[] rows, int from, int stride, int offset) {
    long[] keys = new long[rowCount];
    for (int i = from; i < rowCount; i++) {
      keys[i] = LittleEndian.getLong(block, column.values() + stride * rows[i] + offset);
    }
    return keys;
  }

  private long[] floats(int[] rows, int from) {
    long[] keys = new long[rowCount];
    for (int i = from; i < rowCount; i++) {
      float value = Float.intBitsToFloat(LittleEndian.getInt(block, column.values() + 4 * rows[i]));
      // As Keys.sortableBits orders doubles, in half the bits.
      int bits = Float.floatToIntBits(value + 0.0f);
      keys[i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }
    return keys;
  }

  private long[] doubles(int[] rows, int from) {
    long[] keys = longs(rows, from, 8, 0);
    for (int i = from; i < rowCount; i++) {
      keys[i] = Keys.sortableBits(Double.longBitsToDouble(keys[i]));
    }
    return keys;
  }

  private void sortDecimals(int[] rows, int from) {
    long[] high = longs(rows, from, 16, 8);
    KeySort sort = new KeySort();
    sort.sort(high, rows, from, rowCount);
    long[] low = longs(rows, from, 16, 0);
    int group = from;
    for (int i = from + 1; i <= rowCount; i++) {
      if (i == rowCount || high[i] != high[group]) {
        for (int j = group; j < i; j++) {
          low[j] ^= Long.MIN_VALUE;
        }
        sort.sort(low, rows, group, i);
        group = i;
      }
    }
  }

  private void sortStrings(int[] rows, int from) throws CorruptBlockException {
    int[] begins = new int[rowCount];
    int[] ends = new int[rowCount];
    int begin = LittleEndian.getInt(block, column.values());
    for (int row = 0; row < rowCount; row++) {
      int end = LittleEndian.getInt(block, column.values() + 4 * row + 4);
      if (begin < 0 || end < begin || end > column.bytesLength()) {
        throw new CorruptBlockException(
            "row "
                + row
                + " has a string from "
                + begin
                + " to "
                + end
                + " of "
                + column.bytesLength()
                + " bytes");
      }
      begins[row] = column.bytes() + begin;
      ends[row] = column.bytes() + end;
      begin = end;
    }
    new StringSort(block, begins, ends).sort(rows, from, rowCount);
  }
}
