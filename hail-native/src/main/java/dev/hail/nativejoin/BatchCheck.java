// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Checks that batches match the announced schema. */
final class BatchCheck {
  private final String side;
  private final Schema announced;

  BatchCheck(String side, Schema announced) {
    this.side = side;
    this.announced = announced;
  }

  /**
   * Compares columns, numbers of rows and sizes of buffers. The time does not depend on the number
   * of rows, except for columns that must not be NULL.
   *
   * @throws InvalidBatchException if a column does not match; the message names it
   */
  void require(VectorSchemaRoot batch) {
    requireColumns(batch);
    List<FieldVector> vectors = batch.getFieldVectors();
    List<Field> fields = announced.getFields();
    for (int i = 0; i < fields.size(); i++) {
      requireColumn(i, fields.get(i), vectors.get(i), batch.getRowCount());
    }
  }

  /**
   * Compares the number of columns.
   *
   * @throws InvalidBatchException if it differs from the announced number
   */
  void requireColumns(VectorSchemaRoot batch) {
    List<FieldVector> vectors = batch.getFieldVectors();
    List<Field> fields = announced.getFields();
    if (vectors.size() != fields.size()) {
      throw new InvalidBatchException(
          "A batch of the "
              + side
              + " side has the wrong number of columns: "
              + vectors.size()
              + ", not "
              + fields.size());
    }
  }

  /**
   * Returns the values of a dictionary-encoded column. Checks that they have the announced type and
   * that each row that is not NULL has a valid index.
   *
   * @param rows number of rows in the batch
   * @throws InvalidBatchException if a column does not match; the message names it
   */
  FieldVector requireDictionary(
      int position, FieldVector indexes, int rows, DictionaryProvider dictionaries) {
    Field field = announced.getFields().get(position);
    long id = indexes.getField().getDictionary().getId();
    Dictionary dictionary = dictionaries.lookup(id);
    if (dictionary == null) {
      throw refusal(
          position,
          field,
          "is encoded with dictionary "
              + id
              + " in this batch; pass this dictionary with the batch");
    }
    if (!(indexes instanceof BaseIntVector numbers)) {
      throw refusal(position, field, "has indexes of type " + indexes.getField().getType());
    }
    requireValues(position, field, indexes, rows);
    FieldVector values = dictionary.getVector();
    Field found = values.getField();
    if (!found.getType().equals(field.getType()) || found.getDictionary() != null) {
      throw refusal(position, field, "has a dictionary of " + found);
    }
    requireValues(position, field, values, values.getValueCount());
    requireAscending(position, field, values);
    for (int row = 0; row < rows; row++) {
      if (!indexes.isNull(row)) {
        long index = numbers.getValueAsLong(row);
        if (index < 0 || index >= values.getValueCount()) {
          throw refusal(
              position,
              field,
              "has index "
                  + index
                  + " at row "
                  + row
                  + ", but its dictionary has "
                  + values.getValueCount()
                  + " values");
        }
      }
    }
    return values;
  }

  /**
   * Checks as {@link #require} and that the offsets of texts never decrease.
   *
   * @throws InvalidBatchException if a column does not match; the message names it
   */
  void requireWhole(VectorSchemaRoot batch) {
    require(batch);
    List<FieldVector> vectors = batch.getFieldVectors();
    for (int i = 0; i < vectors.size(); i++) {
      requireAscending(i, announced.getFields().get(i), vectors.get(i));
    }
  }

  private void requireAscending(int position, Field field, FieldVector vector) {
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (offset(vector, row) > offset(vector, row + 1)) {
        throw refusal(position, field, "has offsets that descend at row " + row);
      }
    }
  }

  private void requireColumn(int position, Field field, FieldVector vector, int rows) {
    Field found = vector.getField();
    if (!found.getName().equals(field.getName()) || !found.getType().equals(field.getType())) {
      throw refusal(
          position, field, "is " + found.getName() + ": " + found.getType() + " in this batch");
    }
    requireValues(position, field, vector, rows);
    if (!field.isNullable() && vector.getNullCount() > 0) {
      throw refusal(position, field, "must not be NULL; number of NULLs: " + vector.getNullCount());
    }
  }

  private void requireValues(int position, Field field, FieldVector vector, int rows) {
    if (vector.getValueCount() != rows) {
      throw refusal(
          position, field, "has " + vector.getValueCount() + " values in a batch of " + rows);
    }
    if (rows > 0) {
      requireBuffers(position, field, vector);
    }
  }

  private void requireBuffers(int position, Field field, FieldVector vector) {
    try {
      vector.validate();
    } catch (RuntimeException e) {
      throw new InvalidBatchException(
          describe(position, field, "is damaged: " + e.getMessage()), e);
    }
    long first = offset(vector, 0);
    long end = offset(vector, vector.getValueCount());
    // Nested vectors have no buffer of values.
    if (first < 0 || end < first || (end > 0 && end > data(vector))) {
      throw refusal(
          position,
          field,
          "has texts from byte " + first + " to " + end + " in a buffer of " + data(vector));
    }
  }

  /**
   * Returns where the value of a row begins in its buffer, in bytes; 0 for values of fixed size.
   */
  private static long offset(FieldVector vector, int row) {
    if (vector instanceof BaseVariableWidthVector) {
      return vector.getOffsetBuffer().getInt((long) row * Integer.BYTES);
    }
    if (vector instanceof BaseLargeVariableWidthVector) {
      return vector.getOffsetBuffer().getLong((long) row * Long.BYTES);
    }
    return 0;
  }

  private static long data(FieldVector vector) {
    ArrowBuf data = vector.getDataBuffer();
    return data == null ? 0 : data.capacity();
  }

  private InvalidBatchException refusal(int position, Field field, String what) {
    return new InvalidBatchException(describe(position, field, what));
  }

  private String describe(int position, Field field, String what) {
    return "Column "
        + (position + 1)
        + " of the "
        + side
        + " side, announced as "
        + field.getName()
        + ": "
        + field.getType()
        + ", "
        + what;
  }
}
