// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Supplier;

/** One run of turning a block as it came into the replica to store. */
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

  private Result result;
  private boolean abandoned;

  Conversion() {}

  void run(Supplier<Result> work) {
    if (isAbandoned()) {
      finish(Result.kept("the conversion was abandoned before it began"));
      return;
    }
    Result found = Result.kept("the conversion ended without a result");
    try {
      found = work.get();
    } finally {
      finish(found);
    }
  }

  private synchronized boolean isAbandoned() {
    return abandoned;
  }

  private synchronized void finish(Result found) {
    result = found;
    if (abandoned && found.files() != null) {
      found.files().delete();
    }
    notifyAll();
  }

  /** The block is not to be stored in this form: side files go, now or when the run ends. */
  public synchronized void abandon() {
    if (!abandoned && result != null && result.files() != null) {
      result.files().delete();
    }
    abandoned = true;
  }

  /**
   * Waits for the end of the run.
   *
   * @throws InterruptedIOException if interrupted, as Hadoop does to stop a writer
   */
  public synchronized Outcome await() throws InterruptedIOException {
    while (result == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted =
            new InterruptedIOException("Interrupted while the replica was being sorted");
        interrupted.initCause(e);
        throw interrupted;
      }
    }
    return result.outcome();
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
