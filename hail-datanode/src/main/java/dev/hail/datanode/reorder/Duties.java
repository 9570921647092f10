// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.reorder;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What the namenodes want sorted, at a bounded rate and in a bounded queue. A namenode repeats its
 * wish as long as the order is missing, but less and less often. Thread-safe.
 */
public final class Duties {
  private static final long WINDOW_NANOS = 60_000_000_000L;
  private static final int MOST = 1_000;

  private final BlockingQueue<Duty> queue = new LinkedBlockingQueue<>(MOST);
  private final int perMinute;
  private long windowBegin = System.nanoTime();
  private int windowDuties;

  /**
   * An empty queue.
   *
   * @param perMinute most duties taken in a minute; 0 to take none
   */
  public Duties(int perMinute) {
    this.perMinute = perMinute;
  }

  /** Takes a duty if rate and room allow, else forgets it. */
  public synchronized void add(Duty duty) {
    long now = System.nanoTime();
    if (now - windowBegin >= WINDOW_NANOS) {
      windowBegin = now;
      windowDuties = 0;
    }
    if (windowDuties < perMinute && !queue.contains(duty) && queue.offer(duty)) {
      windowDuties++;
    }
  }

  /** Waits for the next duty. */
  Duty take() throws InterruptedException {
    return queue.take();
  }
}
