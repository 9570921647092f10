// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.client.HandOff;
import dev.hail.client.NamedThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs producers of bytes in parallel and writes their output in the producers' order. A producer
 * works ahead of its turn by a bounded number of pieces.
 */
public final class ParallelOutput {
  private static final int PIECES_AHEAD = 16;

  private final int threads;

  /**
   * @param threads number of producers that run at the same time, at least 1
   */
  public ParallelOutput(int threads) {
    this.threads = threads;
  }

  /** Produces pieces of output. */
  @FunctionalInterface
  public interface Producer {
    void produce(Sink sink) throws IOException, InterruptedException;
  }

  /** Takes pieces of output; waits while too many of them are not written yet. */
  @FunctionalInterface
  public interface Sink {
    void write(byte[] piece) throws InterruptedException;
  }

  /** A producer that runs. */
  private record Running(HandOff<byte[]> pieces, Future<Void> result) {}

  /**
   * Writes the output of all producers.
   *
   * @param ordered if true, all pieces of a producer follow those of the one before it; if false,
   *     pieces of several producers alternate
   * @throws IOException the first failure, in the producers' order, or a failure of the output
   */
  public void run(List<Producer> producers, boolean ordered, OutputStream out) throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(threads, new NamedThreads("hail-read"));
    try {
      if (ordered) {
        runOrdered(producers.iterator(), executor, out);
      } else {
        runUnordered(producers, executor, out);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      InterruptedIOException failure = new InterruptedIOException("Interrupted while reading");
      failure.initCause(interrupted);
      throw failure;
    } finally {
      executor.shutdownNow();
    }
  }

  private void runOrdered(Iterator<Producer> producers, ExecutorService executor, OutputStream out)
      throws IOException, InterruptedException {
    Deque<Running> running = new ArrayDeque<>();
    while (producers.hasNext() || !running.isEmpty()) {
      while (producers.hasNext() && running.size() < threads) {
        running.add(start(producers.next(), new HandOff<>(PIECES_AHEAD, 1), executor));
      }
      Running head = running.poll();
      drain(head.pieces(), out);
      check(head.result());
    }
  }

  private static void runUnordered(
      List<Producer> producers, ExecutorService executor, OutputStream out)
      throws IOException, InterruptedException {
    HandOff<byte[]> shared = new HandOff<>(PIECES_AHEAD, producers.size());
    Deque<Running> running = new ArrayDeque<>();
    for (Producer producer : producers) {
      running.add(start(producer, shared, executor));
    }
    drain(shared, out);
    for (Running each : running) {
      check(each.result());
    }
  }

  private static Running start(
      Producer producer, HandOff<byte[]> pieces, ExecutorService executor) {
    Future<Void> result =
        executor.submit(
            () -> {
              try {
                producer.produce(pieces::put);
              } finally {
                pieces.producerDone();
              }
              return null;
            });
    return new Running(pieces, result);
  }

  private static void drain(HandOff<byte[]> pieces, OutputStream out)
      throws IOException, InterruptedException {
    for (byte[] piece = pieces.take(); piece != null; piece = pieces.take()) {
      out.write(piece);
    }
  }

  private static void check(Future<Void> result) throws IOException, InterruptedException {
    try {
      result.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof IOException io) {
        throw io;
      }
      if (failure.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IOException("Reading failed: " + failure.getCause(), failure.getCause());
    }
  }
}
