// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

/**
 * Two runs of one job.
 *
 * @param seconds without a failure, above 0
 * @param failureSeconds with a node that dies
 */
record Slowdown(double seconds, double failureSeconds) {
  Slowdown {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("A job takes more than 0 seconds, not " + seconds);
    }
  }

  /**
   * By how much the failure made the job longer (thesis, section 3.9.4): 100 stands for twice as
   * long. Negative if the job was faster all the same.
   */
  double percent() {
    return (failureSeconds - seconds) / seconds * 100;
  }
}
