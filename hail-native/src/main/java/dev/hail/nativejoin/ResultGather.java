// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Gathers the values of a result, column after column. Closing it discards an unfinished result.
 */
final class ResultGather implements AutoCloseable {
  private final VectorSchemaRoot result;
  private final int rows;
  private int column;
  private boolean finished;

  ResultGather(Schema schema, BufferAllocator allocator, int rows) {
    this.result = VectorSchemaRoot.create(schema, allocator);
    this.rows = rows;
    try {
      for (FieldVector vector : result.getFieldVectors()) {
        vector.setInitialCapacity(rows);
        vector.allocateNew();
      }
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
  }

  /** Returns the next column, which the caller writes. */
  FieldVector next() {
    return result.getVector(column++);
  }

  /** Writes columns of the probe side, by their positions in its schema. */
  void probeColumns(List<Integer> positions, HeldBatch batch, RowPairs pairs) {
    for (int position : positions) {
      FieldVector to = next();
      for (int i = 0; i < rows; i++) {
        int row = pairs.probeRow(i);
        if (row == RowPairs.NONE) {
          to.setNull(i);
        } else {
          to.copyFromSafe(row, i, batch.column(position));
        }
      }
    }
  }

  /** Writes columns of a build side, by their positions in its schema. */
  void buildColumns(List<Integer> positions, BuildRows build, RowPairs pairs) {
    for (int position : positions) {
      FieldVector to = next();
      for (int i = 0; i < rows; i++) {
        long row = pairs.buildRow(i);
        if (row == RowPairs.NONE) {
          to.setNull(i);
        } else {
          FieldVector from = build.column(BuildTable.batch(row), position);
          to.copyFromSafe(BuildTable.place(row), i, from);
        }
      }
    }
  }

  /** Returns the result after all columns are written. */
  VectorSchemaRoot finish() {
    result.setRowCount(rows);
    finished = true;
    return result;
  }

  @Override
  public void close() {
    if (!finished) {
      result.close();
    }
  }
}
