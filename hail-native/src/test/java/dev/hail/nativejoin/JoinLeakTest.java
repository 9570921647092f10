// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins by the ten thousand, given up at every stage. */
class JoinLeakTest {
  private static final int JOINS = 10_000;
  private static final int STAGES = 5;

  static List<Joins> joins() {
    return Implementations.all();
  }

  @ParameterizedTest
  @MethodSource("joins")
  void join_endedAnywhere_leavesNothing(Joins joins) {
    // Closing the allocator fails if a byte of it is in use.
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 3)) {
      openAndClose(joins, batch, JOINS, allocator);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void star_endedAnywhere_leavesNothing(Joins joins) {
    StarOptions single = StarOptions.builder().batchRows(1).build();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 3);
        BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 3)) {
      for (int i = 0; i < JOINS; i++) {
        try (JoinProbe probe = joins.starProbe(List.of(join, join), single, allocator)) {
          if (i % 3 > 0) {
            probe.add(batch);
          }
          if (i % 3 > 1) {
            probe.next().close();
          }
        }
      }
    }
  }

  /**
   * Begins so many joins, with a batch on both sides, and closes them at one stage after another.
   */
  static void openAndClose(
      Joins joins, VectorSchemaRoot batch, int number, BufferAllocator allocator) {
    JoinSpecification direct = Tables.on(JoinKind.FULL_OUTER).batchRows(1).build();
    // Two of three rows are looked up before one waits.
    JoinSpecification buffered =
        Tables.on(JoinKind.FULL_OUTER).batchRows(1).bufferedProbes(2 * 29).build();
    for (int i = 0; i < number; i++) {
      openAndClose(joins, i % 2 == 0 ? direct : buffered, batch, i % STAGES, allocator);
    }
  }

  private static void openAndClose(
      Joins joins,
      JoinSpecification specification,
      VectorSchemaRoot batch,
      int stage,
      BufferAllocator allocator) {
    try (JoinBuild build = joins.build(specification, allocator)) {
      if (stage == 0) {
        return;
      }
      build.add(batch);
      if (stage == 1) {
        return;
      }
      try (BuiltJoin join = build.finish()) {
        if (stage == 2) {
          return;
        }
        try (JoinProbe probe = join.probe()) {
          probe.add(batch);
          if (stage > 3) {
            // One of three rows.
            probe.next().close();
          }
        }
      }
    }
  }
}
