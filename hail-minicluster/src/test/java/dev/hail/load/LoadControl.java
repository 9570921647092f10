// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Tells the threads of a run when to go on, to pause and to end. A thread pauses only between two
 * operations. Thread-safe.
 */
public final class LoadControl {
  private boolean over;
  private boolean held;
  private int members;
  private int parked;

  /** Takes part in pauses from its creation until it is closed. */
  public final class Member implements AutoCloseable {
    private Member() {}

    /**
     * Says whether to do one more operation, and pauses before that if the load is held.
     *
     * @param mayPause false if the thread has to find out first what its last operation did
     */
    public boolean goesOn(boolean mayPause) throws InterruptedException {
      return LoadControl.this.goesOn(mayPause);
    }

    @Override
    public void close() {
      leave();
    }
  }

  /** Adds the calling thread to those that pause. */
  public synchronized Member join() {
    members++;
    return new Member();
  }

  private synchronized void leave() {
    members--;
    notifyAll();
  }

  private synchronized boolean goesOn(boolean mayPause) throws InterruptedException {
    if (mayPause && held && !over) {
      parked++;
      notifyAll();
      while (held && !over) {
        wait();
      }
      parked--;
    }
    return !over;
  }

  /** Ends the run: every thread stops after its operation. */
  public synchronized void end() {
    over = true;
    notifyAll();
  }

  /** Returns whether the run has ended. */
  public synchronized boolean isOver() {
    return over;
  }

  /** Asks all threads to pause before their next operation. */
  public synchronized void hold() {
    held = true;
  }

  /**
   * Waits until every thread has paused after {@link #hold}, or the run has ended.
   *
   * @throws TimeoutException if an operation takes longer
   */
  public synchronized void awaitPaused(Duration atMost)
      throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (parked < members && !over) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new TimeoutException(
            (members - parked)
                + " of "
                + members
                + " clients have not ended an operation within "
                + atMost.toSeconds()
                + " s");
      }
      wait(left);
    }
  }

  /** Lets paused threads go on. */
  public synchronized void release() {
    held = false;
    notifyAll();
  }
}
