// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.RowBatch;

/** Delivers the rows of batches as they are. */
final class PlainRows implements RowStage {

  private final BatchRow row = new BatchRow();
  private RowBatch batch;
  private int rows;
  private long qualified;

  @Override
  public void openFile(BoundQuery query) {
    // The rows are delivered as they were read.
  }

  @Override
  public void begin(RowBatch next) {
    batch = next;
    rows = next.size();
  }

  @Override
  public int next() {
    int all = rows;
    rows = 0;
    return all;
  }

  @Override
  public RowValues row(int number) {
    qualified++;
    row.moveTo(batch, number);
    return row;
  }

  @Override
  public long qualified() {
    return qualified;
  }

  @Override
  public void close() {
    // Holds nothing but memory.
  }
}
