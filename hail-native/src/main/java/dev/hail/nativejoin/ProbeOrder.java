// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** Checks the order of calls on a probe. Not safe for use by several threads. */
final class ProbeOrder {
  private boolean pending;
  private boolean finished;
  private boolean closed;

  /**
   * Checks that the probe is open.
   *
   * @throws IllegalStateException if the probe is closed
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This JoinProbe is closed");
    }
  }

  /**
   * Checks that the next batch or the end of all batches may come.
   *
   * @param call name of the calling method, for messages
   * @throws IllegalStateException if the probe is closed or finished, or has rows left to give
   */
  void requireDrained(String call) {
    requireOpen();
    if (finished) {
      throw new IllegalStateException("This JoinProbe is finished; " + call + " comes too late");
    }
    if (pending) {
      throw new IllegalStateException(
          "The previous batch has rows left; call next() until it returns null, then " + call);
    }
  }

  /** Records that a batch was taken. */
  void take() {
    pending = true;
  }

  /** Records that all rows of the batch were given. */
  void drain() {
    pending = false;
  }

  void finish() {
    finished = true;
  }

  boolean isFinished() {
    return finished;
  }

  /** Closes the probe; returns whether this is the first time. */
  boolean close() {
    boolean first = !closed;
    closed = true;
    return first;
  }
}
