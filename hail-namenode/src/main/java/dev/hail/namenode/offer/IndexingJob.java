// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.util.OptionalDouble;

/**
 * One running job that indexes files, each by an attribute. It hands out permissions to index a
 * block, never more than its limit, and measures what its tasks cost. The limit is one for all
 * files: they share the slots of the map phase, and a rate is rounded up once. Thread-safe.
 *
 * <p>The limit is fixed for the rest of the job (section 3.6.2) once the costs of indexing and of a
 * task that reads by index are known. Such a task may begin last, if it has less to read than
 * others; until it ends, the times of former jobs stand for its own.
 */
public final class IndexingJob {
  /** A rate comes as a decimal fraction: 0.1 of 10 blocks is one, not two for a binary error. */
  private static final double ROUNDING = 1e-6;

  private static final int BUCKETS = 1024;

  /** No block takes less; what is kept has six decimals. */
  private static final double LEAST_SECONDS = 1e-6;

  /** The plans of all files together. */
  private Indexing.Plan plan;

  /** What former jobs on these files cost; null if there were none. */
  private Calibration former;

  /** Blocks without index for whose indexes there is space. */
  private long indexable;

  private final FormerCosts formerCosts = new FormerCosts();
  private final AskedBlocks asked = new AskedBlocks();

  /**
   * How many of the blocks that were asked about have a selectivity in each of these equal parts of
   * 0 to 1.
   */
  private final int[] histogram = new int[BUCKETS + 1];

  private final MeasuredTasks measured = new MeasuredTasks();

  private int limit = -1;

  /**
   * A job that begins, with its first file.
   *
   * @param former what former jobs on the file cost; null if there was none
   * @param room blocks for whose indexes there is space
   */
  public IndexingJob(Indexing.Plan plan, Calibration former, long room) {
    this.plan = plan;
    know(plan, former, room);
  }

  private void know(Indexing.Plan part, Calibration cost, long room) {
    indexable += Math.min(part.unindexed(), room);
    formerCosts.add(part.blocks(), cost);
    former = formerCosts.of(plan.blocks());
  }

  /**
   * Another file of the job. Its share of the target is what former jobs on it left; one that is
   * new gets a share by its blocks.
   *
   * @param part plan for it, which differs from that for the others in numbers of blocks only
   * @param cost what former jobs on it cost; null if there was none
   * @param room blocks for whose indexes there is space
   */
  public synchronized void add(Indexing.Plan part, Calibration cost, long room) {
    plan =
        new Indexing.Plan(
            Math.addExact(plan.blocks(), part.blocks()),
            Math.addExact(plan.unindexed(), part.unindexed()),
            plan.slots(),
            plan.blocksPerTask(),
            plan.indexTasks(),
            plan.rate(),
            plan.eager(),
            plan.target(),
            plan.selectivityMax());
    know(part, cost, room);
    limit = -1;
  }

  /**
   * Most blocks this job may index. The first call fixes the limit. For an eager job it is the
   * first call after the costs are known: of indexing, and of blocks with an index in this job.
   * Until then it is what can be said without: where nothing tells what indexing costs, the offer
   * rate.
   */
  public synchronized int limit() {
    if (limit >= 0) {
      return limit;
    }
    double wanted = Math.ceil(plan.rate() * plan.blocks() - ROUNDING);
    boolean byCosts = plan.eager() && former != null;
    OptionalDouble overhead = byCosts ? overhead() : OptionalDouble.empty();
    if (overhead.isPresent()) {
      wanted = affordable(wanted, overhead.getAsDouble());
    }
    int now = (int) Math.min(wanted, (double) indexable);
    now = Math.max(now, asked.granted());
    if (!byCosts || (overhead.isPresent() && !isIndexScanOpen())) {
      limit = now;
    }
    return now;
  }

  /**
   * Whether this job is still to tell what blocks cost that are read by index. Tasks of such blocks
   * alone may end while others still ask; tasks that share them have asked for all their blocks
   * before, so that what former jobs told is as good.
   */
  private boolean isIndexScanOpen() {
    if (plan.unindexed() == plan.blocks()) {
      return false;
    }
    return tasksShareIndexScans()
        ? former.indexScan().isEmpty() && measured.block(TaskKind.INDEX_SCAN).isEmpty()
        : measured.tasks(TaskKind.INDEX_SCAN).count() == 0;
  }

