// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

/** Counts the bytes of heap that blocks take which are being indexed. Thread-safe. */
public final class MemoryBudget {
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

  /** What a process may take of its heap that does nothing but index: three quarters. */
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
