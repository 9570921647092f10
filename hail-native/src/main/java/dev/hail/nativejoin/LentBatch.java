// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A batch that native code reads. It holds the addresses of the buffers and keeps these alive even
 * if the owner closes the batch.
 */
final class LentBatch implements AutoCloseable {
  private final long[] addresses;
  private final List<ArrowBuf> held;

  private LentBatch(int columns) {
    addresses = new long[NativeSlots.BATCH_SLOTS + columns * NativeSlots.BATCH_COLUMN_SLOTS];
    held = new ArrayList<>(columns * NativeSlots.BUFFERS);
  }

  /**
   * Lends a batch until this object is closed.
   *
   * @param batch batch that {@link BatchCheck} has accepted
   */
  static LentBatch of(VectorSchemaRoot batch) {
    List<FieldVector> columns = batch.getFieldVectors();
    LentBatch lent = new LentBatch(columns.size());
    try {
      lent.addresses[NativeSlots.BATCH_ROWS] = batch.getRowCount();
      int at = NativeSlots.BATCH_SLOTS;
      for (FieldVector column : columns) {
        lent.lend(column, at);
        at += NativeSlots.BATCH_COLUMN_SLOTS;
      }
      return lent;
    } catch (RuntimeException | Error e) {
      lent.close();
      throw e;
    }
  }

  /**
   * Stores the addresses of a column. Columns of other kinds are neither keys nor results, so
   * nobody reads them.
   */
  private void lend(FieldVector column, int at) {
    if (column instanceof BaseFixedWidthVector) {
      lend(column, at, column.getDataBuffer());
    } else if (column instanceof BaseVariableWidthVector
        || column instanceof BaseLargeVariableWidthVector) {
      lend(column, at, column.getOffsetBuffer(), column.getDataBuffer());
    }
  }

  private void lend(FieldVector column, int at, ArrowBuf... values) {
    addresses[at + NativeSlots.BATCH_COLUMN_NULLS] = NativeCalls.UNKNOWN;
    addresses[at + NativeSlots.BATCH_COLUMN_BUFFERS] = 1L + values.length;
    int buffer = at + NativeSlots.BATCH_COLUMN_BUFFER;
    addresses[buffer] = hold(column.getValidityBuffer());
    for (ArrowBuf value : values) {
      buffer++;
      addresses[buffer] = hold(value);
    }
  }

  private long hold(ArrowBuf buffer) {
    buffer.getReferenceManager().retain();
    held.add(buffer);
    return buffer.memoryAddress();
  }

  /** Returns the addresses in the form that {@link NativeCalls#probeBatch} takes. */
  long[] addresses() {
    return addresses;
  }

  @Override
  public void close() {
    held.forEach(buffer -> buffer.getReferenceManager().release());
  }
}
