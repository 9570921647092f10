// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.client.Parallel;
import dev.hail.client.PathException;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.IndexFit;
import dev.hail.join.build.BuildFiles.FileBlock;
import dev.hail.join.plan.BoundJoin;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.KeyHint;
import dev.hail.join.plan.MatchKind;
import dev.hail.nativejoin.FlatBuild;
import dev.hail.nativejoin.JoinBudgetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the rows of one build side into a table, several blocks at a time. */
final class SideReader {
  private static final Logger LOG = LoggerFactory.getLogger(SideReader.class);
  private static final long NANOS_BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

  private final Configuration conf;
  private final BoundJoin join;
  private final BuildFiles files;
  private final BuildColumns columns;
  private final ImageBudget budget;
  private final FlatBuild build;
  private final List<StringCodes> codes = new ArrayList<>();

  /** One for each key; empty if the keys say nothing about the rows of the input. */
  private final List<KeyCollector> keys = new ArrayList<>();

  private final Queue<BuildBatch> spare = new ConcurrentLinkedQueue<>();

  private final BadBuildRecords badRecords;

  private long rows;
  private long read;
  private int blocksRead;
  private long lastLine = System.nanoTime();
  private boolean stopped;

  /**
   * A reader of one side.
   *
   * @param build receives the rows; the caller finishes and closes it
   * @throws JoinRefusedException if the job allows no number of bad records
   */
  SideReader(
      Configuration conf,
      BoundJoin join,
      BuildFiles files,
      BuildColumns columns,
      ImageBudget budget,
      FlatBuild build)
      throws JoinRefusedException {
    this.conf = conf;
    this.join = join;
    this.files = files;
    this.columns = columns;
    this.budget = budget;
    this.build = build;
    this.badRecords = new BadBuildRecords(conf, join.spec());
    for (int i = 0; i < columns.codes(); i++) {
      codes.add(new StringCodes());
    }
    MatchKind kind = join.spec().kind();
    if (kind == MatchKind.INNER || kind == MatchKind.SEMI) {
      for (int key : join.keys()) {
        keys.add(KeyCollector.of(join.schema().attribute(key).type().kind(), key));
      }
    }
  }

  /**
   * Reads all files.
   *
   * @throws JoinRefusedException if a block cannot be read, the rows need more than the budget, or
   *     more records are bad than the job allows
   */
  void read() throws IOException {
    List<FileBlock> blocks = files.blocks();
    if (blocks.isEmpty()) {
      return;
    }
    int threads =
        Math.max(
            1,
            Math.min(
                blocks.size(),
                NumberKeys.count(
                    conf, HailConfigKeys.READ_THREADS, HailConfigKeys.READ_THREADS_DEFAULT)));
    ScanOptions options = ScanOptions.of(conf, null, threads);
    try {
      Parallel.map(blocks, threads, block -> read(block, options, blocks.size()));
    } catch (JoinRefusedException refused) {
      throw refused;
    } catch (IOException e) {
      throw join.spec()
          .refused(
              "its build side cannot be read: "
                  + PathException.firstLine(e)
                  + ". If the file was deleted or replaced meanwhile, submit the job again",
              e);
    }
    badRecords.check();
  }

  private Void read(FileBlock block, ScanOptions options, int blocks) throws IOException {
    BuildBatch batch = spare.poll();
    if (batch == null) {
      batch = new BuildBatch(columns);
    }
    RowBatch scanned = new RowBatch();
    try (BlockScan scan =
        BlockScan.open(block.file(), block.block(), join.filter(), columns.attributes(), options)) {
      while (scan.next(scanned)) {
        for (int from = 0; from < scanned.size(); from += BuildBatch.ROWS) {
          int count = Math.min(BuildBatch.ROWS, scanned.size() - from);
          batch.fillValues(scanned, from, count);
          add(batch, scanned, from, blocks);
        }
      }
      blockDone(block.file(), scan.badRecords(), scan.metrics().rowsRead(), blocks);
    }
    spare.add(batch);
    return null;
  }

  private synchronized void add(BuildBatch batch, RowBatch scanned, int from, int blocks)
      throws IOException {
    if (stopped) {
      throw new IOException("Reading stopped, as another block failed");
    }
    try {
      batch.fillCodes(scanned, from, codes);
      build.add(batch.flat());
    } catch (JoinBudgetException | IllegalStateException tooMuch) {
      throw TooLarge.of(join.spec(), budget, reached(blocks), tooMuch);
    }
    for (KeyCollector key : keys) {
      key.add(scanned, from, batch.flat().rows());
    }
    rows += batch.flat().rows();
    if (stringMemory() > budget.left()) {
      throw TooLarge.of(join.spec(), budget, reached(blocks), null);
    }
  }

  /** Keeps threads that still read from adding rows. */
  synchronized void stop() {
    stopped = true;
  }

  private synchronized void blockDone(
      HailFile file, List<BadRecord> bad, long rowsRead, int blocks) {
    badRecords.add(file.toString(), bad);
    read += rowsRead;
    blocksRead++;
    if (System.nanoTime() - lastLine > NANOS_BETWEEN_LINES) {
      lastLine = System.nanoTime();
      LOG.info(
          "Join {}: {} of {} blocks of the build side read, {} rows kept of {}, {} of strings",
          join.spec().name(),
          blocksRead,
          blocks,
          rows,
          read,
          TraditionalBinaryPrefix.long2String(stringMemory(), "B", 1));
    }
  }

  /** Returns how far reading came, as a sentence without its end. */
  String reached(int blocks) {
    return String.format(
        Locale.ROOT,
        "That was after %,d rows of %d of %d blocks, with %s of strings",
        rows,
        blocksRead,
        blocks,
        TooLarge.size(stringMemory()));
  }

  /** Returns the rows whose attributes were read, qualifying or not. */
  long rowsRead() {
    return read;
  }

  long badRecords() {
    return badRecords.count();
  }

  /** Returns what rows of the input must meet to have a match; no index is chosen by it yet. */
  List<KeyHint> hints() {
    List<KeyHint> hints = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      hints.add(
          new KeyHint(
              join.spec().keys().get(i).input(),
              keys.get(i).restriction(join.spec().nullEqual()),
              IndexFit.NONE));
    }
    return hints;
  }

  /** Returns the strings of the outputs, in their order. */
  List<StringCodes> codes() {
    return codes;
  }

  /** Returns the bytes that strings of outputs take in this process. */
  long stringMemory() {
    return codes.stream().mapToLong(StringCodes::memory).sum();
  }
}
