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

/** A batch with the values of its dictionary-encoded columns in place of the indexes. */
final class DecodedBatch implements AutoCloseable {
  /** Knows no dictionary. */
  static final DictionaryProvider NO_DICTIONARIES = new DictionaryProvider.MapDictionaryProvider();

  private final List<FieldVector> decoded = new ArrayList<>();
  private VectorSchemaRoot batch;

  private DecodedBatch(VectorSchemaRoot batch) {
    this.batch = batch;
  }

  /**
   * Decodes a batch, which nothing is copied of if no column is encoded.
   *
   * @throws InvalidBatchException that names an encoded column without a dictionary, with indexes
   *     beyond it, or with values of another type than announced; other columns are not looked at
   * @throws JoinMemoryException if the allocator of a column does not allow its values
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
              + " does not allow the values of its "
              + rows
              + " indexes",
          e);
    }
    return column;
  }

  /** The batch, to be closed with this only. */
  VectorSchemaRoot batch() {
    return batch;
  }

  /** Frees decoded columns; the others stay their owner's. */
  @Override
  public void close() {
    decoded.forEach(FieldVector::close);
  }
}
