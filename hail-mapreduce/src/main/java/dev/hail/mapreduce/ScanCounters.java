// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.BlockScan;
import dev.hail.format.block.read.ReadMetrics;
import dev.hail.mapreduce.adaptive.IndexingTotals;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;

/** Adds the metrics of block scans to the counters of the task. */
final class ScanCounters {

  private final TaskAttemptContext task;
  private final Counter standardBytesRead;

  ScanCounters(TaskAttemptContext task) {
    this.task = task;
    this.standardBytesRead = task.getCounter(FileInputFormatCounter.BYTES_READ);
  }

  /** Adds a block that was read completely or in part. */
  void addBlock(BlockScan scan) {
    HailCounter path =
        switch (scan.accessPath()) {
          case INDEX_EQUALITY -> HailCounter.BLOCKS_EQUALITY_INDEX;
          case INDEX_RANGE -> HailCounter.BLOCKS_RANGE_INDEX;
          case INDEX_KEYS -> HailCounter.BLOCKS_JOIN_INDEX;
          case SCAN -> HailCounter.BLOCKS_SCAN;
        };
    add(path, 1);
    add(HailCounter.BLOCKS_PSEUDO_REPLICA, scan.replica().pseudo() == null ? 0 : 1);
    add(HailCounter.FAILOVERS, scan.failovers());
    ReadMetrics metrics = scan.metrics();
    add(HailCounter.ROWS_READ, metrics.rowsRead());
    add(HailCounter.ROWS_SKIPPED, metrics.rowsSkipped());
    addBytesRead(metrics);
  }

  /** Adds only the bytes read, for a block that is read again to be indexed. */
  void addBytesRead(ReadMetrics metrics) {
    add(HailCounter.BYTES_READ, metrics.bytesRead());
    standardBytesRead.increment(metrics.bytesRead());
  }

  /** Adds the outcome of the blocks that the task offered. */
  void addIndexing(IndexingTotals totals, long waitNanos) {
    add(HailCounter.BLOCKS_INDEXED, totals.stored());
    add(HailCounter.BLOCKS_NOT_INDEXED, totals.failed());
    add(HailCounter.BLOCKS_OVER_BUDGET, totals.overBudget());
    add(HailCounter.BLOCKS_NOT_PLACED, totals.notPlaced());
    add(HailCounter.INDEX_BYTES_WRITTEN, totals.bytesWritten());
    add(HailCounter.INDEX_WAIT_NANOS, waitNanos);
  }

  void add(HailCounter counter, long amount) {
    // Looking a counter up creates it, so zeros are shown as well.
    task.getCounter(counter).increment(amount);
  }
}
