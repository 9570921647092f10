// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Applies a function to many arguments at the same time. */
public final class Parallel {
  private Parallel() {}

  /**
   * A function that may fail.
   *
   * @param <T> type of the argument
   * @param <R> type of the result
   */
  @FunctionalInterface
  public interface Work<T, R> {
    R apply(T argument) throws IOException;
  }

  /**
   * Returns the results in the order of the arguments.
   *
   * @param threads calls that run at the same time, at least 1
   * @throws IOException the failure of the first argument, in their order, that failed
   */
  public static <T, R> List<R> map(List<T> arguments, int threads, Work<T, R> work)
      throws IOException {
    ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreads("hail-worker"));
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (T argument : arguments) {
        futures.add(executor.submit(() -> work.apply(argument)));
      }
      List<R> results = new ArrayList<>(arguments.size());
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException("Work failed: " + failure.getCause(), failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      InterruptedIOException failure = new InterruptedIOException("Interrupted");
      failure.initCause(interrupted);
      throw failure;
    } finally {
      executor.shutdownNow();
    }
  }
}
