// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A batch whose dictionary-encoded columns are replaced by their values. */
final class DecodedBatch implements AutoCloseable {
  /** A provider without dictionaries. */
  static final DictionaryProvider NO_DICTIONARIES = new DictionaryProvider.MapDictionaryProvider();

  private final List<FieldVector> decoded = new ArrayList<>();
  private VectorSchemaRoot batch;

  private DecodedBatch(VectorSchemaRoot batch) {
    this.batch = batch;
  }

  /**
   * Decodes a batch; copies nothing if no column is dictionary-encoded.
   *
   * @throws InvalidBatchException if an encoded column has no dictionary, an index out of its range
   *     or values of a type that was not announced. The message names the column; other columns are
   *     not checked
   * @throws JoinMemoryException if the allocator of an encoded column has no memory for its values
   */
  static DecodedBatch of(
      VectorSchemaRoot batch, DictionaryProvider dictionaries, BatchCheck check) {
    DecodedBatch result = new DecodedBatch(batch);
    if (batch.getFieldVectors().stream().noneMatch(DecodedBatch::isEncoded)) {
      return result;
    }
    try {
      check.requireColumns(batch);
      result.decode(dictionaries, check);
      return result;
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
  }

  private static boolean isEncoded(FieldVector column) {
    return column.getField().getDictionary() != null;
  }

  private void decode(DictionaryProvider dictionaries, BatchCheck check) {
    List<FieldVector> columns = new ArrayList<>(batch.getFieldVectors());
    for (int i = 0; i < columns.size(); i++) {
      FieldVector column = columns.get(i);
      if (isEncoded(column)) {
        FieldVector values = check.requireDictionary(i, column, batch.getRowCount(), dictionaries);
        columns.set(i, decode(column, values));
      }
    }
    List<Field> fields = columns.stream().map(FieldVector::getField).toList();
    batch = new VectorSchemaRoot(fields, columns, batch.getRowCount());
  }

  private FieldVector decode(FieldVector indexes, FieldVector values) {
    Field field = values.getField();
    FieldVector column =
        new Field(indexes.getName(), FieldType.nullable(field.getType()), field.getChildren())
            .createVector(indexes.getAllocator());
    decoded.add(column);
    int rows = indexes.getValueCount();
    try {
      column.setInitialCapacity(rows);
      column.allocateNew();
      for (int row = 0; row < rows; row++) {
        if (!indexes.isNull(row)) {
          int index = Math.toIntExact(((BaseIntVector) indexes).getValueAsLong(row));
          column.copyFromSafe(index, row, values);
        }
      }
      column.setValueCount(rows);
    } catch (OutOfMemoryException e) {
      throw new JoinMemoryException(
          "The allocator of column "
              + indexes.getName()
              + " has no memory for the decoded values; indexes: "
              + rows,
          e);
    }
    return column;
  }

  /** Returns the batch, which is closed with this object. */
  VectorSchemaRoot batch() {
    return batch;
  }

  /** Frees the decoded columns; the other columns belong to their owner. */
  @Override
  public void close() {
    decoded.forEach(FieldVector::close);
  }
}
