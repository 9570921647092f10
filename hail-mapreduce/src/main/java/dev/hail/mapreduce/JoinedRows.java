// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.block.read.RowBatch;
import dev.hail.join.probe.StarReader;

/** Delivers the rows that batches of the input give with the build sides of the job. */
final class JoinedRows implements RowStage {

  private final StarReader star;
  private final JoinCounters counters;

  /** Null before the first file. */
  private JoinedRow row;

  private RowBatch batch;

  JoinedRows(StarReader star, JoinCounters counters) {
    this.star = star;
    this.counters = counters;
  }

  @Override
  public void openFile(BoundQuery query) {
    star.openFile(query.schema());
    row = new JoinedRow(star, query.joined());
    batch = null;
  }

  @Override
  public void begin(RowBatch next) {
    batch = next;
    star.begin(next);
  }

  @Override
  public int next() {
    return batch != null && star.next() ? star.rows().size() : 0;
  }

  @Override
  public RowValues row(int number) {
    row.moveTo(batch, number);
    return row;
  }

  @Override
  public long qualified() {
    return star.totals().rowsProbed();
  }

  @Override
  public void close() {
    counters.add(star);
    star.close();
  }
}
