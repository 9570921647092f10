// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random rows of flat columns. A value is a Boolean, a Long, a Double, a String, or null; that of a
 * DECIMAL is its unscaled value, a Long.
 */
record FlatTable(List<FlatColumn> columns, List<Object[]> rows) {

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
    int small = random.nextInt(25) - 5;
    boolean far = random.nextInt(20) == 0;
    return switch (column.type()) {
      case BOOLEAN -> random.nextBoolean();
      case INT, DATE -> far ? (long) random.nextInt() : small;
      case BIGINT, TIMESTAMP, DECIMAL -> far ? random.nextLong() : small;
      case FLOAT -> (double) (small / 4f);
      case DOUBLE -> small / 4.0;
      case STRING -> "ü".repeat(Math.floorMod(small, 7)) + small % 3;
    };
  }

  /** Fills a batch with the rows from one on, as many as fit; returns their number. */
  int fill(FlatBatch batch, int from, int most) {
    int count = Math.min(Math.min(most, batch.capacity()), rows.size() - from);
    for (int c = 0; c < columns.size(); c++) {
      int bytes = 0;
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
        values.putLong(2 * row * Long.BYTES, number);
        values.putLong(2 * row * Long.BYTES + Long.BYTES, number >> (Long.SIZE - 1));
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
      case DECIMAL -> {
        long low = rows.getDecimalLow(row, column);
        yield rows.getDecimalHigh(row, column) == low >> (Long.SIZE - 1)
            ? low
            : "more than 64 bits";
      }
      case FLOAT -> (double) rows.getFloat(row, column);
      case DOUBLE -> rows.getDouble(row, column);
      case STRING -> throw new AssertionError("a STRING in a result");
    };
  }
}
