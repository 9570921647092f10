// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import dev.hail.testing.TestSeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Two random tables that can be joined. Key columns are called {@code k0}, {@code k1} and so on,
 * the others as {@link TestTable} calls them.
 */
final class JoinCase implements AutoCloseable {
  private static final int MAX_KEYS = 3;

  private final long seed;
  private final List<TestColumn> buildKeys = new ArrayList<>();
  private final List<TestColumn> probeKeys = new ArrayList<>();
  private final TestTable build;
  private final TestTable probe;

  JoinCase(long seed, BufferAllocator allocator) {
    this.seed = seed;
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    TestColumns columns = new TestColumns(random);
    int keys = random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(MAX_KEYS);
    for (int i = 0; i < keys; i++) {
      List<TestColumn> pair = columns.keyPair("k" + i);
      buildKeys.add(pair.get(0));
      probeKeys.add(pair.get(1));
    }
    this.build = TestTable.of(buildKeys, rows(random), columns, random, allocator);
    this.probe = TestTable.of(probeKeys, rows(random), columns, random, allocator);
  }

  private static int rows(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(3);
      case 1 -> random.nextInt(300);
      default -> random.nextInt(40);
    };
  }

  /** One that takes any keys. */
  static TableChoice anyTable(Random random) {
    TableChoice[] tables = {TableChoice.AUTO, TableChoice.CONCISE_HASH, TableChoice.LINEAR_PROBING};
    return tables[random.nextInt(tables.length)];
  }

  long seed() {
    return seed;
  }

  TestTable build() {
    return build;
  }

  TestTable probe() {
    return probe;
  }

  /** Whether a join of this kind takes so many key columns. */
  boolean allows(JoinKind kind) {
    return !kind.isNullAware() || buildKeys.size() == 1;
  }

  /**
   * A join of the two by a random table, with random columns in its result, {@value TestTable#ID}
   * always among them.
   */
  JoinSpecification specification(JoinKind kind, boolean nullEqual, Random random) {
    int[] batchRows = {1, 2, 7, 64, JoinSpecification.DEFAULT_BATCH_ROWS};
    JoinSpecification.Builder builder =
        JoinSpecification.builder(kind, build.schema(), probe.schema())
            .table(anyTable(random))
            .nullEqual(nullEqual)
            .threads(1 + random.nextInt(3))
            .batchRows(batchRows[random.nextInt(batchRows.length)]);
    if (random.nextBoolean()) {
      builder.bufferedProbes(random.nextInt(1 << random.nextInt(16)));
    }
    for (int i = 0; i < buildKeys.size(); i++) {
      builder.on(buildKeys.get(i).name(), probeKeys.get(i).name());
    }
    if (kind.givesBuildColumns()) {
      builder.buildOutput(build.outputs(random));
    }
    if (kind.givesProbeColumns()) {
      builder.probeOutput(probe.outputs(random));
    }
    return builder.build();
  }

  @Override
  public void close() {
    build.close();
    probe.close();
  }

  @Override
  public String toString() {
    return TestSeeds.hint(seed) + "; build " + build + ", probe " + probe;
  }
}
