// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.RowBatch;

/** Makes the rows that the map function gets out of batches that are read. For one thread. */
interface RowStage extends AutoCloseable {

  /** Says how the rows of the next batches are read and delivered. */
  void openFile(BoundQuery query);

  /** Takes a batch, whose rows stay as they are until {@link #next} returns 0. */
  void begin(RowBatch batch);

  /** Returns how many rows can be delivered next; 0 if the batch has no more. */
  int next();

  /** Returns the values of one of these rows, from 0; the same object for the next call. */
  RowValues row(int row);

  /** Returns how many rows that meet the filter were taken so far. */
  long qualified();

  @Override
  void close();
}
