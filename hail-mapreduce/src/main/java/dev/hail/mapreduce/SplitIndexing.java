// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.read.BlockScan;
import dev.hail.format.block.BlockNeed;
import dev.hail.mapreduce.adaptive.AdaptiveIndexer;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import dev.hail.mapreduce.adaptive.ChosenBlock;
import dev.hail.mapreduce.adaptive.Offer;
import dev.hail.mapreduce.adaptive.OfferDesk;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.UnknownHostException;
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
 * many rows qualified, and then reads the whole block again. Not thread-safe.
 */
final class SplitIndexing {
  private static final Logger LOG = LoggerFactory.getLogger(SplitIndexing.class);

  /**
   * Set by MapReduce, which has no constant for it, where a task runs in the application master.
   */
  private static final String UBERIZED = "mapreduce.task.uberized";

  private final Configuration conf;
  private final AdaptiveStrategy strategy;
  private final List<SplitBlock> blocks;
  private final ScanCounters counters;
  private final AdaptiveIndexer indexer;
  private final long begin;
  private final long started;
  private OfferDesk desk;
  private HdfsPath file;
  private SplitFile planned;
  private BlockNeed reserved;
  private long waited;
  private int offered;
  private long opened;

  /** Blocks that were not to be indexed, and the time for them. */
  private int beside;

  private long besideNanos;

  /** Begins with the task. */
  SplitIndexing(
      TaskAttemptContext context,
      HailInputSplit split,
      ScanCounters counters,
      StepListener<PseudoStep> steps)
      throws IOException {
    this.conf = context.getConfiguration();
    // In the application master a task has a share of that heap, no second attempt, and no start of
    // its own from which to tell how long it took.
    this.strategy = conf.getBoolean(UBERIZED, false) ? null : AdaptiveStrategy.of(conf);
    this.blocks = split.blocks();
    this.counters = counters;
    this.begin = taskBegin();
    boolean any = strategy != null && blocks.stream().anyMatch(block -> block.indexBy() != 0);
    // If indexing made the one before fail, it must not do so until the job fails.
    boolean again = any && FormerAttempts.haveFailed(context.getTaskAttemptID(), conf);
    if (again) {
      LOG.info("This task indexes nothing, since an attempt at it has failed before");
    }
    this.indexer =
        any && !again ? AdaptiveIndexer.of(conf, host(), context::progress, steps) : null;
    this.started = System.nanoTime();
  }

  private static String host() {
    try {
      return TaskHost.current();
    } catch (UnknownHostException nameless) {
      // Then the namenode chooses without it.
      return "";
    }
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

  /** Decides whether a block is read whole at once; null if that is not wanted. */
  BlockScan.Room roomFor(SplitBlock block, HdfsPath blockFile) {
    file = blockFile;
    planned = block.file();
    opened = System.nanoTime();
    if (indexer == null || block.indexBy() == 0 || strategy.selective()) {
      return null;
    }
    return need -> {
      giveBack();
      return isGranted(block, need, 0) && reserve(need);
    };
  }

  private boolean reserve(BlockNeed need) {
    long begin = System.nanoTime();
    boolean room = indexer.reserve(need);
    waited += System.nanoTime() - begin;
    if (room) {
      reserved = need;
      return true;
    }
    counters.add(HailCounter.BLOCKS_TURNED_AWAY, 1);
    return false;
  }

  /** What was reserved for the block at hand, if anything was. */
  private void giveBack() {
    if (reserved != null) {
      indexer.giveBack(reserved);
      reserved = null;
    }
  }

  /**
   * Asks before it waits for room: most blocks of a selective job are refused. Does not ask for
   * what never fits, which would use up the grant of another block.
   */
  private boolean isGranted(SplitBlock block, BlockNeed need, double selectivity) {
    if (!indexer.fits(need)) {
      counters.add(HailCounter.BLOCKS_TOO_LARGE, 1);
      // Whether the namenode would have granted the block nobody knows.
      counters.add(HailCounter.BLOCKS_TURNED_AWAY, strategy.isChosenByPlanner() ? 1 : 0);
      return false;
    }
    return strategy.isChosenByPlanner() || mayIndex(block, selectivity);
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
    boolean candidate = indexer != null && block.indexBy() != 0 && strategy.selective();
    byte[] bytes = scan.bytes();
    if (candidate && complete) {
      BlockNeed need = BlockNeed.of(scan.front());
      if (isGranted(block, need, selectivity(scan)) && reserve(need)) {
        bytes = readWhole(reader);
      }
    }
    if (bytes != null && complete) {
      offer(block, bytes);
    } else {
      giveBack();
    }
    if (block.indexBy() == 0) {
      beside++;
      besideNanos += System.nanoTime() - opened;
    }
  }

  private static double selectivity(BlockScan scan) {
    int rows = scan.front().rowCount();
    return rows == 0 ? 0 : (double) scan.metrics().rowsQualifying() / rows;
  }

  /** Null if it cannot be read, which is no reason to fail a task that has all its rows. */
  private byte[] readWhole(SplitReader reader) {
    try {
      BlockScan whole = reader.readWhole(reserved);
      counters.addBytesRead(whole.metrics());
      return whole.bytes();
    } catch (IOException e) {
      LOG.warn("Block {} cannot be read to index it", reader.current().blockId(), e);
      return null;
    }
  }

  private void offer(SplitBlock block, byte[] bytes) {
    counters.add(HailCounter.BLOCKS_OFFERED, 1);
    BlockOrder order = new BlockOrder(block.blockId(), block.generationStamp(), block.indexBy());
    Offer offer = new Offer(new ChosenBlock(file, order, reserved), bytes);
    reserved = null;
    long begin = System.nanoTime();
    boolean taken = indexer.offer(offer);
    waited += System.nanoTime() - begin;
    if (taken) {
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
      counters.addIndexing(indexer.totals(), waited + System.nanoTime() - waiting);
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
    // The job is one to the namenode, whichever of its files the task tells of.
    boolean counts =
        strategy != null && blocks.stream().allMatch(b -> b.file().adaptiveAttribute() != 0);
    if (!counts || desk() == null) {
      return;
    }
    desk.taskEnded(file, planned.adaptiveAttribute(), cost());
  }

  private TaskCost cost() {
    double seconds = seconds(System.nanoTime() - begin);
    double start = seconds(started - begin);
    double indexing = indexer == null ? 0 : seconds(indexer.totals().nanos());
    int whole = blocks.size() - beside;
    if (whole == 0) {
      return new TaskCost(TaskKind.INDEX_SCAN, seconds, start, indexing, beside, 0);
    }
    return new TaskCost(
        offered > 0 ? TaskKind.SCAN_AND_INDEX : TaskKind.SCAN,
        seconds,
        start,
        indexing,
        whole,
        offered,
        beside,
        // Not more for having been rounded.
        Math.min(seconds(besideNanos), seconds - start));
  }
}
