// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Small tables of a number {@code key} and a text {@code name}. */
final class Tables {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("key", new ArrowType.Int(64, true)),
              Field.nullable("name", ArrowType.Utf8.INSTANCE)));

  private Tables() {}

  /** Rows with the keys {@code first}, {@code first + 1}, .. and a text made of each. */
  static VectorSchemaRoot ascending(BufferAllocator allocator, long first, int rows) {
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    BigIntVector keys = (BigIntVector) root.getVector(0);
    VarCharVector names = (VarCharVector) root.getVector(1);
    for (int row = 0; row < rows; row++) {
      keys.setSafe(row, first + row);
      names.setSafe(row, ("name " + (first + row)).getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(rows);
    return root;
  }

  /** A specification on {@code key} with all columns. */
  static JoinSpecification.Builder on(JoinKind kind) {
    return JoinSpecification.builder(kind, SCHEMA, SCHEMA).on("key");
  }

  /** A join whose build side is one batch. */
  static BuiltJoin join(
      Joins joins, JoinSpecification specification, BufferAllocator allocator, int rows) {
    try (JoinBuild build = joins.build(specification, allocator);
        VectorSchemaRoot batch = ascending(allocator, 0, rows)) {
      build.add(batch);
      return build.finish();
    }
  }

  /** Takes all results there are for now and returns the number of their rows. */
  static long drain(JoinProbe probe) {
    long rows = 0;
    for (VectorSchemaRoot next = probe.next(); next != null; next = probe.next()) {
      try (VectorSchemaRoot result = next) {
        rows += result.getRowCount();
      }
    }
    return rows;
  }
}
