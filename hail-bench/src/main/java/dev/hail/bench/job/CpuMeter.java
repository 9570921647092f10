// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import dev.hail.bench.cluster.ProcessCpu;
import java.io.IOException;

/**
 * Measures the processor time of a job: of daemons and client in this process and of the job's
 * containers, which end shortly after the job.
 */
public final class CpuMeter {
  private static final long CONTAINER_END_SECONDS = 300;
  private static final long CONTAINER_POLL_MILLIS = 50;

  private CpuMeter() {}

  /**
   * The result of work and its processor time in seconds.
   *
   * @param <T> type of the result
   */
  public record Metered<T>(T result, double cpuSeconds) {}

  /** Work to measure. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException, InterruptedException;
  }

  /**
   * Waits until no container of earlier work is left, runs the work and waits for its containers.
   *
   * @throws IOException if the work fails or containers do not end
   */
  public static <T> Metered<T> of(Work<T> work) throws IOException, InterruptedException {
    awaitContainers();
    double before = ProcessCpu.secondsWithEndedChildren(ProcessHandle.current().pid());
    T result = work.run();
    awaitContainers();
    double after = ProcessCpu.secondsWithEndedChildren(ProcessHandle.current().pid());
    return new Metered<>(result, after - before);
  }

  private static void awaitContainers() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + CONTAINER_END_SECONDS * 1_000_000_000L;
    while (ProcessHandle.current().children().findAny().isPresent()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "Containers of the last job still run after " + CONTAINER_END_SECONDS + " s");
      }
      Thread.sleep(CONTAINER_POLL_MILLIS);
    }
  }
}
