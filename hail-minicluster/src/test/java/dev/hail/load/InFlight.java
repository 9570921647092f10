// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.util.concurrent.TimeUnit;

/**
 * How long something that a client sent can still arrive after the client is gone. Over a link that
 * was cut the kernel sends it again at intervals that double, so at the latest after the link has
 * worked for as long as it was cut. Thread-safe.
 */
public final class InFlight {
  /** On links that work, to a namenode that answers. */
  private static final long USUAL_NANOS = TimeUnit.SECONDS.toNanos(2);

  private long over = System.nanoTime();

  /** A link works again that was cut for this time. */
  public synchronized void healed(long cutNanos) {
    over = Math.max(over, System.nanoTime() + cutNanos);
  }

  /** Waits until nothing that was sent before this call can arrive any more. */
  void await() throws InterruptedException {
    long begin = System.nanoTime();
    long left = USUAL_NANOS;
    while (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
      left = Math.max(begin, over()) + USUAL_NANOS - System.nanoTime();
    }
  }

  private synchronized long over() {
    return over;
  }
}
