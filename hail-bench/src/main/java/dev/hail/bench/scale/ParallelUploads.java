// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.client.NamedThreads;
import java.io.IOException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.DoubleConsumer;

/** Uploads several files at the same time, as the nodes of a cluster do. */
final class ParallelUploads {
  private static final long POLL_MILLIS = 200;
  private static final double PARTS_PER_MILLION = 1e6;

  private ParallelUploads() {}

  /** One of the uploads. */
  interface Work {
    /**
     * Uploads.
     *
     * @param number from 0
     * @param progress takes the share that is done
     */
    void upload(int number, DoubleConsumer progress) throws IOException, InterruptedException;
  }

  /**
   * Runs all uploads.
   *
   * @param progress takes the share that is done of all, on the calling thread
   * @return seconds from the first byte to the end of the last upload
   * @throws IOException if one fails
   */
  static double run(int count, Work work, DoubleConsumer progress)
      throws IOException, InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(count, new NamedThreads("parallel-upload"));
    AtomicLongArray done = new AtomicLongArray(count);
    long begin = System.nanoTime();
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < count; i++) {
        int number = i;
        running.submit(
            () -> {
              work.upload(number, share -> done.set(number, Math.round(share * PARTS_PER_MILLION)));
              return null;
            });
      }
      int ended = 0;
      while (ended < count) {
        Future<Void> one = running.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (one != null) {
          one.get();
          ended++;
        }
        progress.accept(sum(done) / PARTS_PER_MILLION / count);
      }
      return (System.nanoTime() - begin) / 1e9;
    } catch (ExecutionException failed) {
      throw new IOException(
          "One of " + count + " uploads failed: " + failed.getCause().getMessage(),
          failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static long sum(AtomicLongArray values) {
    long sum = 0;
    for (int i = 0; i < values.length(); i++) {
      sum += values.get(i);
    }
    return sum;
  }
}
