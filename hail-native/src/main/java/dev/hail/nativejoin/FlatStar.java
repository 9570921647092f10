// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * Looks up batches of a probe side in the joins of a star, for one thread at a time. Call {@link
 * #add}, then {@link #next} until it gives no rows, and so on.
 */
public interface FlatStar extends AutoCloseable {
  /** Returns where {@link #next} puts rows; always the same object. */
  StarRows rows();

  /**
   * Takes a batch, whose buffers must stay as they are until {@link #next} gives no rows.
   *
   * @throws IllegalStateException if {@link #next} has rows to give
   * @throws InvalidBatchException if the batch has other columns, or its buffers contradict
   *     themselves
   */
  void add(FlatBatch batch);

  /**
   * Puts the next rows into {@link #rows}.
   *
   * @return whether there are any
   */
  boolean next();

  /**
   * Returns what was done with a join so far.
   *
   * @param join position in the list of joins, from 0
   */
  StarCounts counts(int join);

  @Override
  void close();
}
