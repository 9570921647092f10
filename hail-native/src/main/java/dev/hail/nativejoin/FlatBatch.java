// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Rows in direct buffers that are used again and again. Buffers are laid out as Arrow's, in the
 * byte order of the machine. Fill the buffers of all columns, then call {@link #setRows}. For one
 * thread at a time.
 */
public final class FlatBatch {
  private static final int FIRST_BYTES_PER_STRING = 16;

  private final List<FlatColumn> columns;
  private final int capacity;
  private final ByteBuffer[] validity;
  private final ByteBuffer[] offsets;
  private final ByteBuffer[] values;

  /** As {@link NativeCalls#probeBatch} takes it; null until it is asked for. */
  private long[] addresses;

  private int rows;

  /**
   * A batch without rows.
   *
   * @param capacity most rows, at least 1
   */
  public FlatBatch(List<FlatColumn> columns, int capacity) {
    OptionRange.require("The capacity of a batch", capacity, 1, 1 << 24);
    this.columns = List.copyOf(columns);
    this.capacity = capacity;
    this.validity = new ByteBuffer[columns.size()];
    this.offsets = new ByteBuffer[columns.size()];
    this.values = new ByteBuffer[columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      FlatColumn column = columns.get(i);
      if (column.nullable()) {
        validity[i] = DirectBuffers.ofBits(capacity);
      }
      if (column.type() == FlatType.STRING) {
        offsets[i] = DirectBuffers.ofBytes((capacity + 1) * Integer.BYTES);
      }
      values[i] =
          column.type() == FlatType.STRING
              ? DirectBuffers.ofBytes(capacity * FIRST_BYTES_PER_STRING)
              : DirectBuffers.ofValues(column.type(), capacity);
    }
  }

  /** Returns the columns. */
  public List<FlatColumn> columns() {
    return columns;
  }

  /** Returns the most rows. */
  public int capacity() {
    return capacity;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /**
   * Sets the number of rows, whose values are in the buffers.
   *
   * @throws IllegalArgumentException if there are more rows than the capacity
   */
  public void setRows(int count) {
    OptionRange.require("The number of rows of a batch", count, 0, capacity);
    rows = count;
  }

  /** Returns the values of a column, by absolute positions; the texts of a STRING. */
  public ByteBuffer values(int column) {
    return values[column];
  }

  /**
   * Returns where the texts of a STRING begin: 32 bits for each row, and for the end of the last.
   */
  public ByteBuffer offsets(int column) {
    return offsets[column];
  }

  /** Returns a bit for each row of a nullable column, 0 for NULL; the lowest bit comes first. */
  public ByteBuffer validity(int column) {
    return validity[column];
  }

  /**
   * Returns the texts of a column, with room for so many bytes. What was there stays.
   *
   * @throws IllegalArgumentException if there is no buffer of so many bytes
   */
  public ByteBuffer values(int column, long bytes) {
    OptionRange.require(
        "The bytes of column `" + columns.get(column).name() + "'",
        bytes,
        0,
        Integer.MAX_VALUE - 8);
    ByteBuffer old = values[column];
    if (old.capacity() < bytes) {
      int wanted = (int) Math.min(Math.max(bytes, 2L * old.capacity()), Integer.MAX_VALUE - 8);
      values[column] = DirectBuffers.ofBytes(wanted).put(0, old, 0, old.capacity());
      addresses = null;
    }
    return values[column];
  }

  /**
   * Checks that the batch has the columns of a side, whatever their names.
   *
   * @throws InvalidBatchException if it has others
   */
  void require(String side, List<FlatColumn> announced) {
    if (columns.size() != announced.size()) {
      throw new InvalidBatchException(
          "The batch has "
              + columns.size()
              + " columns, the "
              + side
              + " side "
              + announced.size());
    }
    for (int i = 0; i < columns.size(); i++) {
      FlatColumn mine = columns.get(i);
      FlatColumn wanted = announced.get(i);
      if (mine.type() != wanted.type()
          || mine.scale() != wanted.scale()
          || (mine.nullable() && !wanted.nullable())) {
        throw new InvalidBatchException(
            "Column " + i + " of the batch is " + mine + ", of the " + side + " side " + wanted);
      }
    }
  }

  /** Returns the batch as {@link NativeCalls#probeBatch} takes it. */
  long[] addresses() {
    if (addresses == null) {
      addresses = findAddresses();
    }
    addresses[NativeSlots.BATCH_ROWS] = rows;
    return addresses;
  }

  private long[] findAddresses() {
    long[] found =
        new long[NativeSlots.BATCH_SLOTS + columns.size() * NativeSlots.BATCH_COLUMN_SLOTS];
    for (int i = 0; i < columns.size(); i++) {
      int at = NativeSlots.BATCH_SLOTS + i * NativeSlots.BATCH_COLUMN_SLOTS;
      int buffer = at + NativeSlots.BATCH_COLUMN_BUFFER;
      found[at + NativeSlots.BATCH_COLUMN_NULLS] = validity[i] == null ? 0 : NativeCalls.UNKNOWN;
      found[buffer++] = DirectBuffers.address(validity[i]);
      if (offsets[i] != null) {
        found[buffer++] = DirectBuffers.address(offsets[i]);
      }
      found[buffer++] = DirectBuffers.address(values[i]);
      int buffers = buffer - at - NativeSlots.BATCH_COLUMN_BUFFER;
      found[at + NativeSlots.BATCH_COLUMN_BUFFERS] = buffers;
    }
    return found;
  }
}