  private boolean tasksShareIndexScans() {
    return plan.indexTasks() < plan.slots();
  }

  /** What a block takes longer if it is indexed: by former jobs, else by what this one shows. */
  private OptionalDouble overhead() {
    return former.indexOverhead().isPresent() ? former.indexOverhead() : measured.overhead();
  }

  /**
   * Blocks that can be indexed so that the map phase takes as long as the target (equation 3.3).
   *
   * @param least blocks to index if there is no time for any, so that a file is indexed some day;
   *     not where the user has set the target
   * @param overhead seconds that a block takes longer if it is indexed
   */
  private double affordable(double least, double overhead) {
    long tasks = ceilDivide(plan.unindexed(), plan.blocksPerTask());
    double target = plan.target() > 0 ? plan.target() : former.target();
    long granted = Math.min(tasks, ceilDivide(asked.granted(), plan.blocksPerTask()));
    long refused =
        Math.min(tasks - granted, (asked.size() - asked.granted()) / plan.blocksPerTask());
    long few = 0;
    long many = tasks - refused;
    while (few < many) {
      long indexing = few + (many - few + 1) / 2;
      long before = Math.min(indexing, granted);
      if (phase(before, refused, indexing - before, tasks - refused - indexing, overhead)
          <= target) {
        few = indexing;
      } else {
        many = indexing - 1;
      }
    }
    double blocks = (double) few * plan.blocksPerTask();
    return plan.target() > 0 ? blocks : Math.max(least, blocks);
  }

  /**
   * Seconds of the map phase of this job. MapReduce begins with the tasks that have most to read.
   * Those that ask first, and so begin first, are granted; but some were refused before it was
   * known how much there is time for, and those that are granted then begin behind them.
   *
   * @param granted tasks that were granted blocks
   * @param refused tasks that were not
   * @param indexing further tasks that are to be granted blocks
   * @param scanning all others
   */
  private double phase(long granted, long refused, long indexing, long scanning, double overhead) {
    TaskTimes ended = measured.tasks(TaskKind.INDEX_SCAN);
    int indexed = plan.blocks() - plan.unindexed();
    long tasks = granted + refused + indexing + scanning;
    // Not all of them have ended yet.
    long expected = Math.max(ended.count(), Math.min(plan.indexTasks(), indexed));
    boolean shared = tasksShareIndexScans();
    long shares = shared ? expected + tasks : expected;
    double blocksEach = shares == 0 ? 0 : (double) indexed / shares;
    double byIndex = blocksEach * indexScan(blocksEach);
    double indexScan = ended.count() > 0 ? ended.mean() : former.taskStart() + byIndex;
    double scan =
        former.taskStart() + plan.blocksPerTask() * former.scan() + (shared ? byIndex : 0);
    double both = scan + plan.blocksPerTask() * overhead;
    boolean indexScansFirst = blocksEach >= plan.blocksPerTask();
    return new MapPhase(plan.slots())
        .add(indexScansFirst ? expected : 0, indexScan)
        .add(granted, both)
        .add(refused, scan)
        .add(indexing, both)
        .add(scanning, scan)
        .add(indexScansFirst ? 0 : expected, indexScan)
        .seconds();
  }

  /**
   * Time of a block that is read by index, as long as no task of such blocks alone has ended.
   * Without a task or a former job that tells the cost, a block counts as read whole. Then a task
   * that reads by index takes no longer than one that does not.
   */
  private double indexScan(double blocksOfTask) {
    OptionalDouble own = measured.block(TaskKind.INDEX_SCAN);
    if (own.isPresent()) {
      return own.getAsDouble();
    }
    return former
        .indexScan()
        .orElse(former.scan() * Math.min(1, plan.blocksPerTask() / blocksOfTask));
  }

  static long ceilDivide(long number, long by) {
    return number / by + (number % by == 0 ? 0 : 1);
  }

