// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** The order in which the methods of a probe may be called. Not safe for use by several threads. */
final class ProbeOrder {
  private boolean pending;
  private boolean finished;
  private boolean closed;

  /**
   * @throws IllegalStateException if the probe is closed
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This JoinProbe is closed");
    }
  }

  /**
   * Checks that a batch, or the end of all batches, may come now.
   *
   * @param call the method that says so
   * @throws IllegalStateException if not
   */
  void requireDrained(String call) {
    requireOpen();
    if (finished) {
      throw new IllegalStateException("This JoinProbe is finished; " + call + " comes too late");
    }
    if (pending) {
      throw new IllegalStateException(
          "Not all rows of the batch before are taken; call next() until it gives null, then "
              + call);
    }
  }

  /** A batch has been taken. */
  void take() {
    pending = true;
  }

  /** All rows of the batch have been given. */
  void drain() {
    pending = false;
  }

  void finish() {
    finished = true;
  }

  boolean isFinished() {
    return finished;
  }

  /** Returns whether this is the first time. */
  boolean close() {
    boolean first = !closed;
    closed = true;
    return first;
  }
}
