// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One run of turning a block as it came into the replica to store. The run is a chain of stages,
 * each handed to the threads that suit it; nobody holds a thread while the run is queued.
 */
public final class Conversion {

  /** What became of the block. */
  public enum Outcome {
    /** The side files hold the replica to store. */
    SORTED,
    /** The bytes as they came are the replica to store. */
    KEPT,
    /** The bytes are damaged or cannot be read again: nothing may be stored. */
    REFUSED
  }

  /** Outcome with the side files (only if sorted) and the reason in words (only if not). */
  record Result(Outcome outcome, SideFiles files, String reason) {
    static Result sorted(SideFiles files) {
      return new Result(Outcome.SORTED, files, "");
    }

    static Result kept(String reason) {
      return new Result(Outcome.KEPT, null, reason);
    }

    static Result refused(String reason) {
      return new Result(Outcome.REFUSED, null, reason);
    }
  }

  private final long deadline;
  private Runnable overdue;
  private Runnable release;
  private Runnable next;

  /** Stages that are queued or run; a stage runs beside the one it queued until it returns. */
  private int stages;

  private Result result;
  private boolean abandoned;

  /**
   * A run without stages yet.
   *
   * @param deadline {@link System#nanoTime} after which nobody waits for the end
   * @param overdue called once if a waiter gave up at the deadline
   * @param release gives back what the run holds; called once, at its end
   */
  Conversion(long deadline, Runnable overdue, Runnable release) {
    this.deadline = deadline;
    this.overdue = overdue;
    this.release = release;
  }

  /**
   * Queues the next stage; called before the first and, as the last action, by each stage but the
   * one that ends the run.
   */
  void then(Executor threads, Runnable stage) {
    synchronized (this) {
      if (abandoned) {
        return;
      }
      next = stage;
      stages++;
    }
    try {
      // The queue must not hold the stage itself: what an abandoned run held is garbage at once.
      threads.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      synchronized (this) {
        if (dropNext()) {
          end(Result.kept("the datanode is stopping"));
        }
      }
      giveBackAtEnd();
    }
  }

  private void runNext() {
    Runnable stage;
    synchronized (this) {
      if (next == null) {
        return;
      }
      stage = next;
      next = null;
    }
    try {
      stage.run();
    } finally {
      synchronized (this) {
        // The next stage may run already, in another thread.
        stages--;
        if (stages == 0 && result == null) {
          end(Result.kept("the conversion ended without a result"));
        }
      }
      giveBackAtEnd();
    }
  }

  private boolean dropNext() {
    if (next == null) {
      return false;
    }
    next = null;
    stages--;
    return true;
  }

  private void giveBackAtEnd() {
    Runnable held;
    synchronized (this) {
      if (stages > 0) {
        return;
      }
      held = release;
      release = null;
      overdue = null;
    }
    if (held != null) {
      held.run();
    }
  }

  /** Ends the run; called by its last stage. */
  synchronized void end(Result found) {
    result = found;
    if (abandoned && found.files() != null) {
      found.files().delete();
    }
    notifyAll();
  }

  /** Whether nobody wants the result any more. */
  synchronized boolean isAbandoned() {
    return abandoned;
  }

  /**
   * The block is not to be stored in this form. Side files go, now or when the stage that runs
   * ends; waiters return, and a run that is queued gives back at once what it holds.
   */
  public void abandon() {
    synchronized (this) {
      if (abandoned) {
        return;
      }
      abandoned = true;
      if (result != null && result.files() != null) {
        result.files().delete();
      }
      notifyAll();
      dropNext();
      if (stages == 0 && result == null) {
        end(Result.kept("the conversion was abandoned before it began"));
      }
    }
    giveBackAtEnd();
  }

  /**
   * Waits for the end of the run, at most until its deadline; a run that is late is abandoned. An
   * abandoned block is kept as it came.
   *
   * @throws InterruptedIOException if interrupted, as Hadoop does to stop a writer
   */
  public Outcome await() throws InterruptedIOException {
    Runnable late;
    synchronized (this) {
      long left = deadline - System.nanoTime();
      while (result == null && !abandoned && left > 0) {
        await(left);
        left = deadline - System.nanoTime();
      }
      if (abandoned) {
        return Outcome.KEPT;
      }
      if (result != null) {
        return result.outcome();
      }
      late = overdue;
      overdue = null;
    }
    abandon();
    if (late != null) {
      late.run();
    }
    return Outcome.KEPT;
  }

  private synchronized void await(long nanos) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(nanos, 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Interrupted while the replica was being sorted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** Whether the run has ended. */
  public synchronized boolean isDone() {
    return result != null;
  }

  /** Whether the run has ended and the block is to be stored as it came. */
  public synchronized boolean isKept() {
    return result != null && !abandoned && result.outcome() == Outcome.KEPT;
  }

  /** Why the block was kept or refused; empty before the end and for sorted ones. */
  public synchronized String reason() {
    return result == null ? "" : result.reason();
  }

  /**
   * The sorted replica, or null if there is none (yet).
   *
   * @throws IOException if the block is refused
   */
  public synchronized SideFiles sortedFiles() throws IOException {
    if (result == null || abandoned) {
      return null;
    }
    if (result.outcome() == Outcome.REFUSED) {
      throw new IOException(result.reason());
    }
    return result.files();
  }
}