  /**
   * Asks whether a block that was read whole may be indexed. A block that has the permission keeps
   * it, since its task may have to run again.
   *
   * <p>If there are too few permissions, blocks with the smallest share of qualifying rows are
   * preferred (section 3.6.3). The share of permissions left per block left is the share of known
   * blocks among which a block must be.
   *
   * @param selectivity share of its rows that qualify, 0 to 1
   */
  public synchronized boolean mayIndex(long blockId, double selectivity) {
    if (asked.isGranted(blockId)) {
      return true;
    }
    int most = limit();
    if (!asked.contains(blockId)) {
      // A client that asks for blocks without end does not take memory without end.
      if (asked.size() >= plan.unindexed()) {
        return false;
      }
      asked.add(blockId);
      histogram[bucket(selectivity)]++;
    }
    int left = most - asked.granted();
    if (left <= 0 || selectivity > plan.selectivityMax()) {
      return false;
    }
    int toCome = Math.max(0, plan.unindexed() - asked.size());
    boolean may = left > toCome || isAmongTheBest(selectivity, (double) left / (toCome + 1));
    if (may) {
      asked.grant(blockId);
    }
    return may;
  }

  private boolean isAmongTheBest(double selectivity, double share) {
    int better = 0;
    for (int i = 0; i < bucket(selectivity); i++) {
      better += histogram[i];
    }
    return better < Math.max(1, Math.ceil(share * asked.size()));
  }

  private static int bucket(double selectivity) {
    return (int) (Math.min(1, selectivity) * BUCKETS);
  }

  /** Whether a block was asked about: what it may is known, and nothing more has to be kept. */
  synchronized boolean knows(long blockId) {
    return asked.contains(blockId);
  }

  /** Number of blocks that were asked about, which are all remembered. */
  synchronized int asked() {
    return asked.size();
  }

  /** Number of permissions given. */
  public synchronized int granted() {
    return asked.granted();
  }

  /**
   * Notes a task that ended well. Of more tasks than the files have blocks, twice over, none
   * counts.
   */
  public synchronized void taskEnded(TaskCost cost) {
    if (measured.count() <= 2L * plan.blocks()) {
      measured.add(cost);
    }
  }

  /**
   * What is known after this job of a file of it, whose share of the target is by its blocks.
   *
   * @param blocks number of the file's blocks, at least 1
   * @return null if nothing is known yet
   */
  public synchronized Calibration calibrationOf(int blocks) {
    Calibration all = calibration();
    if (all == null || blocks == plan.blocks()) {
      return all;
    }
    return new Calibration(
        all.target() * blocks / plan.blocks(),
        all.taskStart(),
        all.scan(),
        all.indexOverhead(),
        all.indexScan());
  }

  /**
   * What is known after this job of all its files together. Terms it could not measure stay as they
   * were.
   *
   * @return null if nothing is known yet
   */
  public synchronized Calibration calibration() {
    OptionalDouble scan = measured.block(TaskKind.SCAN);
    if (scan.isEmpty() && former == null) {
      // All blocks were indexed: their tasks are the only measure of a scan there is.
      scan = measured.block(TaskKind.SCAN_AND_INDEX);
    }
    if (former == null && scan.isEmpty()) {
      return null;
    }
    OptionalDouble overhead = measured.overhead();
    OptionalDouble indexScan = measured.block(TaskKind.INDEX_SCAN);
    if (former == null) {
      double known = Math.max(LEAST_SECONDS, scan.getAsDouble());
      return new Calibration(firstTarget(known), measured.start(), known, overhead, indexScan);
    }
    return new Calibration(
        former.target(),
        measured.count() == 0 ? former.taskStart() : measured.start(),
        scan.isEmpty() ? former.scan() : Math.max(LEAST_SECONDS, scan.getAsDouble()),
        overhead.isEmpty() ? former.indexOverhead() : overhead,
        indexScan.isEmpty() ? former.indexScan() : indexScan);
  }

  /**
   * The time of a first job. It may be killed, or be running still when the next one wants to know
   * its time.
   *
   * @param scan seconds for a block that is read whole
   */
  private double firstTarget(double scan) {
    TaskTimes indexScans = measured.tasks(TaskKind.INDEX_SCAN);
    TaskTimes both = measured.tasks(TaskKind.SCAN_AND_INDEX);
    TaskTimes scans = measured.tasks(TaskKind.SCAN);
    long tasks = ceilDivide(plan.unindexed(), plan.blocksPerTask());
    long toCome = Math.max(0, tasks - both.count() - scans.count());
    double scanTask =
        scans.count() > 0 ? scans.mean() : measured.start() + plan.blocksPerTask() * scan;
    return new MapPhase(plan.slots())
        .add(indexScans.count(), indexScans.mean())
        .add(both.count(), both.mean())
        .add(scans.count() + toCome, scanTask)
        .seconds();
  }
}
