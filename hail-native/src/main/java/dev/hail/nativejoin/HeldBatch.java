// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/** Keeps the buffers of a batch alive even if its owner closes it. */
final class HeldBatch implements AutoCloseable {
  private final List<FieldVector> columns;
  private final int rows;

  HeldBatch(VectorSchemaRoot batch) {
    this.columns = batch.getFieldVectors().stream().map(HeldBatch::hold).toList();
    this.rows = batch.getRowCount();
  }

  private static FieldVector hold(FieldVector vector) {
    TransferPair pair = vector.getTransferPair(vector.getAllocator());
    pair.splitAndTransfer(0, vector.getValueCount());
    return (FieldVector) pair.getTo();
  }

  int rows() {
    return rows;
  }

  FieldVector column(int position) {
    return columns.get(position);
  }

  @Override
  public void close() {
    columns.forEach(FieldVector::close);
  }
}
