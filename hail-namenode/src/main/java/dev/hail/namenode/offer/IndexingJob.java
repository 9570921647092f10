package dev.hail.namenode.offer;

import dev.hail.client.pseudo.Calibration;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskKind;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * One running job that indexes a file by an attribute: hands out permissions to index a block,
 * never more than its limit, and measures what its tasks cost. Thread-safe.
 *
 * <p>Tasks that read blocks by index come first, and their time is known when the first task asks
 * for a block without index; then the limit is fixed for the rest of the job (section 3.6.2).
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

  /** Most blocks this job may index, fixed by the first call. */
  public synchronized int limit() {
    if (limit < 0) {
      double wanted = Math.ceil(rate() * plan.blocks() - ROUNDING);
      limit = (int) Math.min(wanted, (double) Math.min(plan.unindexed(), room));
    }
    return limit;
  }

  private double rate() {
    if (!plan.eager() || former == null) {
      return plan.rate();
    }
    Calibration wanted =
        plan.target() == 0
            ? former
            : new Calibration(plan.target(), former.scanWave(), former.indexOverhead());
    double indexScan = seconds.get(TaskKind.INDEX_SCAN).sum() / plan.slots();
    return wanted.offerRate(
        indexScan, plan.blocks(), plan.unindexed(), plan.slots() * plan.blocksPerTask());
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
  public synchronized void taskEnded(TaskKind kind, double taskSeconds) {
    long known = 0;
    for (TaskTimes times : seconds.values()) {
      known += times.count();
    }
    if (taskSeconds > 0 && known <= 2L * plan.blocks()) {
      seconds.get(kind).add(taskSeconds);
    }
  }

  /**
   * What is known after this job. Terms it could not measure stay as they were.
   *
   * @return null if nothing is known yet
   */
  public synchronized Calibration calibration() {
    TaskTimes indexing = seconds.get(TaskKind.SCAN_AND_INDEX);
    double scan = seconds.get(TaskKind.SCAN).mean();
    double both = indexing.mean();
    if (scan == 0 && former == null) {
      // All blocks were indexed: their tasks are the only measure of a scan there is.
      scan = both;
    }
    if (scan == 0) {
      return former;
    }
    double overhead = indexing.excessOver(seconds.get(TaskKind.SCAN));
    double all = 0;
    for (TaskTimes times : seconds.values()) {
      all += times.sum();
    }
    if (former == null) {
      return new Calibration(all / plan.slots(), scan, overhead);
    }
    return new Calibration(former.target(), scan, both == 0 ? former.indexOverhead() : overhead);
  }
}
