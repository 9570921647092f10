// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * One run of a join over a {@link JoinCase}, with random batches and probes, possibly by way of an
 * image. Every value of the result is compared with the one in the row it is said to come from.
 */
final class JoinRun {
  private final JoinCase joinCase;
  private final JoinSpecification specification;
  private final BufferAllocator allocator;
  private final Random random;
  private final List<String> found = new ArrayList<>();
  private long count;

  JoinRun(
      JoinCase joinCase, JoinSpecification specification, BufferAllocator allocator, long seed) {
    this.joinCase = joinCase;
    this.specification = specification;
    this.allocator = allocator;
    this.random = new Random(seed);
  }

  /**
   * The rows in the form of {@link JoinOracle#rows}.
   *
   * @param image where an image may be written
   */
  List<String> rows(Joins joins, Path image) {
    try (JoinBuild build = joins.build(specification, allocator)) {
      for (VectorSchemaRoot batch : joinCase.build().batches(random)) {
        add(batch, random, build::add, build::add);
      }
      try (BuiltJoin join = build.finish()) {
        if (random.nextInt(4) == 0) {
          join.save(image);
          try (BuiltJoin mapped = joins.map(image, random.nextBoolean(), allocator)) {
            probe(mapped);
          }
        } else {
          probe(join);
        }
      }
    }
    if (specification.kind() == JoinKind.COUNT) {
      found.add("[" + count + "]");
    }
    return found.stream().sorted().toList();
  }

  /** Adds a batch, at times with columns in dictionaries, and closes it. */
  static void add(
      VectorSchemaRoot batch,
      Random random,
      Consumer<VectorSchemaRoot> plain,
      BiConsumer<VectorSchemaRoot, DictionaryProvider> encoded) {
    if (random.nextInt(3) == 0) {
      try (EncodedBatch columns = EncodedBatch.of(batch, random)) {
        encoded.accept(columns.batch(), columns.dictionaries());
      }
    } else {
      plain.accept(batch);
    }
    batch.close();
  }

  private void probe(BuiltJoin join) {
    assertThat(join.probeSchema()).isEqualTo(specification.probeSchema());
    assertThat(join.resultSchema()).isEqualTo(specification.resultSchema());
    List<JoinProbe> probes = new ArrayList<>();
    try {
      int number = 1 + random.nextInt(3);
      while (probes.size() < number) {
        probes.add(join.probe());
      }
      for (VectorSchemaRoot batch : joinCase.probe().batches(random)) {
        JoinProbe probe = probes.get(random.nextInt(number));
        add(batch, random, probe::add, probe::add);
        take(probe);
      }
      Collections.shuffle(probes, random);
      for (int i = 0; i < number; i++) {
        assertThat(probes.get(i).finish()).isEqualTo(number - 1 - i);
        take(probes.get(i));
      }
    } finally {
      probes.forEach(JoinProbe::close);
    }
  }

  private void take(JoinProbe probe) {
    for (VectorSchemaRoot rows = probe.next(); rows != null; rows = probe.next()) {
      try (VectorSchemaRoot result = rows) {
        assertThat(result.getRowCount()).isBetween(1, specification.batchRows());
        assertThat(result.getSchema()).isEqualTo(specification.resultSchema());
        for (int row = 0; row < result.getRowCount(); row++) {
          found.addAll(row(result, row));
        }
      }
    }
    assertThat(probe.next()).isNull();
  }

  /** The row in a list, or none for a count. */
  private List<String> row(VectorSchemaRoot result, int row) {
    JoinKind kind = specification.kind();
    if (kind == JoinKind.COUNT) {
      count += ((BigIntVector) result.getVector(0)).get(row);
      return List.of();
    }
    List<String> values = new ArrayList<>();
    int probeColumns = specification.probeOutputs().size();
    if (kind.givesProbeColumns()) {
      List<FieldVector> columns = result.getFieldVectors().subList(0, probeColumns);
      values.add(joinCase.probe().id(columns, specification.probeOutputs(), row));
    }
    if (kind.givesBuildColumns()) {
      int end = probeColumns + specification.buildOutputs().size();
      List<FieldVector> columns = result.getFieldVectors().subList(probeColumns, end);
      values.add(joinCase.build().id(columns, specification.buildOutputs(), row));
    }
    if (kind == JoinKind.MARK) {
      Boolean mark = ((BitVector) result.getVector(probeColumns)).getObject(row);
      values.add(String.valueOf(mark));
    }
    return List.of(values.toString());
  }
}
