// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

/**
 * What HAIL's record readers did for a job, summed over its map tasks. A task that fails and runs
 * again counts once, as with all MapReduce counters.
 */
public enum HailCounter {
  /** Blocks read through an index on an attribute that the filter pins to single values. */
  BLOCKS_EQUALITY_INDEX,
  /** Blocks read through an index on an attribute that the filter restricts to ranges. */
  BLOCKS_RANGE_INDEX,
  /** Blocks read without an index: every row was looked at. */
  BLOCKS_SCAN,
  /** Blocks read from a pseudo block replica, by whatever access path. */
  BLOCKS_PSEUDO_REPLICA,
  /** Blocks that were to be indexed and were read whole for that. */
  BLOCKS_OFFERED,
  /**
   * Blocks that were to be indexed, but for which there was no room in memory, or whose task was
   * interrupted. A lazy job's planner chooses blocks to be indexed, else the namenode grants them.
   */
  BLOCKS_TURNED_AWAY,
  /**
   * Blocks that an index was wanted for, but that take more memory to sort than a task has. A lazy
   * job looks only at those its planner chose. Other jobs do not ask the namenode for them: some of
   * them might have been granted, and others not.
   */
  BLOCKS_TOO_LARGE,
  /** Blocks that have a new pseudo block replica. */
  BLOCKS_INDEXED,
  /** Blocks that could not be indexed; the log of the task says why. */
  BLOCKS_NOT_INDEXED,
  /** Bytes of new pseudo block replicas. */
  INDEX_BYTES_WRITTEN,
  /**
   * Wall clock time that tasks waited for blocks to be indexed, at their end or for room, in ns.
   */
  INDEX_WAIT_NANOS,
  /** Times the replica in use failed and its block was begun again on another one. */
  FAILOVERS,
  /** Rows whose attributes were read, qualifying or not. */
  ROWS_READ,
  /** Rows that meet the filter; each was given to the map function once. */
  ROWS_QUALIFIED,
  /** Rows of the input that an index made unnecessary to read. */
  ROWS_SKIPPED,
  /** Rows of the text that do not match the schema; each was given to the map function once. */
  BAD_RECORDS,
  /**
   * Bytes of block replicas that were read, headers and indexes included. What was read to index a
   * block counts, too.
   */
  BYTES_READ,
  /** Wall clock time spent opening, reading and filtering blocks, in nanoseconds. */
  RECORD_READER_NANOS
}
