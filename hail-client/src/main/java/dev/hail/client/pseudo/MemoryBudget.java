// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

/** Counts the bytes of heap that blocks take while they are indexed. Thread-safe. */
public final class MemoryBudget {
  private final long most;
  private long taken;

  /**
   * Makes a budget of which nothing is taken.
   *
   * @param most bytes that may be taken
   */
  public MemoryBudget(long most) {
    this.most = most;
  }

  /** Makes the budget of a process that only indexes: three quarters of its heap. */
  public static MemoryBudget ofIndexer() {
    return new MemoryBudget(Runtime.getRuntime().maxMemory() / 4 * 3);
  }

  /** Takes bytes if they are free. */
  private boolean tryTake(long bytes) {
    if (bytes > most - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /**
   * Takes bytes; waits until other holders have released enough.
   *
   * @return false at once if the whole budget is smaller than this
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
   * Gives bytes back.
   *
   * @throws IllegalStateException if more come back than were taken
   */
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
