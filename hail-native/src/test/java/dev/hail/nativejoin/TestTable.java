// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import dev.hail.testing.WrongAnswer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A table of random rows. Columns that are no keys are called {@code x0}, ..; a column {@value #ID}
 * numbers the rows.
 *
 * @param keyValues values of the key columns, row by row
 */
record TestTable(VectorSchemaRoot root, List<TestColumn> keys, List<Object[]> keyValues)
    implements AutoCloseable {
  static final String ID = "id";

  static TestTable of(
      List<TestColumn> keys,
      int rows,
      TestColumns columns,
      Random random,
      BufferAllocator allocator) {
    List<TestColumn> all = new ArrayList<>(keys);
    int payloads = random.nextInt(4);
    for (int i = 0; i < payloads; i++) {
      all.add(columns.payload("x" + i));
    }
    TestColumn id = new TestColumn(ID, new ArrowType.Int(32, true), List.of(BigInteger.ZERO), 0);
    all.add(id);
    Collections.shuffle(all, random);
    VectorSchemaRoot root =
        VectorSchemaRoot.create(
            new Schema(all.stream().map(TestColumn::field).toList()), allocator);
    for (FieldVector vector : root.getFieldVectors()) {
      vector.setInitialCapacity(rows);
      vector.allocateNew();
    }
    List<Object[]> keyValues = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      Object[] ofKeys = new Object[keys.size()];
      for (int i = 0; i < all.size(); i++) {
        TestColumn column = all.get(i);
        Object value = column == id ? BigInteger.valueOf(row) : column.draw(random);
        TestColumn.set(root.getVector(i), row, value);
        if (keys.contains(column)) {
          ofKeys[keys.indexOf(column)] = value;
        }
      }
      keyValues.add(ofKeys);
    }
    root.setRowCount(rows);
    return new TestTable(root, List.copyOf(keys), keyValues);
  }

  Schema schema() {
    return root.getSchema();
  }

  /** Names of some columns in any order, {@value #ID} always among them. */
  String[] outputs(Random random) {
    List<String> names = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      if (vector.getName().equals(ID) || random.nextBoolean()) {
        names.add(vector.getName());
      }
    }
    Collections.shuffle(names, random);
    return names.toArray(String[]::new);
  }

  /** The rows in batches of random sizes, to be closed one by one. */
  List<VectorSchemaRoot> batches(Random random) {
    List<VectorSchemaRoot> batches = new ArrayList<>();
    int most = 1 + random.nextInt(random.nextBoolean() ? 10 : 200);
    int row = 0;
    while (row < root.getRowCount()) {
      int rows = Math.min(random.nextInt(most + 1), root.getRowCount() - row);
      batches.add(root.slice(row, rows));
      row += rows;
    }
    return batches;
  }

  /**
   * The number of the row that a row of a result has of this table, after a look at its values.
   *
   * @param columns of the result, those that are of this table
   * @param positions of these columns in the schema of this table
   */
  String id(List<FieldVector> columns, List<Integer> positions, int row) {
    int at = positions.indexOf(root.getFieldVectors().indexOf(root.getVector(ID)));
    IntVector ids = (IntVector) columns.get(at);
    boolean missing = ids.isNull(row);
    for (int i = 0; i < columns.size(); i++) {
      Object expected = missing ? null : root.getVector(positions.get(i)).getObject(ids.get(row));
      Object value = columns.get(i).getObject(row);
      if (!Objects.deepEquals(value, expected)) {
        throw new WrongAnswer(
            String.format(
                "Column %s of a row is %s, but %s in row %s of its table",
                columns.get(i).getField(), show(value), show(expected), ids.getObject(row)));
      }
    }
    return missing ? "null" : Integer.toString(ids.get(row));
  }

  private static String show(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  @Override
  public void close() {
    root.close();
  }

  @Override
  public String toString() {
    return root.getSchema() + " of " + root.getRowCount() + " rows";
  }
}
