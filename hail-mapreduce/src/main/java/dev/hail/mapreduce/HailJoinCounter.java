// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

/** What the joins of a job did, summed over its map tasks. */
public enum HailJoinCounter {
  /** Rows of the input that were looked up: those that meet the filter. */
  ROWS_PROBED,
  /** Those of {@link #ROWS_PROBED} that gave at least one joined row. */
  ROWS_MATCHED,
  /** Joined rows, which the map function got each once. */
  ROWS_JOINED,
  /**
   * Records of build sides that were left out because they do not match their schema; once for each
   * job, by its first map task.
   */
  BUILD_BAD_RECORDS,
  /** Batches of keys that were looked up. */
  BATCHES,
  /** Bytes of the images that tasks mapped, once for each task. */
  IMAGE_BYTES,
  /** Wall clock time to copy keys, in nanoseconds. */
  KEY_COPY_NANOS,
  /** Wall clock time of calls of the join library, in nanoseconds. */
  CALL_NANOS,
  /** Those of {@link #CALL_NANOS} for tests and look-ups; the rest is gathering and the calls. */
  LOOKUP_NANOS
}
