// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Rows that a {@link FlatStar} gave: the number of each probe row in its batch, and the build
 * columns of all joins. They stay until the star is asked for the next rows.
 */
public final class StarRows {
  private final List<FlatColumn> columns;
  private final int capacity;
  private final ByteBuffer numbers;
  private final ByteBuffer[] values;
  private final ByteBuffer[] validity;
  private int size;

  /**
   * Memory for rows.
   *
   * @throws UnsupportedTypeException if a column is a STRING, whose values have no fixed width
   */
  StarRows(List<FlatColumn> columns, int capacity) {
    this.columns = List.copyOf(columns);
    this.capacity = capacity;
    this.numbers = DirectBuffers.ofBytes(capacity * Integer.BYTES);
    this.values = new ByteBuffer[columns.size()];
    this.validity = new ByteBuffer[columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      FlatColumn column = columns.get(i);
      if (column.type() == FlatType.STRING) {
        throw new UnsupportedTypeException(
            "Column `" + column.name() + "' is a STRING; results have columns of fixed width");
      }
      values[i] = DirectBuffers.ofValues(column.type(), capacity);
      validity[i] = column.nullable() ? DirectBuffers.ofBits(capacity) : null;
    }
  }

  /** Returns the build columns of the joins, in their order. */
  public List<FlatColumn> columns() {
    return columns;
  }

  /** Returns the number of rows. */
  public int size() {
    return size;
  }

  void setSize(int rows) {
    size = rows;
  }

  int capacity() {
    return capacity;
  }

  /** Returns the number of the probe row in its batch, from 0. */
  public int rowNumber(int row) {
    return numbers.getInt(row * Integer.BYTES);
  }

  /** Returns whether a value is NULL, as the columns of a join without a match are. */
  public boolean isNull(int row, int column) {
    return validity[column] != null && !bit(validity[column], row);
  }

  /** Returns a BOOLEAN; anything for NULL. */
  public boolean getBoolean(int row, int column) {
    return bit(values[column], row);
  }

  /** Returns an INT or DATE; anything for NULL. */
  public int getInt(int row, int column) {
    return values[column].getInt(row * Integer.BYTES);
  }

  /** Returns a BIGINT or TIMESTAMP; anything for NULL. */
  public long getLong(int row, int column) {
    return values[column].getLong(row * Long.BYTES);
  }

  /** Returns a FLOAT; anything for NULL. */
  public float getFloat(int row, int column) {
    return values[column].getFloat(row * Float.BYTES);
  }

  /** Returns a DOUBLE; anything for NULL. */
  public double getDouble(int row, int column) {
    return values[column].getDouble(row * Double.BYTES);
  }

  /** Returns the 64 lower bits of a DECIMAL's unscaled value; anything for NULL. */
  public long getDecimalLow(int row, int column) {
    return values[column].getLong(2 * row * Long.BYTES);
  }

  /** Returns the 64 upper bits of a DECIMAL's unscaled value; anything for NULL. */
  public long getDecimalHigh(int row, int column) {
    return values[column].getLong(2 * row * Long.BYTES + Long.BYTES);
  }

  private static boolean bit(ByteBuffer bits, int at) {
    return (bits.get(at / Byte.SIZE) >> (at % Byte.SIZE) & 1) != 0;
  }

  ByteBuffer numbers() {
    return numbers;
  }

  ByteBuffer values(int column) {
    return values[column];
  }

  ByteBuffer validity(int column) {
    return validity[column];
  }
}
