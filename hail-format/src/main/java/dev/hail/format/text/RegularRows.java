// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.BatchParser;
import java.util.Arrays;

/**
 * Parses many rows at a time, one column after the other, from the fields that an index has found.
 * The result equals that of parsing field by field, which handles values in an unusual spelling.
 * Not thread-safe.
 */
final class RegularRows {
  /** Most rows parsed at a time; their text, places and values fit the caches of a core. */
  static final int MOST = 1024;

  /** Parses one field on its own. */
  @FunctionalInterface
  interface FieldParser {
    /** Appends one value, or returns false if the field does not match the schema. */
    boolean append(byte[] bytes, int from, int to, int field);
  }

  /** Recognises STRING fields that cannot simply be copied. */
  @FunctionalInterface
  interface Doubt {
    boolean about(byte[] bytes, int from, int to);
  }

  private final TypeKind[] kinds;
  private final int[] precisions;
  private final int[] scales;
  private final byte[] nullToken;
  private final boolean tokenMayBeNumber;
  private final FieldParser single;
  private final Doubt doubt;
  private final int[] starts = new int[MOST];
  private final int[] ends = new int[MOST];
  private final long[] longs = new long[MOST];
  private final double[] doubles = new double[MOST];

  RegularRows(
      TypeKind[] kinds,
      int[] precisions,
      int[] scales,
      byte[] nullToken,
      FieldParser single,
      Doubt doubt) {
    this.kinds = kinds;
    this.precisions = precisions;
    this.scales = scales;
    this.nullToken = nullToken;
    this.tokenMayBeNumber = holdsDigit(nullToken);
    this.single = single;
    this.doubt = doubt;
  }

  /**
   * Appends rows without ending them.
   *
   * @param first number of the separator before the first row
   * @param rows number of rows, at most {@link #MOST}
   * @return false if a row does not match the schema; the caller must then discard the values
   *     appended
   */
  boolean append(byte[] bytes, FieldIndex index, int first, int rows, ColumnBuilder[] columns) {
    for (int field = 0; field < columns.length; field++) {
      boolean last = field == columns.length - 1;
      index.bounds(first + field, columns.length, rows, starts, ends);
      if (last) {
        cutCarriageReturns(bytes, rows);
      }
      if (!appendColumn(bytes, field, rows, columns[field])) {
        return false;
      }
    }
    return true;
  }

  private void cutCarriageReturns(byte[] bytes, int rows) {
    for (int i = 0; i < rows; i++) {
      if (ends[i] > starts[i] && bytes[ends[i] - 1] == '\r') {
        ends[i]--;
      }
    }
  }

  private boolean appendColumn(byte[] bytes, int field, int rows, ColumnBuilder column) {
    int row = 0;
    int nextNull = nextNull(bytes, field, 0, rows);
    while (row < rows) {
      int stop = appendUsual(bytes, field, row, nextNull, column);
      if (stop < rows && !single.append(bytes, starts[stop], ends[stop], field)) {
        return false;
      }
      row = stop + 1;
      if (row > nextNull) {
        nextNull = nextNull(bytes, field, row, rows);
      }
    }
    return true;
  }

  /**
   * Returns the first row from {@code row} on whose field is the null token, or {@code rows} if
   * there is none. Does not look for a token that no usual value of the type can equal: such a
   * field is an unusual one, which {@link #single} handles.
   */
  private int nextNull(byte[] bytes, int field, int row, int rows) {
    if (!tokenMayBeNumber || kinds[field] == TypeKind.STRING) {
      return rows;
    }
    int length = nullToken.length;
    int stop = row;
    while (stop < rows
        && (ends[stop] - starts[stop] != length
            || !Arrays.equals(bytes, starts[stop], ends[stop], nullToken, 0, length))) {
      stop++;
    }
    return stop;
  }

  /** Each number, date and time that {@link BatchParser} parses has a digit. */
  private static boolean holdsDigit(byte[] token) {
    for (byte each : token) {
      if (each >= '0' && each <= '9') {
        return true;
      }
    }
    return false;
  }

  /**
   * Appends values up to the first unusual one.
   *
   * @return row of that value, at most {@code rows}
   */
  private int appendUsual(byte[] bytes, int field, int row, int rows, ColumnBuilder column) {
    switch (kinds[field]) {
      case STRING -> {
        int stop = row;
        while (stop < rows && !doubt.about(bytes, starts[stop], ends[stop])) {
          stop++;
        }
        column.appendStrings(bytes, starts, ends, row, stop);
        return stop;
      }
      case INT -> {
        int stop = BatchParser.parseInts(bytes, starts, ends, row, rows, longs);
        column.appendLongs(longs, row, stop);
        return stop;
      }
      case BIGINT -> {
        int stop = BatchParser.parseBigints(bytes, starts, ends, row, rows, longs);
        column.appendLongs(longs, row, stop);
        return stop;
      }
      case DATE -> {
        int stop = BatchParser.parseDates(bytes, starts, ends, row, rows, longs);
        column.appendLongs(longs, row, stop);
        return stop;
      }
      case TIMESTAMP -> {
        int stop = BatchParser.parseTimestamps(bytes, starts, ends, row, rows, longs);
        column.appendLongs(longs, row, stop);
        return stop;
      }
      case FLOAT -> {
        int stop = BatchParser.parseFloats(bytes, starts, ends, row, rows, doubles);
        column.appendDoubles(doubles, row, stop);
        return stop;
      }
      case DOUBLE -> {
        int stop = BatchParser.parseDoubles(bytes, starts, ends, row, rows, doubles);
        column.appendDoubles(doubles, row, stop);
        return stop;
      }
      case DECIMAL -> {
        int stop =
            BatchParser.parseDecimals(
                bytes, starts, ends, row, rows, precisions[field], scales[field], longs);
        column.appendDecimals(longs, row, stop);
        return stop;
      }
      case BOOLEAN -> {
        return row;
      }
    }
    throw new IllegalStateException("no column holds " + kinds[field]);
  }
}
