// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Makes vectors from results of native code without copying their values. */
final class ResultReader {
  private final Schema schema;
  private final BufferAllocator allocator;

  /**
   * @param schema schema of the results; joins take the types of all its columns
   * @param allocator allocator to which results are charged
   */
  ResultReader(Schema schema, BufferAllocator allocator) {
    this.schema = schema;
    this.allocator = allocator;
  }

  Schema schema() {
    return schema;
  }

  /** Returns an array of the size that {@link NativeCalls#probeNext} needs. */
  long[] newAddresses() {
    int columns = schema.getFields().size();
    return new long[NativeSlots.RESULT_SLOTS + columns * NativeSlots.RESULT_COLUMN_SLOTS];
  }

  /**
   * Makes a batch from a result of at least one row.
   *
   * @param addresses addresses that {@link NativeCalls#probeNext} has written
   * @param result owner of the memory, which the caller closes
   * @return a batch that the caller closes
   */
  VectorSchemaRoot take(long[] addresses, NativeResult result) {
    int rows = Math.toIntExact(addresses[NativeSlots.RESULT_ROWS]);
    List<FieldVector> columns = new ArrayList<>(schema.getFields().size());
    try {
      int at = NativeSlots.RESULT_SLOTS;
      for (Field field : schema.getFields()) {
        FieldVector column = field.createVector(allocator);
        columns.add(column);
        load(column, rows, addresses, at, result);
        at += NativeSlots.RESULT_COLUMN_SLOTS;
      }
      return new VectorSchemaRoot(schema, columns, rows);
    } catch (RuntimeException | Error e) {
      columns.forEach(FieldVector::close);
      throw e;
    }
  }

  private void load(FieldVector column, int rows, long[] addresses, int at, NativeResult result) {
    long nulls = addresses[at + NativeSlots.RESULT_COLUMN_NULLS];
    int first = at + NativeSlots.RESULT_COLUMN_BUFFER;
    List<ArrowBuf> buffers = new ArrayList<>(NativeSlots.BUFFERS);
    try {
      buffers.add(
          // For none the column makes its own.
          addresses[first] == 0
              ? allocator.getEmpty()
              : result.buffer(addresses[first], bytesOfBits(rows), allocator));
      if (column instanceof BaseFixedWidthVector fixed) {
        long bytes =
            column instanceof BitVector ? bytesOfBits(rows) : (long) rows * fixed.getTypeWidth();
        buffers.add(result.buffer(addresses[first + 1], bytes, allocator));
      } else {
        boolean narrow = column instanceof BaseVariableWidthVector;
        int width = narrow ? Integer.BYTES : Long.BYTES;
        ArrowBuf offsets = result.buffer(addresses[first + 1], (rows + 1L) * width, allocator);
        buffers.add(offsets);
        long end = (long) rows * width;
        long bytes = narrow ? offsets.getInt(end) : offsets.getLong(end);
        buffers.add(result.buffer(addresses[first + 2], bytes, allocator));
      }
      column.loadFieldBuffers(new ArrowFieldNode(rows, nulls), buffers);
    } finally {
      // The column has its own references.
      buffers.forEach(ArrowBuf::close);
    }
  }

  private static long bytesOfBits(int rows) {
    return (rows + 7L) / Byte.SIZE;
  }
}
