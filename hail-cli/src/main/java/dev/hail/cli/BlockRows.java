// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.BadRecordEncoder;
import dev.hail.cli.output.ParallelOutput;
import dev.hail.cli.output.RowEncoder;
import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.client.read.ScanStatistics;
import dev.hail.client.workload.FilterMeasures;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Produces the encoded rows of a file's blocks. */
final class BlockRows {
  /** Bounds the memory of rows that wait to be written. */
  private static final int ROWS_PER_PIECE = 8192;

  private final HailFile file;
  private final Predicate predicate;
  private final int[] projection;
  private final ScanOptions options;
  private final ScanStatistics statistics;
  private final FilterMeasures measures;
  private final UseReporter uses;
  private final AtomicLong rowsLeft;

  /**
   * @param measures takes the blocks that were read to their end
   * @param uses hears which indexes are read
   * @param rowsLeft rows that all producers together may still produce
   */
  BlockRows(
      HailFile file,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      ScanStatistics statistics,
      FilterMeasures measures,
      UseReporter uses,
      AtomicLong rowsLeft) {
    this.file = file;
    this.predicate = predicate;
    this.projection = projection.clone();
    this.options = options;
    this.statistics = statistics;
    this.measures = measures;
    this.uses = uses;
    this.rowsLeft = rowsLeft;
  }

  /** Returns one producer per block, which produces its rows. */
  List<ParallelOutput.Producer> rows(RowEncoder encoder) {
    List<ParallelOutput.Producer> producers = new ArrayList<>();
    for (HailBlock block : file.blocks()) {
      producers.add(sink -> produceRows(block, encoder, sink));
    }
    return producers;
  }

  /** Returns one producer per block, which produces its bad records. */
  List<ParallelOutput.Producer> badRecords() {
    List<ParallelOutput.Producer> producers = new ArrayList<>();
    for (HailBlock block : file.blocks()) {
      producers.add(sink -> produceBadRecords(block, sink));
    }
    return producers;
  }

  private void produceRows(HailBlock block, RowEncoder encoder, ParallelOutput.Sink sink)
      throws IOException, InterruptedException {
    if (rowsLeft.get() <= 0) {
      return;
    }
    RowBatch batch = new RowBatch();
    try (BlockScan scan = BlockScan.open(file, block, predicate, projection, options)) {
      uses.opened(file.location(), scan);
      while (rowsLeft.get() > 0) {
        if (!scan.next(batch)) {
          measures.add(scan);
          break;
        }
        int rows = (int) Math.min(batch.size(), taken(batch.size()));
        for (int begin = 0; begin < rows; begin += ROWS_PER_PIECE) {
          sink.write(encoder.encode(batch, begin, Math.min(rows, begin + ROWS_PER_PIECE)));
        }
      }
      statistics.add(scan);
      uses.closed(file.location(), block.length(), scan);
    }
  }

  private void produceBadRecords(HailBlock block, ParallelOutput.Sink sink)
      throws IOException, InterruptedException {
    int[] none = {};
    try (BlockScan scan = BlockScan.open(file, block, Predicate.never(), none, options)) {
      sink.write(BadRecordEncoder.encode(scan.badRecords()));
    }
  }

  /** Takes up to {@code wanted} rows of those that are left, and returns how many it took. */
  private long taken(int wanted) {
    return Math.max(0, Math.min(wanted, rowsLeft.getAndAdd(-wanted)));
  }
}
