// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;

/**
 * Some qualifying rows of a block, filled by {@link BlockReader#next} and valid until the batch is
 * given to it again. Rows count from 0, positions from 1. A getter throws IllegalArgumentException
 * for an attribute that was not projected or whose type it does not fit, and
 * IndexOutOfBoundsException for a row that is not there; of a NULL it returns 0, false or null.
 */
public final class RowBatch {
  private static final byte[] NO_BYTES = new byte[0];

  private Schema schema;
  private ColumnVector[] columns = new ColumnVector[0];
  private int[] rows = new int[0];
  private int size;

  /** Memory for the columns of the batch: per step of reading what has a fixed width, strings. */
  private final byte[][] arenas = new byte[2 * ColumnUse.STEPS][];

  /** An empty batch. */
  public RowBatch() {
    Arrays.fill(arenas, NO_BYTES);
  }

  byte[] arena(int number) {
    return arenas[number];
  }

  void arena(int number, byte[] array) {
    arenas[number] = array;
  }

  /** Empties the batch and says what its next rows look like; columns not projected are null. */
  void begin(Schema rowSchema, ColumnVector[] projected) {
    schema = rowSchema;
    columns = projected;
    size = 0;
  }

  /** Exchanges the rows of two batches, and the memory that holds them; copies nothing. */
  public void swap(RowBatch other) {
    Schema otherSchema = other.schema;
    ColumnVector[] otherColumns = other.columns;
    int[] otherRows = other.rows;
    int otherSize = other.size;
    other.schema = schema;
    other.columns = columns;
    other.rows = rows;
    other.size = size;
    schema = otherSchema;
    columns = otherColumns;
    rows = otherRows;
    size = otherSize;
    for (int step = 0; step < arenas.length; step++) {
      byte[] otherArena = other.arenas[step];
      other.arenas[step] = arenas[step];
      arenas[step] = otherArena;
    }
  }

