package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Whether batches are what was announced. */
final class BatchCheck {
  private final String side;
  private final Schema announced;

  BatchCheck(String side, Schema announced) {
    this.side = side;
    this.announced = announced;
  }

  /**
   * Compares columns, numbers of rows and sizes of buffers, in a time that does not depend on the
   * number of rows but for columns that must not be NULL.
   *
   * @throws InvalidBatchException that names the column
   */
  void require(VectorSchemaRoot batch) {
    List<FieldVector> vectors = batch.getFieldVectors();
    List<Field> fields = announced.getFields();
    if (vectors.size() != fields.size()) {
      throw new InvalidBatchException(
          "A batch of the "
              + side
              + " side has "
              + vectors.size()
              + " columns; announced were "
              + fields.size());
    }
    for (int i = 0; i < fields.size(); i++) {
      requireColumn(i, fields.get(i), vectors.get(i), batch.getRowCount());
    }
  }

  /**
   * As {@link #require}, and that no text begins before the one above it.
   *
   * @throws InvalidBatchException that names the column
   */
  void requireWhole(VectorSchemaRoot batch) {
    require(batch);
    List<FieldVector> vectors = batch.getFieldVectors();
    for (int i = 0; i < vectors.size(); i++) {
      FieldVector vector = vectors.get(i);
      for (int row = 0; row < vector.getValueCount(); row++) {
        if (offset(vector, row) > offset(vector, row + 1)) {
          throw refusal(i, vector.getField(), "has offsets that descend at row " + row);
        }
      }
    }
  }

  private void requireColumn(int position, Field field, FieldVector vector, int rows) {
    Field found = vector.getField();
    if (!found.getName().equals(field.getName()) || !found.getType().equals(field.getType())) {
      throw refusal(
          position, field, "is " + found.getName() + ": " + found.getType() + " in this batch");
    }
    if (found.getDictionary() != null) {
      throw refusal(position, field, "is dictionary-encoded in this batch");
    }
    if (vector.getValueCount() != rows) {
      throw refusal(
          position, field, "has " + vector.getValueCount() + " values in a batch of " + rows);
    }
    if (rows > 0) {
      requireBuffers(position, field, vector);
    }
    if (!field.isNullable() && vector.getNullCount() > 0) {
      throw refusal(
          position, field, "must not be NULL but has " + vector.getNullCount() + " NULLs");
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
    // Vectors of other vectors have no buffer of values.
    if (first < 0 || end < first || (end > 0 && end > data(vector))) {
      throw refusal(
          position,
          field,
          "has texts from byte " + first + " to " + end + " in a buffer of " + data(vector));
    }
  }

  /** Where the value of a row begins, 0 for values of fixed size. */
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
