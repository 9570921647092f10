// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.conf.HailConfigKeys;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Counts the bytes of heap that blocks take which are being indexed. Thread-safe. */
public final class MemoryBudget {
  private static final int HEAP_SHARE_OF_TASK = 3;

  private final long most;
  private long taken;

  /**
   * A budget of which nothing is taken.
   *
   * @param most bytes that may be taken
   */
  public MemoryBudget(long most) {
    this.most = most;
  }

  /**
   * What a map task may take of its heap, which is its map function's first of all.
   *
   * @throws IllegalArgumentException if the configuration has no number of bytes for it
   */
  public static MemoryBudget ofTask(Configuration conf) {
    return new MemoryBudget(
        Math.min(configured(conf), Runtime.getRuntime().maxMemory() / HEAP_SHARE_OF_TASK));
  }

  /** What a process may take of its heap that does nothing but index: three quarters. */
  public static MemoryBudget ofIndexer() {
    return new MemoryBudget(Runtime.getRuntime().maxMemory() / 4 * 3);
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

  /** Takes bytes if they are free. */
  public synchronized boolean tryTake(long bytes) {
    if (bytes > most - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /**
   * Takes bytes, and waits for those that others are to give back.
   *
   * @return false at once if there will never be as many
   */
  public synchronized boolean take(long bytes) throws InterruptedException {
    if (bytes > most) {
      return false;
    }
    while (!tryTake(bytes)) {
      wait();
    }
    return true;
  }

  /**
   * Takes bytes, and waits a time for those that others are to give back.
   *
   * @return false if there were not as many by then
   */
  public synchronized boolean tryTake(long bytes, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!tryTake(bytes)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Gives bytes back. */
  public synchronized void release(long bytes) {
    if (bytes > taken) {
      throw new IllegalStateException(bytes + " bytes given back of " + taken);
    }
    taken -= bytes;
    notifyAll();
  }

  /** Bytes that may be taken in all. */
  public long most() {
    return most;
  }

  /** Bytes that are taken. */
  public synchronized long taken() {
    return taken;
  }
}