  /** Takes the rows, numbered as in the block, whose bits are set; returns how many. */
  int select(long[] mask, int begin) {
    int selected = 0;
    for (long word : mask) {
      selected += Long.bitCount(word);
    }
    if (rows.length < selected) {
      rows = new int[selected];
    }
    int n = 0;
    for (int w = 0; w < mask.length; w++) {
      int base = begin + (w << 6);
      for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
        rows[n++] = base + Long.numberOfTrailingZeros(rest);
      }
    }
    size = n;
    return n;
  }

  /** Checks the values of all rows that can be asked for. */
  void check() throws CorruptBlockException {
    for (ColumnVector column : columns) {
      if (column != null) {
        column.check(rows, size);
      }
    }
  }

  /** Rows in this batch. */
  public int size() {
    return size;
  }

  /** The schema of the block, or null before the batch is first filled. */
  public Schema schema() {
    return schema;
  }

  /** Whether an attribute was projected, so that its values may be asked for. */
  public boolean isProjected(int position) {
    return position >= 1 && position <= columns.length && columns[position - 1] != null;
  }

  /** The number of a row of this batch in its replica, from 0. */
  public int rowNumber(int row) {
    return rows[Objects.checkIndex(row, size)];
  }

  public boolean isNull(int row, int position) {
    return column(position).isNull(rowNumber(row));
  }

  /** BOOLEAN. */
  public boolean getBoolean(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.BOOLEAN) {
      throw mismatch(column, "boolean");
    }
    return column.integer(rowNumber(row)) != 0;
  }

  /** INT, or DATE as days since 1970-01-01. */
  public int getInt(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.INT && kind(column) != TypeKind.DATE) {
      throw mismatch(column, "int");
    }
    return (int) column.integer(rowNumber(row));
  }

  /** INT, BIGINT, DATE (days) or TIMESTAMP (microseconds). */
  public long getLong(int row, int position) {
    ColumnVector column = column(position);
    return switch (kind(column)) {
      case INT, BIGINT, DATE, TIMESTAMP -> column.integer(rowNumber(row));
      default -> throw mismatch(column, "long");
    };
  }

  /** FLOAT. */
  public float getFloat(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.FLOAT) {
      throw mismatch(column, "float");
    }
    return (float) column.floating(rowNumber(row));
  }

  /** FLOAT or DOUBLE. */
  public double getDouble(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.FLOAT && kind(column) != TypeKind.DOUBLE) {
      throw mismatch(column, "double");
    }
    return column.floating(rowNumber(row));
  }

  /** DECIMAL, INT or BIGINT. */
  public BigDecimal getDecimal(int row, int position) {
    ColumnVector column = column(position);
    int number = rowNumber(row);
    return switch (kind(column)) {
      case DECIMAL -> column.isNull(number) ? null : column.decimal(number);
      case INT, BIGINT -> column.isNull(number) ? null : BigDecimal.valueOf(column.integer(number));
      default -> throw mismatch(column, "decimal");
    };
  }

  /** DATE. */
  public LocalDate getDate(int row, int position) {
    ColumnVector column = dates(position);
    int number = rowNumber(row);
    return column.isNull(number) ? null : LocalDate.ofEpochDay(column.integer(number));
  }

  /** DATE: days since 1970-01-01. */
  public int getDateDays(int row, int position) {
    return (int) dates(position).integer(rowNumber(row));
  }

  private ColumnVector dates(int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.DATE) {
      throw mismatch(column, "date");
    }
    return column;
  }

  /** TIMESTAMP: microseconds since 1970-01-01T00:00:00, no zone. */
  public long getTimestampMicros(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.TIMESTAMP) {
      throw mismatch(column, "timestamp");
    }
    return column.integer(rowNumber(row));
  }

  /** Any type, rendered as {@link Keys#render} does; a STRING as it is. */
  public String getString(int row, int position) {
    ColumnVector column = column(position);
    int number = rowNumber(row);
    if (column.isNull(number)) {
      return null;
    }
    return switch (kind(column)) {
      case STRING -> string(column, number);
      case BOOLEAN -> column.integer(number) == 0 ? "false" : "true";
      case INT, BIGINT -> Long.toString(column.integer(number));
      case FLOAT -> Float.toString((float) column.floating(number));
      case DOUBLE -> Double.toString(column.floating(number));
      case DECIMAL -> column.decimal(number).toPlainString();
      case DATE, TIMESTAMP ->
          Keys.render(column.attribute.type(), Keys.ofLong(column.integer(number)));
    };
  }

  private static String string(ColumnVector column, int number) {
    int begin = column.stringBegin(number);
    return new String(
        column.stringBuffer(), begin, column.stringEnd(number) - begin, StandardCharsets.UTF_8);
  }

  /** STRING: the array that holds the value's UTF-8 bytes, not to be changed. */
  public byte[] stringBuffer(int row, int position) {
    Objects.checkIndex(row, size);
    return strings(position).stringBuffer();
  }

  /** STRING: begin of the value in {@link #stringBuffer}. */
  public int stringOffset(int row, int position) {
    return strings(position).stringBegin(rowNumber(row));
  }

  /** STRING: length of the value in bytes, 0 for NULL. */
  public int stringLength(int row, int position) {
    ColumnVector column = strings(position);
    int number = rowNumber(row);
    return column.isNull(number) ? 0 : column.stringEnd(number) - column.stringBegin(number);
  }

  private ColumnVector strings(int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.STRING) {
      throw mismatch(column, "string bytes");
    }
    return column;
  }

  private ColumnVector column(int position) {
    if (!isProjected(position)) {
      if (schema == null) {
        throw new IllegalStateException("the batch has not been filled");
      }
      Attribute attribute = schema.attribute(position);
      throw new IllegalArgumentException(
          "attribute "
              + attribute.name()
              + " (@"
              + position
              + ") was not projected; name it in the projection to read it");
    }
    return columns[position - 1];
  }

  private static TypeKind kind(ColumnVector column) {
    return column.attribute.type().kind();
  }

  private static IllegalArgumentException mismatch(ColumnVector column, String wanted) {
    return new IllegalArgumentException(
        "attribute "
            + column.attribute.name()
            + " (@"
            + column.attribute.position()
            + ") is "
            + column.attribute.type().toSql()
            + ", which cannot be read as "
            + wanted);
  }
}
