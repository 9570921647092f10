// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** The build side of a join of {@link FlatJoins} while it grows. */
public interface FlatBuild extends AutoCloseable {
  /**
   * Copies the keys and outputs of a batch, whose buffers may then be used again.
   *
   * @throws InvalidBatchException if the batch has other columns, or its buffers contradict
   *     themselves
   * @throws JoinBudgetException if the budget does not allow the rows; the build side stays as it
   *     was
   */
  void add(FlatBatch batch);

  /**
   * Builds the table. This object can only be closed after that.
   *
   * @throws JoinBudgetException if the budget does not allow the table
   */
  FlatJoin finish();

  /** Frees the build side, unless it is finished. */
  @Override
  void close();
}
