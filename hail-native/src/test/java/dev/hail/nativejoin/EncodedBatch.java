// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A batch some of whose columns are in dictionaries of their own, with indexes of any type. */
final class EncodedBatch implements AutoCloseable {
  private static final int[] INDEX_BITS = {8, 16, 32, 64};

  private final DictionaryProvider.MapDictionaryProvider dictionaries =
      new DictionaryProvider.MapDictionaryProvider();
  private final List<FieldVector> made = new ArrayList<>();
  private final VectorSchemaRoot batch;

  private EncodedBatch(VectorSchemaRoot plain, Random random) {
    List<FieldVector> columns = new ArrayList<>(plain.getFieldVectors());
    for (int i = 0; i < columns.size(); i++) {
      if (random.nextBoolean()) {
        columns.set(i, encode(columns.get(i), i, random));
      }
    }
    batch =
        new VectorSchemaRoot(
            columns.stream().map(FieldVector::getField).toList(), columns, plain.getRowCount());
  }

  /** Encodes about half of the columns of a batch, which stays the caller's. */
  static EncodedBatch of(VectorSchemaRoot plain, Random random) {
    return new EncodedBatch(plain, random);
  }

  private FieldVector encode(FieldVector column, int id, Random random) {
    int rows = column.getValueCount();
    FieldVector values = column.getField().createVector(column.getAllocator());
    made.add(values);
    values.setInitialCapacity(rows);
    values.allocateNew();
    for (int row = 0; row < rows; row++) {
      values.copyFromSafe(rows - 1 - row, row, column);
    }
    values.setValueCount(rows);
    DictionaryEncoding encoding = new DictionaryEncoding(id, false, indexType(rows, random));
    dictionaries.put(new Dictionary(values, encoding));
    FieldType type = new FieldType(true, encoding.getIndexType(), encoding);
    FieldVector indexes =
        new Field(column.getName(), type, null).createVector(column.getAllocator());
    made.add(indexes);
    indexes.setInitialCapacity(rows);
    indexes.allocateNew();
    for (int row = 0; row < rows; row++) {
      // A NULL is one of the dictionary or has no index.
      if (!column.isNull(row) || random.nextBoolean()) {
        ((BaseIntVector) indexes).setWithPossibleTruncate(row, rows - 1 - row);
      }
    }
    indexes.setValueCount(rows);
    return indexes;
  }

  private static ArrowType.Int indexType(int values, Random random) {
    boolean signed = random.nextBoolean();
    int bits = INDEX_BITS[random.nextInt(INDEX_BITS.length)];
    // The tables here have a few hundred rows.
    int least = values <= Byte.MAX_VALUE ? Byte.SIZE : Short.SIZE;
    return new ArrowType.Int(Math.max(least, bits), signed);
  }

  VectorSchemaRoot batch() {
    return batch;
  }

  DictionaryProvider dictionaries() {
    return dictionaries;
  }

  @Override
  public void close() {
    made.forEach(FieldVector::close);
  }
}
