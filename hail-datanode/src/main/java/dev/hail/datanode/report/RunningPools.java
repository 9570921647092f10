// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The block pools that a datanode runs. Hadoop allows a pool to be deleted as soon as its last
 * namenode is given up. A thread of Hadoop may then still end the pool and write lists into its
 * directories. Whoever deletes the directories waits for that thread here. Thread-safe.
 */
public final class RunningPools {
  private final long patienceMillis;
  private final Set<String> running = new HashSet<>();

  /**
   * No pools.
   *
   * @param patienceMillis longest wait for the end of one
   */
  public RunningPools(long patienceMillis) {
    this.patienceMillis = patienceMillis;
  }

  /** Notes that a pool begins. */
  public synchronized void begun(String blockPoolId) {
    running.add(blockPoolId);
  }

  /** Notes that a pool has ended: nothing writes into its directories. */
  public synchronized void ended(String blockPoolId) {
    running.remove(blockPoolId);
    notifyAll();
  }

  /**
   * Waits until a pool has ended that is about to.
   *
   * @return whether it has, or never began; not if that takes too long or the caller is interrupted
   */
  public synchronized boolean awaitEnd(String blockPoolId) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    try {
      while (running.contains(blockPoolId)) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
