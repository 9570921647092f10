// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Counts the bytes of a task's heap that blocks take which are being indexed. Thread-safe. */
final class MemoryBudget {
  private static final int HEAP_SHARE = 3;

  private final long most;
  private long taken;

  MemoryBudget(long most) {
    this.most = most;
  }

  /**
   * What a task may take of its heap.
   *
   * @throws IllegalArgumentException if the configuration has no number of bytes for it
   */
  static MemoryBudget of(Configuration conf) {
    return new MemoryBudget(
        Math.min(configured(conf), Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  private static long configured(Configuration conf) {
    String key = HailConfigKeys.ADAPTIVE_MEMORY_MAX;
    try {
      return conf.getLongBytes(
          key, TraditionalBinaryPrefix.string2long(HailConfigKeys.ADAPTIVE_MEMORY_MAX_DEFAULT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + " must be a number of bytes such as 512m, it is `" + conf.getTrimmed(key) + "'", e);
    }
  }

  synchronized boolean tryTake(long bytes) {
    if (bytes > most - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  synchronized void release(long bytes) {
    if (bytes > taken) {
      throw new IllegalStateException(bytes + " bytes given back of " + taken);
    }
    taken -= bytes;
  }

  synchronized long taken() {
    return taken;
  }
}
