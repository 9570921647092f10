// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;

/**
 * Some qualifying rows of a block. {@link BlockReader#next} fills the batch; its rows are valid
 * until the next call with the same batch. Rows count from 0, positions from 1.
 *
 * <p>A getter returns 0, false or null for a NULL. It throws IllegalArgumentException if the
 * attribute was not projected or has a type that the getter does not accept. It throws
 * IndexOutOfBoundsException for a row outside the batch.
 */
public final class RowBatch {
  private static final byte[] NO_BYTES = new byte[0];

  private Schema schema;
  private ColumnVector[] columns = new ColumnVector[0];
  private int[] rows = new int[0];
  private int size;

  /**
   * Memory for the columns of the batch. Each step of reading has two arrays: fixed width, strings.
   */
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

  /**
   * Empties the batch and sets the schema and columns of its next rows.
   *
   * @param projected column at each position minus one; null if not projected
   */
  void begin(Schema rowSchema, ColumnVector[] projected) {
    schema = rowSchema;
    columns = projected;
    size = 0;
  }

  /** Exchanges the rows of two batches and the memory that holds them. Copies nothing. */
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

  /**
   * Selects the rows whose bits are set.
   *
   * @param begin row number in the block of bit 0
   * @return number of rows selected
   */
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

  /** Checks all values that callers can ask for. */
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

  /** The schema of the block; null before the first fill. */
  public Schema schema() {
    return schema;
  }

  /** Whether an attribute was projected, so that callers may ask for its values. */
  public boolean isProjected(int position) {
    return position >= 1 && position <= columns.length && columns[position - 1] != null;
  }

  /** Row number, in its replica, of a row of this batch, from 0. */
  public int rowNumber(int row) {
    return rows[Objects.checkIndex(row, size)];
  }

  public boolean isNull(int row, int position) {
    return column(position).isNull(rowNumber(row));
  }

