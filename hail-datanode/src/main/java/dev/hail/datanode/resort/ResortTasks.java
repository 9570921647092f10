// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What the namenodes want sorted, at a bounded rate and in a bounded queue. A namenode repeats its
 * wish as long as the order is missing, but less and less often. Thread-safe.
 */
public final class ResortTasks {
  private static final long WINDOW_NANOS = 60_000_000_000L;
  private static final int MOST = 1_000;

  private final BlockingQueue<ResortTask> queue = new LinkedBlockingQueue<>(MOST);
  private final int perMinute;
  private long windowBegin = System.nanoTime();
  private int windowTasks;

  /**
   * An empty queue.
   *
   * @param perMinute most tasks taken in a minute; 0 to take none
   */
  public ResortTasks(int perMinute) {
    this.perMinute = perMinute;
  }

  /** Takes a task if rate and room allow, else forgets it. */
  public synchronized void add(ResortTask task) {
    long now = System.nanoTime();
    if (now - windowBegin >= WINDOW_NANOS) {
      windowBegin = now;
      windowTasks = 0;
    }
    if (windowTasks < perMinute && !queue.contains(task) && queue.offer(task)) {
      windowTasks++;
    }
  }

  /** Waits for the next task. */
  ResortTask take() throws InterruptedException {
    return queue.take();
  }
}
