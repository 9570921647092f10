// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import org.apache.hadoop.conf.Configuration;

/** The memory that the build sides of a job share. Not thread-safe. */
public final class ImageBudget {
  private final long most;
  private long used;

  /**
   * A budget of which nothing is used.
   *
   * @param most bytes, at least 1
   */
  public ImageBudget(long most) {
    if (most < 1) {
      throw new IllegalArgumentException(
          HailConfigKeys.JOIN_MEMORY_MAX + " must be at least 1 byte, it is " + most);
    }
    this.most = most;
  }

  /** Returns the budget of a job. */
  public static ImageBudget of(Configuration conf) {
    return new ImageBudget(
        NumberKeys.bytes(
            conf, HailConfigKeys.JOIN_MEMORY_MAX, HailConfigKeys.JOIN_MEMORY_MAX_DEFAULT));
  }

  long most() {
    return most;
  }

  long left() {
    return most - used;
  }

  /** Returns what the next build side may take: at least a byte, as 0 would be no limit. */
  long ofNextSide() {
    return Math.max(1, left());
  }

  /** Takes what a build side holds. */
  void take(long bytes) {
    used += bytes;
  }
}
