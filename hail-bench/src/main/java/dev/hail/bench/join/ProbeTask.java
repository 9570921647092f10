// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import com.sun.management.OperatingSystemMXBean;
import dev.hail.nativejoin.BuiltJoin;
import dev.hail.nativejoin.JoinProbe;
import dev.hail.nativejoin.NativeJoins;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A map task that probes a mapped join with batches in memory. */
final class ProbeTask implements AutoCloseable {
  /** Number of batches that are probed one way before the other: some milliseconds. */
  private static final int BLOCK = 16;

  private static final double NANOS = 1e9;

  private final Path image;
  private final Path library;
  private final BuiltJoin join;
  private final JoinProbe probe;
  private final List<VectorSchemaRoot> batches;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private NativeLoop loop;

  /**
   * Maps the join and makes the batches.
   *
   * @param library library of {@link NativeLoop}, opened on first use
   * @param keys number of keys of the join
   */
  ProbeTask(
      Path image,
      Path library,
      long rows,
      int batchRows,
      long keys,
      long seed,
      BufferAllocator allocator) {
    this.image = image;
    this.library = library;
    this.join = NativeJoins.load().map(image, true, allocator);
    this.probe = join.probe();
    this.batches = MapTaskRows.probeSide(rows, batchRows, keys, seed, allocator);
  }

  /**
   * Checks each result row of the first batch.
   *
   * @throws IOException if a row is wrong
   */
  void checkFirstBatch() throws IOException {
    probe.add(batches.get(0));
    for (VectorSchemaRoot next = probe.next(); next != null; next = probe.next()) {
      try (VectorSchemaRoot result = next) {
        BigIntVector tags = (BigIntVector) result.getVector(0);
        BigIntVector values = (BigIntVector) result.getVector(1);
        for (int row = 0; row < result.getRowCount(); row++) {
          if (values.get(row) != MapTaskRows.value(tags.get(row))) {
            throw new IOException(
                "Key " + tags.get(row) + " was joined with the wrong value " + values.get(row));
          }
        }
      }
    }
  }

  /** Probes all batches through Java; {@code cpuSeconds} covers all threads of the process. */
  JoinFigures probeAll() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long begin = System.nanoTime();
    long matches = probe(batches);
    double seconds = (System.nanoTime() - begin) / NANOS;
    return new JoinFigures(seconds, (system.getProcessCpuTime() - cpu) / NANOS, 0, matches, 0);
  }

  private long probe(List<VectorSchemaRoot> some) {
    long matches = 0;
    for (VectorSchemaRoot batch : some) {
      probe.add(batch);
      for (VectorSchemaRoot next = probe.next(); next != null; next = probe.next()) {
        matches += next.getRowCount();
        next.close();
      }
    }
    return matches;
  }

  /**
   * Probes all batches both ways, alternating after some batches. No batch is probed both ways in
   * short succession, because the second probe would find its memory in caches.
   */
  MapTaskShare compare() throws IOException {
    if (loop == null) {
      loop = new NativeLoop(library, image);
    }
    int blocks = (batches.size() + BLOCK - 1) / BLOCK;
    long inJava = 0;
    long inLoop = 0;
    long javaMatches = 0;
    long loopMatches = 0;
    for (int i = 0; i < blocks; i++) {
      long begin = threads.getCurrentThreadCpuTime();
      javaMatches += probe(block(i));
      long middle = threads.getCurrentThreadCpuTime();
      loopMatches += loop.probe(block((i + blocks / 2) % blocks));
      inLoop += threads.getCurrentThreadCpuTime() - middle;
      inJava += middle - begin;
    }
    if (javaMatches != loopMatches) {
      throw new IOException(
          "Found " + javaMatches + " matches through Java, but " + loopMatches + " without");
    }
    return new MapTaskShare(inJava / NANOS, inLoop / NANOS);
  }

  private List<VectorSchemaRoot> block(int number) {
    int from = number * BLOCK;
    return batches.subList(from, Math.min(from + BLOCK, batches.size()));
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
    batches.forEach(VectorSchemaRoot::close);
    probe.close();
    join.close();
  }
}
