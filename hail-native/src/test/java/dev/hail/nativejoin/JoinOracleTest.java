// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins of random tables beside DuckDB's. */
class JoinOracleTest extends OracleFixture {
  private static final int SEEDS = 100;

  static LongStream seeds() {
    return TestSeeds.of(SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyJoinKind_overRandomTables_givesRowsOfSql(long seed) throws SQLException {
    Random random = new Random(seed);
    try (BufferAllocator allocator = new RootAllocator();
        JoinCase joinCase = new JoinCase(seed, allocator)) {
      oracle.load(joinCase);
      for (JoinKind kind : JoinKind.values()) {
        boolean nullEqual = random.nextBoolean();
        if (joinCase.allows(kind)) {
          compare(joinCase, joinCase.specification(kind, nullEqual, random), allocator);
        }
      }
    }
  }

  private void compare(
      JoinCase joinCase, JoinSpecification specification, BufferAllocator allocator)
      throws SQLException {
    List<String> expected = oracle.rows(specification.kind(), specification.nullEqual());
    for (Joins joins : Implementations.all()) {
      String what =
          joins.name()
              + ", "
              + specification.kind()
              + (specification.nullEqual() ? " with equal NULLs" : "")
              + "; "
              + joinCase;
      JoinRun run = new JoinRun(joinCase, specification, allocator, joinCase.seed());
      try {
        List<String> rows = run.rows(joins, directory.resolve("image"));
        RightAnswer.expect(() -> assertThat(rows).as(what).isEqualTo(expected));
      } catch (RuntimeException e) {
        throw new AssertionError(what, e);
      }
    }
  }
}
