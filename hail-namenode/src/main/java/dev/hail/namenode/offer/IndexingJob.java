// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.client.pseudo.Calibration;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One running job that indexes a file by an attribute: hands out permissions to index a block,
 * never more than its limit, and measures what its tasks cost. Thread-safe.
 *
 * <p>Tasks that read blocks by index come first; when the time of one is known, the limit is fixed
 * for the rest of the job (section 3.6.2).
 */
public final class IndexingJob {
  /** A rate comes as a decimal fraction: 0.1 of 10 blocks is one, not two for a binary error. */
  private static final double ROUNDING = 1e-6;

  private static final int BUCKETS = 1024;

  private final Indexing.Plan plan;
  private final Calibration former;
  private final long room;
  private final Set<Long> granted = new HashSet<>();
  private final Set<Long> judged = new HashSet<>();

  /** How many of the judged blocks have a selectivity in each of these equal parts of 0 to 1. */
  private final int[] histogram = new int[BUCKETS + 1];

  private final Map<TaskKind, TaskTimes> seconds = new EnumMap<>(TaskKind.class);

  /** Of the tasks that indexed, for how long they did. */
  private final TaskTimes indexingTimes = new TaskTimes();

  private int limit = -1;

  /**
   * A job that begins.
   *
   * @param former what former jobs cost; null if there was none
   * @param room blocks for whose indexes there is space
   */
  public IndexingJob(Indexing.Plan plan, Calibration former, long room) {
    this.plan = plan;
    this.former = former;
    this.room = room;
    for (TaskKind kind : TaskKind.values()) {
      seconds.put(kind, new TaskTimes());
    }
  }

  /**
   * Most blocks this job may index: fixed by the first call, of an eager job by the first one for
   * which the time of blocks with an index is known. Until then it is what can be said without.
   */
  public synchronized int limit() {
    if (limit >= 0) {
      return limit;
    }
    double wanted = Math.ceil(plan.rate() * plan.blocks() - ROUNDING);
    boolean byCosts = plan.eager() && former != null;
    if (byCosts) {
      wanted = affordable(wanted);
    }
    int now = (int) Math.min(wanted, (double) Math.min(plan.unindexed(), room));
    now = Math.max(now, granted.size());
    boolean indexScanOpen =
        byCosts
            && plan.unindexed() < plan.blocks()
            && seconds.get(TaskKind.INDEX_SCAN).count() == 0;
    if (!indexScanOpen) {
      limit = now;
    }
    return now;
  }

  /**
   * Blocks that can be indexed so that the map phase takes as long as the target (equation 3.3).
   *
   * @param least blocks to index if there is no time for any, so that a file is indexed some day;
   *     not where the user has set the target
   */
  private double affordable(double least) {
    long tasks = ceilDivide(plan.unindexed(), plan.blocksPerTask());
    double target = plan.target() > 0 ? plan.target() : former.target();
    long few = 0;
    long many = tasks;
    while (few < many) {
      long indexing = few + (many - few + 1) / 2;
      if (phase(indexing, tasks - indexing).seconds() <= target) {
        few = indexing;
      } else {
        many = indexing - 1;
      }
    }
    double blocks = (double) few * plan.blocksPerTask();
    return plan.target() > 0 ? blocks : Math.max(least, blocks);
  }

  /** The map phase of this job; those that ask first, and so begin first, are granted. */
  private MapPhase phase(long indexing, long scanning) {
    TaskTimes indexScans = seconds.get(TaskKind.INDEX_SCAN);
    int indexed = plan.blocks() - plan.unindexed();
    // Blocks that have an index share as many tasks as there are slots; not all have ended yet.
    long expected = Math.max(indexScans.count(), Math.min(plan.slots(), indexed));
    double indexScan = indexScans.count() == 0 ? former.scanWave() : indexScans.mean();
    return new MapPhase(plan.slots())
        .add(expected, indexScan)
        .add(indexing, former.scanWave() + former.indexOverhead())
        .add(scanning, former.scanWave());
  }

  static long ceilDivide(long number, long by) {
    return number / by + (number % by == 0 ? 0 : 1);
  }

  /**
   * Asks whether a block that was read whole may be indexed. A block that has the permission keeps
   * it, since its task may have to run again.
   *
   * <p>Where not all may be, those with the smallest share of qualifying rows are preferred
   * (section 3.6.3): of what is known so far, a block must be among as many as there are
   * permissions left for the blocks that are left.
   *
   * @param selectivity share of its rows that qualify, 0 to 1
   */
  public synchronized boolean mayIndex(long blockId, double selectivity) {
    if (granted.contains(blockId)) {
      return true;
    }
    // A client that asks for blocks without end does not take memory without end.
    if (judged.size() < plan.unindexed() && judged.add(blockId)) {
      histogram[bucket(selectivity)]++;
    }
    int left = limit() - granted.size();
    if (left <= 0 || selectivity > plan.selectivityMax()) {
      return false;
    }
    int toCome = Math.max(0, plan.unindexed() - judged.size());
    boolean may = left > toCome || isAmongTheBest(selectivity, (double) left / (toCome + 1));
    if (may) {
      granted.add(blockId);
    }
    return may;
  }

  private boolean isAmongTheBest(double selectivity, double share) {
    int better = 0;
    for (int i = 0; i < bucket(selectivity); i++) {
      better += histogram[i];
    }
    return better < Math.max(1, Math.ceil(share * judged.size()));
  }

  private static int bucket(double selectivity) {
    return (int) (Math.min(1, selectivity) * BUCKETS);
  }

  /** Number of permissions given. */
  public synchronized int granted() {
    return granted.size();
  }

  /**
   * Notes a task that ended well. Of more tasks than the file has blocks, twice over, none counts.
   */
  public synchronized void taskEnded(TaskCost cost) {
    long known = 0;
    for (TaskTimes times : seconds.values()) {
      known += times.count();
    }
    if (known <= 2L * plan.blocks()) {
      seconds.get(cost.kind()).add(cost.seconds());
      if (cost.kind() == TaskKind.SCAN_AND_INDEX) {
        indexingTimes.add(cost.indexingSeconds());
      }
    }
  }

  /**
   * What is known after this job. Terms it could not measure stay as they were.
   *
   * @return null if nothing is known yet
   */
  public synchronized Calibration calibration() {
    TaskTimes both = seconds.get(TaskKind.SCAN_AND_INDEX);
    TaskTimes scans = seconds.get(TaskKind.SCAN);
    double scan = scans.mean();
    if (scan == 0 && former == null) {
      // All blocks were indexed: their tasks are the only measure of a scan there is.
      scan = both.mean();
    }
    if (scan == 0) {
      return former;
    }
    // Few tasks of differing length may hide what indexing costs, but not for how long it went on.
    double overhead = Math.max(both.excessOver(scans), indexingTimes.mean());
    if (former != null) {
      return new Calibration(
          former.target(), scan, both.count() == 0 ? former.indexOverhead() : overhead);
    }
    TaskTimes indexScans = seconds.get(TaskKind.INDEX_SCAN);
    // The first job may be killed, or be running still when the next one wants to know its time.
    long tasks = ceilDivide(plan.unindexed(), plan.blocksPerTask());
    long toCome = Math.max(0, tasks - both.count() - scans.count());
    MapPhase first =
        new MapPhase(plan.slots())
            .add(indexScans.count(), indexScans.mean())
            .add(both.count(), both.mean())
            .add(scans.count() + toCome, scan);
    return new Calibration(first.seconds(), scan, overhead);
  }
}
