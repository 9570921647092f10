// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several joins at once of random tables beside DuckDB's. */
class StarOracleTest extends OracleFixture {
  private static final int SEEDS = 120;

  static LongStream seeds() {
    return TestSeeds.of(SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void star_overRandomTables_givesRowsOfSql(long seed) throws SQLException {
    try (BufferAllocator allocator = new RootAllocator();
        StarCase star = new StarCase(seed, allocator)) {
      oracle.load("p", star.probe());
      for (int join = 0; join < star.specifications().size(); join++) {
        oracle.load("b" + join, star.build(join));
      }
      List<String> expected = oracle.rows(star.sql());
      for (Joins joins : Implementations.all()) {
        String what = joins.name() + "; " + star;
        try {
          RightAnswer.expect(
              rows(joins, star, allocator), rows -> assertThat(rows).as(what).isEqualTo(expected));
        } catch (RuntimeException e) {
          throw new AssertionError(what, e);
        }
      }
    }
  }

  private List<String> rows(Joins joins, StarCase star, BufferAllocator allocator) {
    Random random = new Random(star.seed());
    List<BuiltJoin> built = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try {
      for (int join = 0; join < star.specifications().size(); join++) {
        built.add(build(joins, star, join, random, allocator));
      }
      try (JoinProbe probe = joins.starProbe(built, star.options(), allocator)) {
        if (random.nextBoolean()) {
          built.forEach(BuiltJoin::close);
        }
        for (VectorSchemaRoot batch : star.probe().batches(random)) {
          JoinRun.add(batch, random, probe::add, probe::add);
          take(probe, star, found);
        }
        assertThat(probe.finish()).isZero();
        take(probe, star, found);
      }
    } finally {
      built.forEach(BuiltJoin::close);
    }
    return found.stream().sorted().toList();
  }

  private BuiltJoin build(
      Joins joins, StarCase star, int join, Random random, BufferAllocator allocator) {
    try (JoinBuild build = joins.build(star.specifications().get(join), allocator)) {
      for (VectorSchemaRoot batch : star.build(join).batches(random)) {
        JoinRun.add(batch, random, build::add, build::add);
      }
      if (random.nextInt(4) > 0) {
        return build.finish();
      }
      Path image = directory.resolve(joins.name() + join);
      try (BuiltJoin saved = build.finish()) {
        saved.save(image);
      }
      return joins.map(image, true, allocator);
    }
  }

  private static void take(JoinProbe probe, StarCase star, List<String> found) {
    for (VectorSchemaRoot rows = probe.next(); rows != null; rows = probe.next()) {
      try (VectorSchemaRoot result = rows) {
        assertThat(result.getRowCount()).isBetween(1, star.options().batchRows());
        assertThat(result.getSchema()).isEqualTo(probe.resultSchema());
        for (int row = 0; row < result.getRowCount(); row++) {
          found.add(row(result, row, star));
        }
      }
    }
  }

  private static String row(VectorSchemaRoot result, int row, StarCase star) {
    List<FieldVector> columns = result.getFieldVectors();
    List<String> ids = new ArrayList<>();
    int at = star.probeOutputs().size();
    ids.add(star.probe().id(columns.subList(0, at), star.probeOutputs(), row));
    for (int join = 0; join < star.specifications().size(); join++) {
      List<Integer> outputs = star.specifications().get(join).buildOutputs();
      if (!outputs.isEmpty()) {
        ids.add(star.build(join).id(columns.subList(at, at + outputs.size()), outputs, row));
        at += outputs.size();
      }
    }
    assertThat(at).isEqualTo(columns.size());
    return ids.toString();
  }
}
