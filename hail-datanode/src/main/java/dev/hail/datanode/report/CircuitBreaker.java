// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers that a namenode does not answer, so that not every block waits for a time-out. After
 * some silent calls in a row the namenode is left alone for a while; then one call at a time finds
 * out whether it is back. Thread-safe.
 */
final class CircuitBreaker {
  private static final int FAILURES = 3;
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanoClock;
  private int failures;
  private long restUntil;

  /**
   * A breaker that lets calls through.
   *
   * @param nanoClock as {@link System#nanoTime}
   */
  CircuitBreaker(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Whether a call is worth its wait. While the namenode rests, true once at the end of a rest. */
  synchronized boolean mayCall() {
    if (failures < FAILURES) {
      return true;
    }
    long now = nanoClock.getAsLong();
    if (now - restUntil < 0) {
      return false;
    }
    restUntil = now + REST_NANOS;
    return true;
  }

  /** A call was answered, be it with a refusal. */
  synchronized void answered() {
    failures = 0;
  }

  /** A call got no answer in time. */
  synchronized void silent() {
    failures = Math.min(failures + 1, FAILURES);
    restUntil = nanoClock.getAsLong() + REST_NANOS;
  }
}
