// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many edits of the namespace HAIL may still make this minute for what readers tell it. Readers
 * may tell as much as they like, and each edit takes the namenode's one lock. Thread-safe.
 */
public final class EditBudget {
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final int perMinute;
  private final LongSupplier nanoClock;
  private long minuteBegin;
  private int taken;

  /**
   * A budget of which nothing is taken.
   *
   * @param perMinute edits in a minute; 0 for none at all
   * @param nanoClock a clock that never goes back, in nanoseconds
   */
  public EditBudget(int perMinute, LongSupplier nanoClock) {
    if (perMinute < 0) {
      throw new IllegalArgumentException(perMinute + " edits per minute; 0 or more make sense");
    }
    this.perMinute = perMinute;
    this.nanoClock = nanoClock;
    this.minuteBegin = nanoClock.getAsLong();
  }

  /** Takes one edit; false if there is none left this minute. */
  public synchronized boolean tryTake() {
    long now = nanoClock.getAsLong();
    if (now - minuteBegin >= MINUTE_NANOS) {
      minuteBegin = now;
      taken = 0;
    }
    if (taken == perMinute) {
      return false;
    }
    taken++;
    return true;
  }
}
