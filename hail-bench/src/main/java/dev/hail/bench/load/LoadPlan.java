// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.time.Duration;

/**
 * How much load there is.
 *
 * @param duration of the load, without the pauses for samples
 * @param uploaders number of clients that upload
 * @param queriers number of clients that query
 * @param seed of the choice of files
 */
record LoadPlan(Duration duration, int uploaders, int queriers, long seed) {
  private static final int MOST_SAMPLES = 40;
  private static final int SECONDS_PER_SAMPLE = 5;

  /** Returns how often the processes are looked at: every 5 s, or less often in a long run. */
  int samples() {
    long wanted = duration.toSeconds() / SECONDS_PER_SAMPLE;
    return (int) Math.max(LeakRule.LEAST_SAMPLES, Math.min(MOST_SAMPLES, wanted));
  }

  /** Returns the time between two looks. */
  Duration slice() {
    return duration.dividedBy(samples());
  }
}
