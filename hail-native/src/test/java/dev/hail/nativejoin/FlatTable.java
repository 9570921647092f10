// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random rows of flat columns. A value is a Boolean, a Long, a Double, a String, or null; that of a
 * DECIMAL is its unscaled value, a BigInteger.
 */
record FlatTable(List<FlatColumn> columns, List<Object[]> rows) {
  private static final double[] SPECIAL = {
    Double.NaN, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  /** Makes rows whose values often meet those of other tables. */
  static FlatTable random(List<FlatColumn> columns, int count, Random random) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object[] row = new Object[columns.size()];
      for (int c = 0; c < row.length; c++) {
        row[c] = value(columns.get(c), random);
      }
      rows.add(row);
    }
    return new FlatTable(columns, rows);
  }

  private static Object value(FlatColumn column, Random random) {
    if (column.nullable() && random.nextInt(6) == 0) {
      return null;
    }
    long small = random.nextInt(25) - 5L;
    boolean far = random.nextInt(20) == 0;
    return switch (column.type()) {
      case BOOLEAN -> random.nextBoolean();
      case INT, DATE -> far ? (long) random.nextInt() : small;
      case BIGINT, TIMESTAMP -> far ? random.nextLong() : small;
      // Many have the same lower half.
      case DECIMAL ->
          BigInteger.valueOf(random.nextInt(3) - 1L).shiftLeft(64).add(BigInteger.valueOf(small));
      case FLOAT, DOUBLE -> far ? SPECIAL[random.nextInt(SPECIAL.length)] : small / 4.0;
      case STRING -> "ü".repeat((int) Math.floorMod(small, 7L)) + small % 3;
    };
  }

  /** The columns of a batch of some rows that announces no more NULLs than there are. */
  List<FlatColumn> columnsOf(int from, int count) {
    List<Object[]> some = rows.subList(from, Math.min(rows.size(), from + count));
    List<FlatColumn> narrow = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      FlatColumn column = columns.get(c);
      int place = c;
      boolean nullable = some.stream().anyMatch(row -> row[place] == null);
      narrow.add(new FlatColumn(column.name(), column.type(), column.scale(), nullable));
    }
    return narrow;
  }

  /** Fills a batch with the rows from one on, as many as fit; returns their number. */
  int fill(FlatBatch batch, int from, int most) {
    int count = Math.min(Math.min(most, batch.capacity()), rows.size() - from);
    for (int c = 0; c < columns.size(); c++) {
      // Texts need not begin at 0.
      int bytes = from % 3;
      for (int i = 0; i < count; i++) {
        Object value = rows.get(from + i)[c];
        if (batch.validity(c) != null) {
          setBit(batch.validity(c), i, value != null);
        }
        bytes = put(batch, c, i, value, bytes);
      }
    }
    batch.setRows(count);
    return count;
  }

  /** Writes a value, or anything for NULL; returns the bytes of texts so far. */
  private int put(FlatBatch batch, int column, int row, Object value, int bytes) {
    ByteBuffer values = batch.values(column);
    long number = value instanceof Long known ? known : 0xdeadbeefL;
    double fraction = value instanceof Double known ? known : -7;
    switch (columns.get(column).type()) {
      case BOOLEAN -> setBit(values, row, !Boolean.FALSE.equals(value));
      case INT, DATE -> values.putInt(row * Integer.BYTES, (int) number);
      case BIGINT, TIMESTAMP -> values.putLong(row * Long.BYTES, number);
      case DECIMAL -> {
        BigInteger unscaled = value instanceof BigInteger known ? known : BigInteger.TWO.pow(99);
        values.putLong(2 * row * Long.BYTES, unscaled.longValue());
        values.putLong(2 * row * Long.BYTES + Long.BYTES, unscaled.shiftRight(64).longValue());
      }
      case FLOAT -> values.putFloat(row * Float.BYTES, (float) fraction);
      case DOUBLE -> values.putDouble(row * Double.BYTES, fraction);
      case STRING -> {
        byte[] text = (value == null ? "" : (String) value).getBytes(StandardCharsets.UTF_8);
        batch.values(column, bytes + (long) text.length).put(bytes, text);
        batch.offsets(column).putInt(row * Integer.BYTES, bytes);
        batch.offsets(column).putInt((row + 1) * Integer.BYTES, bytes + text.length);
        return bytes + text.length;
      }
    }
    return bytes;
  }

  private static void setBit(ByteBuffer bits, int at, boolean set) {
    int mask = 1 << (at % Byte.SIZE);
    int old = bits.get(at / Byte.SIZE);
    bits.put(at / Byte.SIZE, (byte) (set ? old | mask : old & ~mask));
  }

  /** Reads a value that a star gave. */
  static Object read(StarRows rows, int row, int column) {
    if (rows.isNull(row, column)) {
      return null;
    }
    return switch (rows.columns().get(column).type()) {
      case BOOLEAN -> rows.getBoolean(row, column);
      case INT, DATE -> (long) rows.getInt(row, column);
      case BIGINT, TIMESTAMP -> rows.getLong(row, column);
      case DECIMAL ->
          BigInteger.valueOf(rows.getDecimalHigh(row, column))
              .shiftLeft(64)
              .add(new BigInteger(Long.toUnsignedString(rows.getDecimalLow(row, column))));
      case FLOAT -> (double) rows.getFloat(row, column);
      case DOUBLE -> rows.getDouble(row, column);
      case STRING -> throw new AssertionError("a STRING in a result");
    };
  }
}
