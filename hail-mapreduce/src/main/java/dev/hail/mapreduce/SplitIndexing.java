// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoStep;
import dev.hail.client.read.BlockScan;
import dev.hail.mapreduce.adaptive.AdaptiveIndexer;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import dev.hail.mapreduce.adaptive.Offer;
import dev.hail.mapreduce.adaptive.OfferDesk;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a map task does to leave blocks of its split indexed behind (thesis, section 3.5.1),
 * whatever the strategy. Where the planner chose the blocks they are read whole and offered; an
 * eager job asks the namenode before it reads a block, a selective one after it, when it knows how
 * many rows qualified, and then reads the rest of the block. Not thread-safe.
 */
final class SplitIndexing {
  private static final Logger LOG = LoggerFactory.getLogger(SplitIndexing.class);

  private final Configuration conf;
  private final AdaptiveStrategy strategy;
  private final List<SplitBlock> blocks;
  private final ScanCounters counters;
  private final AdaptiveIndexer indexer;
  private final long begin;
  private OfferDesk desk;
  private HdfsPath file;
  private int offered;

  /** Begins with the task. */
  SplitIndexing(
      TaskAttemptContext context,
      HailInputSplit split,
      ScanCounters counters,
      StepListener<PseudoStep> steps) {
    this.conf = context.getConfiguration();
    this.strategy = AdaptiveStrategy.of(conf);
    this.blocks = split.blocks();
    this.counters = counters;
    this.begin = taskBegin();
    boolean any = strategy != null && blocks.stream().anyMatch(block -> block.indexBy() != 0);
    this.indexer =
        any
            ? AdaptiveIndexer.of(
                conf, context.getTaskAttemptID().toString(), context::progress, steps)
            : null;
  }

  /** A task in a container costs the start of its virtual machine, too. */
  private static long taskBegin() {
    long now = System.nanoTime();
    if (System.getenv(Environment.CONTAINER_ID.name()) == null) {
      return now;
    }
    long uptime = ManagementFactory.getRuntimeMXBean().getUptime();
    return now - TimeUnit.MILLISECONDS.toNanos(uptime);
  }

  /** Whether a block is to be read whole at once; then there is memory for it. */
  boolean wantsWhole(SplitBlock block, HdfsPath blockFile) {
    file = blockFile;
    if (indexer == null || block.indexBy() == 0 || strategy.selective()) {
      return false;
    }
    if (!reserve(block)) {
      return false;
    }
    if (strategy.isChosenByPlanner() || mayIndex(block, 0)) {
      return true;
    }
    indexer.giveBack(block.length());
    return false;
  }

  private boolean reserve(SplitBlock block) {
    if (indexer.reserve(block.length())) {
      return true;
    }
    counters.add(HailCounter.BLOCKS_TURNED_AWAY, 1);
    return false;
  }

  private boolean mayIndex(SplitBlock block, double selectivity) {
    OfferDesk asked = desk();
    return asked != null && asked.mayIndex(file, block.indexBy(), block.blockId(), selectivity);
  }

  /** All blocks of a split were planned together; those of files not to be indexed name no job. */
  private String job() {
    return blocks.stream()
        .map(block -> block.file().adaptiveJob())
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  private OfferDesk desk() {
    if (desk == null) {
      try {
        desk = OfferDesk.of(conf, job(), file);
      } catch (IOException e) {
        LOG.warn("{}: no namenode to ask for blocks to index", file, e);
      }
    }
    return desk;
  }

  /**
   * The map function is done with a block: its bytes are free to be sorted.
   *
   * @param scan the scan of the block, closed
   * @param complete whether all its rows were delivered
   */
  void blockDone(SplitReader reader, BlockScan scan, boolean complete) {
    SplitBlock block = reader.current();
    if (scan.bytes() != null) {
      if (complete) {
        offer(block, scan.bytes());
      } else {
        indexer.giveBack(block.length());
      }
      return;
    }
    boolean candidate = indexer != null && block.indexBy() != 0 && strategy.selective();
    if (!candidate || !complete || !reserve(block)) {
      return;
    }
    byte[] bytes = mayIndex(block, selectivity(scan)) ? readWhole(reader) : null;
    if (bytes == null) {
      indexer.giveBack(block.length());
    } else {
      offer(block, bytes);
    }
  }

  private static double selectivity(BlockScan scan) {
    int rows = scan.front().rowCount();
    return rows == 0 ? 0 : (double) scan.metrics().rowsQualifying() / rows;
  }

  /** Null if it cannot be read, which is no reason to fail a task that has all its rows. */
  private static byte[] readWhole(SplitReader reader) {
    try {
      return reader.readWhole();
    } catch (IOException e) {
      LOG.warn("Block {} cannot be read to index it", reader.current().blockId(), e);
      return null;
    }
  }

  private void offer(SplitBlock block, byte[] bytes) {
    counters.add(HailCounter.BLOCKS_OFFERED, 1);
    PseudoName name = new PseudoName(block.blockId(), block.generationStamp(), block.indexBy());
    if (indexer.offer(new Offer(file, name, bytes))) {
      offered++;
    } else {
      counters.add(HailCounter.BLOCKS_TURNED_AWAY, 1);
    }
  }

  /**
   * Waits for the blocks that were offered, and tells the namenode what the task cost.
   *
   * @param complete whether the whole split was read
   */
  void finish(boolean complete) throws IOException {
    if (indexer != null) {
      long waiting = System.nanoTime();
      indexer.close();
      counters.addIndexing(indexer.totals(), System.nanoTime() - waiting);
    }
    if (complete && file != null) {
      report();
    }
    if (desk != null) {
      desk.close();
    }
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private void report() {
    SplitFile planned = blocks.get(0).file();
    boolean counts =
        strategy != null
            && planned.adaptiveAttribute() != 0
            && blocks.stream().allMatch(block -> block.file().equals(planned));
    if (!counts || desk() == null) {
      return;
    }
    TaskKind kind = TaskKind.INDEX_SCAN;
    if (blocks.stream().anyMatch(block -> block.indexBy() != 0)) {
      kind = offered > 0 ? TaskKind.SCAN_AND_INDEX : TaskKind.SCAN;
    }
    long indexing = indexer == null ? 0 : indexer.totals().nanos();
    desk.taskEnded(
        file,
        planned.adaptiveAttribute(),
        new TaskCost(kind, seconds(System.nanoTime() - begin), seconds(indexing)));
  }
}
