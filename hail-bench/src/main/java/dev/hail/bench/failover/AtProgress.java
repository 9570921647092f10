// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.DoubleConsumer;

/**
 * Does something once, when the progress of a job is first seen at a mark or beyond it, but before
 * the end. Not thread-safe.
 */
final class AtProgress implements DoubleConsumer {
  private final double mark;
  private final Action action;
  private boolean done;

  /** What is to be done. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  /**
   * @param mark share of the job, in [0, 1)
   */
  AtProgress(double mark, Action action) {
    this.mark = mark;
    this.action = action;
  }

  /**
   * Takes what is known of the job.
   *
   * @param progress in [0, 1]
   * @throws UncheckedIOException if what is to be done fails
   */
  @Override
  public void accept(double progress) {
    if (done || progress < mark || progress >= 1) {
      return;
    }
    done = true;
    try {
      action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** False if the job was over before it was seen at the mark. */
  boolean isDone() {
    return done;
  }
}
