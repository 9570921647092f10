// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Looks after memory whose owner should have given it back. Thread-safe. */
public final class Reclaimer {
  private final long patienceMillis;

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "hail-reclaimer");
            thread.setDaemon(true);
            return thread;
          },
          // After shutdown the memory goes with the datanode.
          new ThreadPoolExecutor.DiscardPolicy());

  /**
   * A reclaimer with a thread of its own.
   *
   * @param patienceMillis time in which every ordinary writer has ended
   */
  public Reclaimer(long patienceMillis) {
    this.patienceMillis = patienceMillis;
  }

  /** Runs an action after a time in which every ordinary writer has ended. */
  void reclaimLater(Runnable action) {
    var unused = timer.schedule(action, patienceMillis, TimeUnit.MILLISECONDS);
  }

  /** Forgets what is due later. */
  public void shutdown() {
    timer.shutdownNow();
  }
}
