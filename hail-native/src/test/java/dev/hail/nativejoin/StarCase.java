// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import dev.hail.testing.TestSeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A random table of the probe side and those of the build sides of several joins, of random kinds.
 * Key columns are called {@code k}, the number of the join, and the number of the key.
 */
final class StarCase implements AutoCloseable {
  private static final List<JoinKind> KINDS =
      List.of(
          JoinKind.INNER,
          JoinKind.PROBE_OUTER,
          JoinKind.PROBE_SEMI,
          JoinKind.PROBE_ANTI,
          JoinKind.NULL_AWARE_ANTI);
  private static final int MAX_JOINS = 4;
  private static final int[] BATCH_ROWS = {1, 2, 7, 64, JoinSpecification.DEFAULT_BATCH_ROWS};

  private final long seed;
  private final TestTable probe;
  private final List<TestTable> builds = new ArrayList<>();
  private final List<JoinSpecification> specifications = new ArrayList<>();
  private final List<String> probeOutputs;
  private final int batchRows;

  StarCase(long seed, BufferAllocator allocator) {
    this.seed = seed;
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    TestColumns columns = new TestColumns(random);
    int joins = 1 + random.nextInt(MAX_JOINS);
    List<TestColumn> probeKeys = new ArrayList<>();
    List<List<TestColumn>> buildKeys = new ArrayList<>();
    for (int join = 0; join < joins; join++) {
      buildKeys.add(new ArrayList<>());
      int keys = 1 + random.nextInt(3) / 2;
      for (int key = 0; key < keys; key++) {
        List<TestColumn> pair = columns.keyPair("k" + join + "_" + key);
        buildKeys.get(join).add(pair.get(0));
        probeKeys.add(pair.get(1));
      }
    }
    this.probe = TestTable.of(probeKeys, random.nextInt(80), columns, random, allocator);
    for (List<TestColumn> keys : buildKeys) {
      // Each join multiplies the rows of the result.
      int rows = random.nextInt(joins < 3 ? 30 : 10);
      TestTable build = TestTable.of(keys, rows, columns, random, allocator);
      builds.add(build);
      JoinKind kind = KINDS.get(random.nextInt(keys.size() == 1 ? KINDS.size() : 4));
      JoinSpecification.Builder builder =
          JoinSpecification.builder(kind, build.schema(), probe.schema())
              .table(JoinCase.anyTable(random))
              .nullEqual(random.nextInt(3) == 0)
              .probeOutput(probe.outputs(random));
      keys.forEach(key -> builder.on(key.name()));
      if (kind.givesBuildColumns()) {
        builder.buildOutput(build.outputs(random));
      }
      specifications.add(builder.build());
    }
    this.probeOutputs = List.of(probe.outputs(random));
    this.batchRows = BATCH_ROWS[random.nextInt(BATCH_ROWS.length)];
  }

  long seed() {
    return seed;
  }

  TestTable probe() {
    return probe;
  }

  TestTable build(int join) {
    return builds.get(join);
  }

  List<JoinSpecification> specifications() {
    return specifications;
  }

  StarOptions options() {
    return StarOptions.builder()
        .probeOutput(probeOutputs.toArray(String[]::new))
        .batchRows(batchRows)
        .build();
  }

  /** Positions of the options' columns. */
  List<Integer> probeOutputs() {
    return options().probeOutputs(new SideColumns("probe", probe.schema()));
  }

  /** The question in SQL: numbers of the rows, of the probe side and of those that are paired. */
  String sql() {
    StringBuilder select = new StringBuilder("SELECT p.id");
    StringBuilder from = new StringBuilder(" FROM p");
    StringBuilder where = new StringBuilder(" WHERE true");
    for (int join = 0; join < specifications.size(); join++) {
      String table = "b" + join;
      JoinSpecification specification = specifications.get(join);
      String equal = specification.nullEqual() ? " IS NOT DISTINCT FROM " : " = ";
      List<TestColumn> keys = builds.get(join).keys();
      String condition =
          keys.stream()
              .map(key -> "p." + key.name() + equal + table + "." + key.name())
              .collect(Collectors.joining(" AND "));
      String exists = "EXISTS (SELECT 1 FROM " + table + " WHERE " + condition + ")";
      String key = keys.get(0).name();
      String in =
          specification.nullEqual()
              ? exists
              : "p." + key + " IN (SELECT " + key + " FROM " + table + ")";
      switch (specification.kind()) {
        case INNER -> from.append(" JOIN " + table + " ON " + condition);
        case PROBE_OUTER -> from.append(" LEFT JOIN " + table + " ON " + condition);
        case PROBE_SEMI -> where.append(" AND " + exists);
        case PROBE_ANTI -> where.append(" AND NOT " + exists);
        default -> where.append(" AND NOT (" + in + ")");
      }
      if (specification.kind().givesBuildColumns()) {
        select.append(", " + table + ".id");
      }
    }
    return select.append(from).append(where).toString();
  }

  @Override
  public void close() {
    probe.close();
    builds.forEach(TestTable::close);
  }

  @Override
  public String toString() {
    return TestSeeds.hint(seed) + "; probe " + probe + ", builds " + builds + ", " + sql();
  }
}