  /** The value of a BOOLEAN. */
  public boolean getBoolean(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.BOOLEAN) {
      throw mismatch(column, "boolean");
    }
    return column.integer(rowNumber(row)) != 0;
  }

  /** The value of an INT, or of a DATE in days since 1970-01-01. */
  public int getInt(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.INT && kind(column) != TypeKind.DATE) {
      throw mismatch(column, "int");
    }
    return (int) column.integer(rowNumber(row));
  }

  /** The value of an INT, BIGINT, DATE (days since 1970-01-01) or TIMESTAMP (microseconds). */
  public long getLong(int row, int position) {
    ColumnVector column = column(position);
    return switch (kind(column)) {
      case INT, BIGINT, DATE, TIMESTAMP -> column.integer(rowNumber(row));
      default -> throw mismatch(column, "long");
    };
  }

  /** The value of a FLOAT. */
  public float getFloat(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.FLOAT) {
      throw mismatch(column, "float");
    }
    return (float) column.floating(rowNumber(row));
  }

  /** The value of a FLOAT or DOUBLE. */
  public double getDouble(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.FLOAT && kind(column) != TypeKind.DOUBLE) {
      throw mismatch(column, "double");
    }
    return column.floating(rowNumber(row));
  }

  /** The value of a DECIMAL, INT or BIGINT. */
  public BigDecimal getDecimal(int row, int position) {
    ColumnVector column = column(position);
    int number = rowNumber(row);
    return switch (kind(column)) {
      case DECIMAL -> column.isNull(number) ? null : column.decimal(number);
      case INT, BIGINT -> column.isNull(number) ? null : BigDecimal.valueOf(column.integer(number));
      default -> throw mismatch(column, "decimal");
    };
  }

  /** The value of a DATE. */
  public LocalDate getDate(int row, int position) {
    ColumnVector column = dates(position);
    int number = rowNumber(row);
    return column.isNull(number) ? null : LocalDate.ofEpochDay(column.integer(number));
  }

  /** The value of a DATE in days since 1970-01-01. */
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

  /** The value of a TIMESTAMP in microseconds since 1970-01-01T00:00:00, without a zone. */
  public long getTimestampMicros(int row, int position) {
    ColumnVector column = column(position);
    if (kind(column) != TypeKind.TIMESTAMP) {
      throw mismatch(column, "timestamp");
    }
    return column.integer(rowNumber(row));
  }

  /** A value of any type as {@link Keys#render} writes it; a STRING unchanged. */
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

  /** The array that holds the UTF-8 bytes of a STRING. Callers must not change it. */
  public byte[] stringBuffer(int row, int position) {
    Objects.checkIndex(row, size);
    return strings(position).stringBuffer();
  }

  /** Index in {@link #stringBuffer} where a STRING begins. */
  public int stringOffset(int row, int position) {
    return strings(position).stringBegin(rowNumber(row));
  }

  /** Bytes of a STRING, 0 for NULL. */
  public int stringLength(int row, int position) {
    ColumnVector column = strings(position);
    int number = rowNumber(row);
    return column.isNull(number) ? 0 : column.stringEnd(number) - column.stringBegin(number);
  }

  /**
   * Copies the values of consecutive rows to a buffer, as Arrow lays out a column: BOOLEAN one bit
   * a row, the lowest bit first; INT, DATE and FLOAT 4 bytes; BIGINT, TIMESTAMP and DOUBLE 8 bytes;
   * DECIMAL the unscaled value in 16 bytes, two's complement, little endian. Numbers but DECIMAL
   * have the byte order of the machine. A NULL has the value 0 that its getter returns.
   *
   * <p>Values stand from byte 0 of the buffer on, whatever its position and byte order, which stay
   * as they are. The buffer must be writable, and its limit must leave room: {@code (count + 7) /
   * 8} bytes of BOOLEAN, else {@code count} times the width. Bits after the last row in its byte
   * become 0; no byte after that changes. Direct buffers are the fast ones.
   *
   * @param from first row
   * @param count number of rows
   * @throws IllegalArgumentException if the buffer is too small, or if the attribute is a STRING or
   *     was not projected
   * @throws IndexOutOfBoundsException if the batch does not have the rows
   */
  public void copyValues(int position, int from, int count, ByteBuffer target) {
    ColumnVector column = column(position);
    if (kind(column) == TypeKind.STRING) {
      throw mismatch(column, "values of fixed width");
    }
    copy(column, from, count).values(target);
  }

  /**
   * Copies a bit for each of consecutive rows to a buffer, the lowest bit first: 0 for NULL, else
   * 1. The buffer must have {@code (count + 7) / 8} bytes before its limit; see {@link
   * #copyValues}.
   *
   * @return whether a row is NULL
   * @throws IllegalArgumentException if the buffer is too small, or if the attribute was not
   *     projected
   * @throws IndexOutOfBoundsException if the batch does not have the rows
   */
  public boolean copyValidity(int position, int from, int count, ByteBuffer target) {
    return copy(column(position), from, count).validity(target);
  }

  /**
   * Bytes that the strings of consecutive rows have together, which {@link #copyTexts} copies.
   *
   * @throws IllegalArgumentException if the attribute is no STRING or was not projected
   * @throws IndexOutOfBoundsException if the batch does not have the rows
   */
  public long textBytes(int position, int from, int count) {
    return copy(strings(position), from, count).textBytes();
  }

  /**
   * Copies the strings of consecutive rows to buffers, as Arrow lays out a column. A NULL has no
   * bytes.
   *
   * @param offsets receives where each string begins in {@code texts}, and where the last one ends:
   *     {@code count + 1} integers of 32 bits in the byte order of the machine
   * @param texts receives the strings in UTF-8 without gaps, from byte 0 on; it must have {@link
   *     #textBytes} bytes before its limit
   * @throws IllegalArgumentException if a buffer is too small, or if the attribute is no STRING or
   *     was not projected; {@code texts} then may have some of the strings
   * @throws IndexOutOfBoundsException if the batch does not have the rows
   */
  public void copyTexts(int position, int from, int count, ByteBuffer offsets, ByteBuffer texts) {
    copy(strings(position), from, count).texts(offsets, texts);
  }

  private ColumnCopy copy(ColumnVector column, int from, int count) {
    Objects.checkFromIndexSize(from, count, size);
    return new ColumnCopy(column, rows, from, count);
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
