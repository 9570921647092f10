// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RightAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several threads on one join. */
class JoinThreadsTest {
  private static final int THREADS = 4;
  private static final int BATCHES = 20;
  private static final int ROWS = 500;
  private static final int RACES = 200;

  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  static List<Joins> joins() {
    return Implementations.all();
  }

  @AfterEach
  void nothingIsLeft() {
    threads.shutdownNow();
    allocator.close();
  }

  @ParameterizedTest
  @MethodSource("joins")
  void threads_sharingBuildAndJoin_giveRightRows(Joins joins) throws Exception {
    JoinSpecification specification = Tables.on(JoinKind.FULL_OUTER).threads(2).build();
    try (JoinBuild build = joins.build(specification, allocator)) {
      inParallel(thread -> addBatches(build, thread));
      try (BuiltJoin join = build.finish()) {
        assertThat(join.summary().rows()).isEqualTo((long) THREADS * BATCHES * ROWS);
        assertThat(join.summary().unique()).isTrue();
        List<JoinProbe> probes = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          probes.add(join.probe());
        }
        long rows = inParallel(thread -> probeBatches(probes.get(thread), thread));
        // Half of the probe rows match; the other half and the build rows left come alone.
        RightAnswer.expect(
            () -> assertThat(rows).isEqualTo((long) THREADS * BATCHES * ROWS * 3 / 2));
      }
    }
  }

  /** The keys of a thread; no two threads have one in common. */
  private static long first(int thread, int batch) {
    return ((long) thread * BATCHES + batch) * ROWS;
  }

  private long addBatches(JoinBuild build, int thread) {
    for (int batch = 0; batch < BATCHES; batch++) {
      try (VectorSchemaRoot rows = Tables.ascending(allocator, first(thread, batch), ROWS)) {
        build.add(rows);
      }
    }
    return 0;
  }

  private long probeBatches(JoinProbe probe, int thread) {
    long found = 0;
    long half = (long) THREADS * BATCHES * ROWS / 2;
    try (probe) {
      for (int batch = 0; batch < BATCHES; batch++) {
        try (VectorSchemaRoot rows =
            Tables.ascending(allocator, half + first(thread, batch), ROWS)) {
          probe.add(rows);
        }
        found += Tables.drain(probe);
      }
      probe.finish();
      found += Tables.drain(probe);
    }
    return found;
  }

  private interface Work {
    long run(int thread) throws Exception;
  }

  private long inParallel(Work work) throws Exception {
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      results.add(threads.submit(() -> work.run(thread)));
    }
    long sum = 0;
    for (Future<Long> result : results) {
      sum += result.get();
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("joins")
  void join_closedWhileOthersWork_harmsNobody(Joins joins) throws Exception {
    for (int race = 0; race < RACES; race++) {
      BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 50);
      JoinProbe probe = join.probe();
      CyclicBarrier barrier = new CyclicBarrier(THREADS);
      inParallel(
          thread -> {
            barrier.await();
            switch (thread) {
              case 0 -> join.close();
              case 1 -> probe.close();
              case 2 -> untilClosed(() -> probeOnce(probe));
              default -> untilClosed(() -> join.probe().close());
            }
            return 0;
          });
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void starJoin_closedWhileOthersWork_harmsNobody(Joins joins) throws Exception {
    StarOptions options = StarOptions.builder().build();
    for (int race = 0; race < RACES; race++) {
      BuiltJoin first = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 50);
      BuiltJoin second = Tables.join(joins, Tables.on(JoinKind.PROBE_ANTI).build(), allocator, 9);
      CyclicBarrier barrier = new CyclicBarrier(THREADS);
      inParallel(
          thread -> {
            barrier.await();
            switch (thread) {
              case 0 -> first.close();
              case 1 -> second.close();
              // In both orders, so that whoever waits for one of them waits for the other as well.
              case 2 -> untilClosed(() -> probeOnce(joins, List.of(first, second), options));
              default -> untilClosed(() -> probeOnce(joins, List.of(second, first), options));
            }
            return 0;
          });
    }
  }

  private void probeOnce(Joins joins, List<BuiltJoin> star, StarOptions options) {
    try (JoinProbe probe = joins.starProbe(star, options, allocator)) {
      probeOnce(probe);
    }
  }

  private void probeOnce(JoinProbe probe) {
    try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, 20)) {
      probe.add(batch);
      Tables.drain(probe);
    }
  }

  /** Works until the closed object says that it is. */
  private static void untilClosed(Runnable work) {
    for (boolean closed = false; !closed; ) {
      try {
        work.run();
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("is closed");
        closed = true;
      }
    }
  }
}
