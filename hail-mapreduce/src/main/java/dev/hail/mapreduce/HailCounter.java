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
  /** Blocks read through an index on an attribute that joins compare, for the keys that match. */
  BLOCKS_JOIN_INDEX,
  /** Blocks read without an index: every row was looked at. */
  BLOCKS_SCAN,
  /** Blocks read from a pseudo replica, by whatever access path. */
  BLOCKS_PSEUDO_REPLICA,
  /** Blocks that were read whole in order to be indexed. */
  BLOCKS_OFFERED,
  /**
   * Chosen blocks that were not indexed because memory had no room or the task was interrupted. The
   * planner of a lazy job chooses the blocks; in other jobs the namenode does.
   */
  BLOCKS_TURNED_AWAY,
  /**
   * Blocks that could use an index but take more memory to sort than a task has. In a lazy job only
   * blocks that its planner chose count. Other jobs count every such block, because their tasks do
   * not ask the namenode about it.
   */
  BLOCKS_TOO_LARGE,
  /** Blocks that tasks of eager and selective jobs asked for and the namenode did not grant. */
  BLOCKS_NOT_GRANTED,
  /** Blocks that have a new pseudo replica. */
  BLOCKS_INDEXED,
  /** Blocks that could not be indexed; the log of the task says why. */
  BLOCKS_NOT_INDEXED,
  /**
   * Those of {@link #BLOCKS_NOT_INDEXED} that the namenode refused because a space budget was full.
   */
  BLOCKS_OVER_BUDGET,
  /** Those of {@link #BLOCKS_NOT_INDEXED} whose pseudo replica each datanode refused. */
  BLOCKS_NOT_PLACED,
  /** Bytes of new pseudo replicas. */
  INDEX_BYTES_WRITTEN,
  /** Wall clock time that tasks waited for indexing, at their end or for memory, in nanoseconds. */
  INDEX_WAIT_NANOS,
  /**
   * Times a replica failed while it was read, so that its block was read again from another one.
   */
  FAILOVERS,
  /** Rows whose attributes were read, qualifying or not. */
  ROWS_READ,
  /**
   * Rows that meet the filter; the map function got each of them once. In a job with joins these
   * are the rows that were looked up: an index by a join's key leaves out rows without a match.
   */
  ROWS_QUALIFIED,
  /** Rows of the input that an index made it possible to skip. */
  ROWS_SKIPPED,
  /** Lines of the text that do not match the schema; the map function got each of them once. */
  BAD_RECORDS,
  /** Bytes read of replicas, including fronts and what was read only to index a block. */
  BYTES_READ,
  /** Wall clock time spent opening, reading and filtering blocks, in nanoseconds. */
  RECORD_READER_NANOS
}
