// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.probe;

/** What a task did to join, so far. */
public final class ProbeTotals {
  long rowsProbed;
  long rowsMatched;
  long rowsJoined;
  long batches;
  long copyNanos;
  long callNanos;

  ProbeTotals() {}

  /** Returns the rows of the input that were looked up. */
  public long rowsProbed() {
    return rowsProbed;
  }

  /** Returns those of them that gave at least one joined row. */
  public long rowsMatched() {
    return rowsMatched;
  }

  /** Returns the joined rows. */
  public long rowsJoined() {
    return rowsJoined;
  }

  /** Returns the calls that passed keys to the library. */
  public long batches() {
    return batches;
  }

  /** Returns the time to copy keys, in nanoseconds. */
  public long copyNanos() {
    return copyNanos;
  }

  /** Returns the time in calls of the library, in nanoseconds. */
  public long callNanos() {
    return callNanos;
  }
}
