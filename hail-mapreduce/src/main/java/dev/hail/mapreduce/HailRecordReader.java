// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.BlockScan;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.RowBatch;
import dev.hail.join.plan.JoinPlan;
import dev.hail.join.plan.StarNames;
import dev.hail.join.probe.StarReader;
import dev.hail.join.stage.StagedPlan;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Hands the qualifying rows and the bad records of a split to the map function (thesis, section
 * 3.4.3), each exactly once. Blocks come in the order of the split. Within a block the rows come
 * first, in the order of the replica that is read. The bad records follow in the order of the
 * source text.
 */
public final class HailRecordReader extends RecordReader<Text, HailRecord> {

  /**
   * Time before a task reports index use again. The planner has reported it, and most tasks end
   * sooner.
   */
  private static final Duration PLANNED_USE = Duration.ofMinutes(1);

  private final Text key = new Text();
  private final HailRecord record = new HailRecord();
  private final RowBatch batch = new RowBatch();
  private final StepListener<PseudoStep> steps;

  private TaskAttemptContext task;
  private ScanCounters counters;
  private RowStage stage;

  private UseReporter uses;
  private SplitIndexing indexing;
  private SplitMeasures measures;
  private SplitReader blocks;
  private BlockScan scan;
  private RecordLayout layout;

  /** Number of rows to deliver that the stage has, and the next of them, from 0. */
  private int rows;

  private int nextRow;

  /** Bad records of the block that are left to deliver; null until all its rows are delivered. */
  private Iterator<BadRecord> badRecords;

  /** True when the split has been read to its end. */
  private boolean ended;

  private long bad;
  private long nanos;

  /**
   * Creates the reader of one split.
   *
   * @param steps is told of each indexing step
   */
  HailRecordReader(StepListener<PseudoStep> steps) {
    this.steps = steps;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    long begin = System.nanoTime();
    task = context;
    counters = new ScanCounters(context);
    JoinPlan joins = StagedPlan.ofTask(context.getConfiguration());
    stage =
        joins == null
            ? new PlainRows()
            : new JoinedRows(StarReader.ofTask(joins), new JoinCounters(context));
    HailInputSplit hailSplit = (HailInputSplit) split;
    uses = new UseReporter(context.getConfiguration(), PLANNED_USE);
    indexing = new SplitIndexing(context, hailSplit, counters, steps);
    measures = new SplitMeasures(context.getConfiguration(), hailSplit);
    blocks =
        new SplitReader(
            context.getConfiguration(),
            hailSplit,
            joins == null ? StarNames.NONE : joins.names(),
            TaskHost.current(),
            indexing::roomFor);
    nanos += System.nanoTime() - begin;
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (nextRow < rows || fetch()) {
      deliver();
      return true;
    }
    return false;
  }

  private void deliver() {
    if (nextRow < rows) {
      record.pointTo(layout, stage.row(nextRow++));
    } else {
      record.pointTo(layout, badRecords.next());
      bad++;
    }
  }

  /** Fetches the next rows or bad records; returns false after the last block. */
  private boolean fetch() throws IOException {
    if (badRecords != null && badRecords.hasNext()) {
      return true;
    }
    long begin = System.nanoTime();
    try {
      while (true) {
        if (scan == null && !openBlock()) {
          ended = true;
          return false;
        }
        if (badRecords == null) {
          if (fetchRows()) {
            return true;
          }
          badRecords = scan.badRecords().iterator();
          if (badRecords.hasNext()) {
            return true;
          }
        }
        closeBlock(true);
      }
    } finally {
      nanos += System.nanoTime() - begin;
    }
  }

  /** Fetches the next rows of the block; returns false after the last. */
  private boolean fetchRows() throws IOException {
    nextRow = 0;
    rows = stage.next();
    while (rows == 0 && scan.next(batch)) {
      // Joins may drop all rows of many batches.
      task.progress();
      stage.begin(batch);
      rows = stage.next();
    }
    return rows > 0;
  }

  private boolean openBlock() throws IOException {
    scan = blocks.open();
    if (scan == null) {
      return false;
    }
    uses.opened(blocks.file(), scan);
    layout = blocks.layout();
    stage.openFile(blocks.query());
    key.set(blocks.path());
    badRecords = null;
    return true;
  }

  private void closeBlock(boolean complete) throws IOException {
    BlockScan done = scan;
    scan = null;
    rows = 0;
    nextRow = 0;
    badRecords = Collections.emptyIterator();
    counters.addBlock(done);
    uses.closed(blocks.file(), blocks.current().length(), done);
    done.close();
    indexing.blockDone(blocks, done, complete);
    if (complete) {
      measures.blockDone(blocks, done);
    }
  }

  /** Returns the path of the current record's file, with scheme and authority. */
  @Override
  public Text getCurrentKey() {
    return key;
  }

  @Override
  public HailRecord getCurrentValue() {
    return record;
  }

  /**
   * Returns the share of the split's blocks that was read, 0 to 1. The current block counts by its
   * progress within the current batch.
   */
  @Override
  public float getProgress() {
    if (blocks == null || blocks.size() == 0) {
      return 0;
    }
    float done = blocks.opened();
    if (scan != null) {
      done -= rows == 0 ? 0 : 1 - (float) nextRow / rows;
    }
    return done / blocks.size();
  }

  @Override
  public void close() throws IOException {
    if (counters == null) {
      return;
    }
    try {
      if (scan != null) {
        closeBlock(false);
      }
      if (indexing != null) {
        SplitIndexing finished = indexing;
        indexing = null;
        finished.finish(ended);
        if (ended) {
          measures.finish();
        }
      }
    } finally {
      if (stage != null) {
        counters.add(HailCounter.ROWS_QUALIFIED, stage.qualified());
        stage.close();
        stage = null;
      }
      counters.add(HailCounter.BAD_RECORDS, bad);
      counters.add(HailCounter.RECORD_READER_NANOS, nanos);
      bad = 0;
      nanos = 0;
      if (uses != null) {
        uses.close();
      }
    }
  }
}
