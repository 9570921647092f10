// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.nativejoin.JoinBuild;
import dev.hail.nativejoin.JoinKind;
import dev.hail.nativejoin.JoinSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes the rows that map tasks join. The build side has the keys 0 to {@code keys} - 1 once each,
 * in scattered order; the probe side has random ones. Both sides have a payload, and the result
 * consists of both.
 */
final class MapTaskRows {
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final Schema BUILD =
      new Schema(List.of(Field.nullable("key", LONG), Field.nullable("value", LONG)));
  private static final Schema PROBE =
      new Schema(List.of(Field.nullable("key", LONG), Field.nullable("tag", LONG)));

  /** A prime larger than the number of keys, so that each key comes once. */
  private static final long STEP = Integer.MAX_VALUE;

  private static final int BUILD_BATCH = 1 << 16;

  private MapTaskRows() {}

  /** Returns the join, which gives columns {@code tag} and {@code value} of matching rows. */
  static JoinSpecification join(int batchRows, int threads) {
    return JoinSpecification.builder(JoinKind.INNER, BUILD, PROBE)
        .on("key")
        .probeOutput("tag")
        .buildOutput("value")
        .batchRows(batchRows)
        .threads(threads)
        .build();
  }

  /** Returns the build side's payload of a key. */
  static long value(long key) {
    return 3 * key + 1;
  }

  /**
   * Adds the build side.
   *
   * @param keys number of keys, at most 10^9
   */
  static void addBuildSide(JoinBuild build, long keys, BufferAllocator allocator) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(BUILD, allocator)) {
      for (long from = 0; from < keys; from += BUILD_BATCH) {
        int rows = (int) Math.min(BUILD_BATCH, keys - from);
        BigIntVector key = column(batch, 0, rows);
        BigIntVector value = column(batch, 1, rows);
        for (int row = 0; row < rows; row++) {
          long number = (from + row) * STEP % keys;
          key.set(row, number);
          value.set(row, value(number));
        }
        batch.setRowCount(rows);
        build.add(batch);
      }
    }
  }

  /**
   * Returns the batches of the probe side, which the caller closes. The tag of a row is its key.
   */
  static List<VectorSchemaRoot> probeSide(
      long rows, int batchRows, long keys, long seed, BufferAllocator allocator) {
    SplittableRandom random = new SplittableRandom(seed);
    List<VectorSchemaRoot> batches = new ArrayList<>();
    for (long from = 0; from < rows; from += batchRows) {
      VectorSchemaRoot batch = VectorSchemaRoot.create(PROBE, allocator);
      batches.add(batch);
      int count = (int) Math.min(batchRows, rows - from);
      BigIntVector key = column(batch, 0, count);
      BigIntVector tag = column(batch, 1, count);
      for (int row = 0; row < count; row++) {
        long number = random.nextLong(keys);
        key.set(row, number);
        tag.set(row, number);
      }
      batch.setRowCount(count);
    }
    return batches;
  }

  private static BigIntVector column(VectorSchemaRoot batch, int position, int rows) {
    BigIntVector column = (BigIntVector) batch.getVector(position);
    column.allocateNew(rows);
    return column;
  }
}
