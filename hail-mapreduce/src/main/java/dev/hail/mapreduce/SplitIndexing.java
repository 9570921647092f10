// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.read.BlockScan;
import dev.hail.format.block.sort.BlockNeed;
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
 * Indexes blocks of a map task's split under every strategy (thesis, section 3.5.1). A block that
 * the planner chose is read whole and offered to the indexer. An eager job asks the namenode before
 * it reads a block. A selective job asks after reading, when it knows how many rows qualified, and
 * then reads the whole block again. Not thread-safe.
 */
final class SplitIndexing {
  private static final Logger LOG = LoggerFactory.getLogger(SplitIndexing.class);

  /**
   * Key that MapReduce sets where a task runs in the application master; Hadoop has no constant.
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

  /** Number of blocks not meant to be indexed, and the time spent on them in nanoseconds. */
  private int beside;

  private long besideNanos;

  /** Creates the indexing of a task; must be called when the task begins. */
  SplitIndexing(
      TaskAttemptContext context,
      HailInputSplit split,
      ScanCounters counters,
      StepListener<PseudoStep> steps)
      throws IOException {
    this.conf = context.getConfiguration();
    // A task in the application master shares that heap, has no second attempt, and no start-up of
    // its own from which to derive its cost.
    this.strategy = conf.getBoolean(UBERIZED, false) ? null : AdaptiveStrategy.of(conf);
    this.blocks = split.blocks();
    this.counters = counters;
    this.begin = taskBegin();
    boolean any = strategy != null && blocks.stream().anyMatch(block -> block.indexBy() != 0);
    // If indexing made an earlier attempt fail, repeating it could fail the whole job.
    boolean again = any && FormerAttempts.haveFailed(context.getTaskAttemptID(), conf);
    if (again) {
      LOG.info("This task indexes nothing because an earlier attempt at it failed");
    }
    this.indexer =
        any && !again ? AdaptiveIndexer.of(conf, host(), context::progress, steps) : null;
    this.started = System.nanoTime();
  }

  private static String host() {
    try {
      return TaskHost.current();
    } catch (UnknownHostException nameless) {
      // The namenode then chooses a place without knowing the host.
      return "";
    }
  }

  /** Returns when the task began, in nanoseconds; in a container the start of the JVM counts. */
  private static long taskBegin() {
    long now = System.nanoTime();
    if (System.getenv(Environment.CONTAINER_ID.name()) == null) {
      return now;
    }
    long uptime = ManagementFactory.getRuntimeMXBean().getUptime();
    return now - TimeUnit.MILLISECONDS.toNanos(uptime);
  }

  /** Decides whether a block is read whole at once; null to read only what the query needs. */
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

  /** Releases the memory that was reserved for the current block, if any. */
  private void giveBack() {
    if (reserved != null) {
      indexer.giveBack(reserved);
      reserved = null;
    }
  }

  /**
   * Asks the namenode before memory is reserved, because it refuses most blocks of a selective job.
   * Does not ask about a block that can never fit, which would waste a grant.
   */
  private boolean isGranted(SplitBlock block, BlockNeed need, double selectivity) {
    if (!indexer.fits(need)) {
      counters.add(HailCounter.BLOCKS_TOO_LARGE, 1);
      // Only the planner's choice is certain; the namenode might have refused the block.
      counters.add(HailCounter.BLOCKS_TURNED_AWAY, strategy.isChosenByPlanner() ? 1 : 0);
      return false;
    }
    return strategy.isChosenByPlanner() || mayIndex(block, selectivity);
  }

  private boolean mayIndex(SplitBlock block, double selectivity) {
    OfferDesk asked = desk();
    boolean granted =
        asked != null && asked.mayIndex(file, block.indexBy(), block.blockId(), selectivity);
    counters.add(HailCounter.BLOCKS_NOT_GRANTED, granted ? 0 : 1);
    return granted;
  }

  /** Returns the job's name, the same on all blocks that name one; empty if none does. */
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
        LOG.warn("{}: cannot reach the namenode to ask for blocks to index", file, e);
      }
    }
    return desk;
  }

  /**
   * Finishes a block after the map function has processed it; its bytes may then be sorted.
   *
   * @param scan the closed scan of the block
   * @param complete whether all its rows were delivered
   */
  void blockDone(SplitReader reader, BlockScan scan, boolean complete) {
    SplitBlock block = reader.current();
    boolean candidate = indexer != null && block.indexBy() != 0 && strategy.selective();
    byte[] bytes = scan.bytes();
    // Without the rows that keys of joins left out, the filter's selectivity is unknown.
    if (candidate && complete && !scan.isNarrowed()) {
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

  /** Returns null if the block cannot be read; the task has all its rows, so it need not fail. */
  private byte[] readWhole(SplitReader reader) {
    try {
      BlockScan whole = reader.readWhole(reserved);
      counters.addBytesRead(whole.metrics());
      return whole.bytes();
    } catch (IOException e) {
      LOG.warn("Cannot read block {} to index it", reader.current().blockId(), e);
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
   * Waits until all offered blocks are done, then tells the namenode what the task cost.
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
    // The namenode accounts per job, so any one of the job's files will do.
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
        // Rounding must not make the part exceed the whole.
        Math.min(seconds(besideNanos), seconds - start));
  }
}
