// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.protocol.proto.HailProtos.IndexingProto;
import dev.hail.xattr.Calibration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class IndexingJobTest {
  private static Indexing.Plan lazy(int blocks, int unindexed, double rate) {
    return new Indexing.Plan(blocks, unindexed, 4, 1, 4, rate, false, 0, 1);
  }

  private static Indexing.Plan eager(int blocks, int unindexed, int slots) {
    return new Indexing.Plan(blocks, unindexed, slots, 1, slots, 0.1, true, 0, 1);
  }

  /** Costs where tasks start at once, and none has read blocks by index. */
  private static Calibration costs(double target, double scan, double overhead) {
    return new Calibration(target, 0, scan, OptionalDouble.of(overhead), OptionalDouble.empty());
  }

  /** A task of one block that starts at once. */
  private static TaskCost task(TaskKind kind, double seconds, double indexing) {
    return new TaskCost(kind, seconds, 0, indexing, 1, kind == TaskKind.SCAN_AND_INDEX ? 1 : 0);
  }

  @Test
  void eagerJob_withKnownCosts_indexesInTheTimeThatIndexesSave() {
    // 100 blocks on 10 slots: ten waves. Target 100 s, a wave 9 s, indexing adds 10 s to a wave.
    Calibration known = costs(100, 9, 10);
    // No block indexed yet: 100 - 9 * 10 leaves 10 s, one wave's.
    assertThat(limit(eager(100, 100, 10), known, 0)).isEqualTo(10);
    // 11 blocks indexed, read in 2 s: 100 - 2 - 9 * 9 leaves a second wave to the one slot that
    // has one task less than the others. 30 indexed: three waves.
    assertThat(limit(eager(100, 89, 10), known, 2)).isEqualTo(11);
    assertThat(limit(eager(100, 81, 10), known, 2)).isEqualTo(19);
    assertThat(limit(eager(100, 70, 10), known, 2)).isEqualTo(30);
    assertThat(limit(eager(100, 50, 10), known, 2)).isEqualTo(50);
    assertThat(limit(eager(100, 100, 10), costs(100, 9, 0), 0)).isEqualTo(100);
    // There is no time: as many as a lazy job, unless the user has said how long it may take.
    assertThat(limit(eager(100, 50, 10), known, 200)).isEqualTo(10);
    assertThat(limit(new Indexing.Plan(100, 50, 10, 1, 10, 0.1, true, 40, 1), known, 0.5)).isZero();
    assertThat(limit(new Indexing.Plan(100, 50, 10, 1, 10, 0.1, true, 60, 1), known, 0.5))
        .isEqualTo(10);
    assertThat(limit(eager(0, 0, 10), known, 0)).isZero();
  }

  /** As the same blocks in one file, whatever the files are. */
  @Test
  void files_ofOneJob_shareOneTarget() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(12);
      double target = 20 + random.nextInt(200);
      Calibration known = costs(target, 9, 10);
      int all = 0;
      int allUnindexed = 0;
      List<Indexing.Plan> files = new ArrayList<>();
      for (int i = 1 + random.nextInt(30); i > 0; i--) {
        int blocks = 1 + random.nextInt(5);
        int unindexed = random.nextInt(blocks + 1);
        files.add(eager(blocks, unindexed, slots));
        all += blocks;
        allUnindexed += unindexed;
      }
      IndexingJob former = new IndexingJob(eager(all, allUnindexed, slots), known, Long.MAX_VALUE);
      IndexingJob job = null;
      IndexingJob first = null;
      for (Indexing.Plan file : files) {
        Calibration share = former.calibrationOf(file.blocks());
        assertThat(share.target()).isCloseTo(target * file.blocks() / all, within(1e-9));
        if (job == null) {
          job = new IndexingJob(file, share, Long.MAX_VALUE);
          first = new IndexingJob(file, null, Long.MAX_VALUE);
        } else {
          job.add(file, share, Long.MAX_VALUE);
          first.add(file, null, Long.MAX_VALUE);
        }
      }
      // No time is on the edge between two plans: rounding must not decide.
      IndexingJob one =
          new IndexingJob(
              eager(all, allUnindexed, slots), costs(target + 1e-6, 9, 10), Long.MAX_VALUE);
      IndexingJob less =
          new IndexingJob(
              eager(all, allUnindexed, slots), costs(target - 1e-6, 9, 10), Long.MAX_VALUE);
      for (IndexingJob each : List.of(job, one, less)) {
        each.taskEnded(task(TaskKind.INDEX_SCAN, 2, 0));
      }
      assertThat(job.limit()).as("seed %s", seed).isBetween(less.limit(), one.limit());
      int tenth = (int) Math.ceil(all / 10.0 - 1e-6);
      assertThat(first.limit()).as("seed %s", seed).isEqualTo(Math.min(tenth, allUnindexed));
    }
  }

  @Test
  void newFile_inJob_hasShareOfTargetByItsBlocks() {
    // 40 blocks in 36 s on 10 slots, and 60 new ones: 90 s, of which scanning takes all.
    Calibration known = costs(36, 9, 10);
    IndexingJob job = new IndexingJob(eager(40, 0, 10), known, Long.MAX_VALUE);
    job.add(eager(60, 60, 10), null, Long.MAX_VALUE);
    job.taskEnded(task(TaskKind.INDEX_SCAN, 2, 0));
    // 90 - 2 - 6 * 9 leaves 34 s: three waves.
    assertThat(job.limit()).isEqualTo(30);
    assertThat(job.calibrationOf(60).target()).isEqualTo(54);
  }

  @Test
  void room_ofEachFile_limitsItsBlocks() {
    IndexingJob job = new IndexingJob(lazy(10, 10, 1), null, 3);
    job.add(lazy(10, 10, 1), null, Long.MAX_VALUE);
    assertThat(job.limit()).isEqualTo(13);
  }

  private static int limit(Indexing.Plan plan, Calibration known, double indexScan) {
    IndexingJob job = new IndexingJob(plan, known, Long.MAX_VALUE);
    if (indexScan > 0) {
      job.taskEnded(task(TaskKind.INDEX_SCAN, indexScan, 0));
    }
    return job.limit();
  }

  @Test
  void grants_beyondRoom_areNotGiven() {
    IndexingJob job = new IndexingJob(lazy(10, 10, 0.8), null, 3);
    assertThat(job.limit()).isEqualTo(3);
    for (int block = 0; block < 10; block++) {
      job.mayIndex(block, 0);
    }
    assertThat(job.granted()).isEqualTo(3);
    assertThat(new IndexingJob(lazy(10, 10, 0.8), null, 0).mayIndex(1, 0)).isFalse();
  }

  @Test
  void eagerJobs_untilAllIsIndexed_takeNoLongerThanFirst() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(20);
      int blocksPerTask = 1 + random.nextInt(4);
      int blocks = 1 + random.nextInt(12 * slots * blocksPerTask);
      JobModel model =
          new JobModel(
              slots,
              blocksPerTask,
              3,
              random.nextDouble(20),
              random.nextDouble(0.5),
              random.nextDouble(3),
              0.1);
      String shape =
          "seed "
              + seed
              + ": "
              + blocks
              + " blocks, "
              + slots
              + " slots, "
              + blocksPerTask
              + " each";
      Calibration known = null;
      int indexed = 0;
      double first = 0;
      for (int jobs = 1; indexed < blocks; jobs++) {
        // What the lazy rate of a tenth needs is the worst that may happen.
        assertThat(jobs).as(shape).isLessThanOrEqualTo(10);
        IndexingJob job =
            new IndexingJob(
                new Indexing.Plan(
                    blocks, blocks - indexed, slots, blocksPerTask, slots, 0.1, true, 0, 1),
                known,
                Long.MAX_VALUE);
        double without = model.run(null, blocks, indexed);
        double time = model.run(job, blocks, indexed);
        if (jobs == 1) {
          first = time;
        }
        // A job that takes longer than the first even without indexing is not held to it.
        double most = Math.max(first, without + model.overhead(blocksPerTask));
        assertThat(time).as("%s, job %s", shape, jobs).isLessThanOrEqualTo(most * 1.05);
        // Who asked before the limit rose, when the first index scan ended, does not ask again.
        assertThat(job.granted()).as(shape).isBetween(1, job.limit());
        indexed += job.granted();
        known = job.calibration();
      }
    }
  }

  @Test
  void bigFile_readByEagerJobs_isIndexedInThree() {
    JobModel model = new JobModel(10, 1, 1, 8, 0, 1.2, 0.02);
    Calibration known = null;
    int indexed = 0;
    for (int jobs = 1; jobs <= 3; jobs++) {
      IndexingJob job = new IndexingJob(eager(100, 100 - indexed, 10), known, Long.MAX_VALUE);
      model.run(job, 100, indexed);
      indexed += job.granted();
      known = job.calibration();
    }
    assertThat(indexed).isEqualTo(100);
  }

  /**
   * As in figure 3.16, where four blocks are configured to share a split. Blocks that are read by
   * index have tasks of their own, which begin last.
   */
  @Test
  void eagerJobs_withIndexScansLast_takeAsLongAsFirst() {
    int blocks = 240;
    int slots = 20;
    JobModel model = new JobModel(slots, 4, 3, 8, 0.05, 1, 6);
    Calibration known = null;
    int indexed = 0;
    List<Integer> granted = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    while (indexed < blocks) {
      IndexingJob job =
          new IndexingJob(
              new Indexing.Plan(blocks, blocks - indexed, slots, 4, slots, 0.1, true, 0, 1),
              known,
              Long.MAX_VALUE);
      times.add(model.run(job, blocks, indexed));
      granted.add(job.granted());
      indexed += job.granted();
      known = job.calibration();
    }
    // Without what an index scan takes, jobs would go on with the tenth of the first one.
    assertThat(granted).as("%s", times).containsExactly(24, 48, 152, 16);
    for (double time : times.subList(0, 3)) {
      assertThat(time).as("%s", times).isCloseTo(times.get(0), withinPercentage(5));
    }
    assertThat(times.get(3)).isLessThan(times.get(0) / 2);
  }

  /**
   * As in figure 3.16, by default: tasks that read blocks whole read by index, too. The slots take
   * nine blocks at once, of which tasks of their own would come on top.
   */
  @Test
  void eagerJobs_sharingIndexScans_takeAsLongAsFirst() {
    assertThat(grantedBySharedTasks(3, 9)).containsExactly(1, 1, 1, 6);
    assertThat(grantedBySharedTasks(20, 240)).hasSizeLessThanOrEqualTo(5);
    assertThat(grantedBySharedTasks(7, 100)).hasSizeLessThanOrEqualTo(5);
  }

  /** How many blocks each job of a sequence indexes, none of which takes longer than the first. */
  private static List<Integer> grantedBySharedTasks(int slots, int blocks) {
    Calibration known = null;
    int indexed = 0;
    List<Integer> granted = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    while (indexed < blocks) {
      int whole = blocks - indexed;
      int waves = (int) IndexingJob.ceilDivide(whole, 4L * slots);
      int tasks = Math.min(waves * slots, whole);
      int most = (int) IndexingJob.ceilDivide(whole, tasks);
      int free = Math.max(0, slots - tasks);
      IndexingJob job =
          new IndexingJob(
              new Indexing.Plan(blocks, whole, slots, most, free, 0.1, true, 0, 1),
              known,
              Long.MAX_VALUE);
      double time = 0;
      for (int begin = 0; begin < tasks; begin += slots) {
        List<TaskCost> wave = new ArrayList<>();
        for (int task = begin; task < Math.min(tasks, begin + slots); task++) {
          int count = (task + 1) * whole / tasks - task * whole / tasks;
          int beside = (task + 1) * indexed / tasks - task * indexed / tasks;
          wave.add(smallTask(job, task * most, count, beside));
        }
        wave.forEach(job::taskEnded);
        time += wave.stream().mapToDouble(TaskCost::seconds).max().orElseThrow();
      }
      times.add(time);
      granted.add(job.granted());
      indexed += job.granted();
      known = job.calibration();
    }
    for (double time : times) {
      assertThat(time).as("%s: %s", granted, times).isLessThanOrEqualTo(times.get(0) * 1.05);
    }
    assertThat(known.indexScan()).hasValueCloseTo(0.05, within(1e-9));
    assertThat(known.scan()).isCloseTo(1.2, within(1e-9));
    return granted;
  }

  /** 4 s to start, 1.2 s for a block, half a second to index it, 0.05 s for one by index. */
  private static TaskCost smallTask(IndexingJob job, int first, int count, int beside) {
    int may = 0;
    for (int i = 0; i < count; i++) {
      may += job.mayIndex(first + i, 0) ? 1 : 0;
    }
    TaskKind kind = may == 0 ? TaskKind.SCAN : TaskKind.SCAN_AND_INDEX;
    double besideSeconds = 0.05 * beside;
    double seconds = 4 + 1.2 * count + 0.5 * may + besideSeconds;
    return new TaskCost(kind, seconds, 4, 0.5 * may, count, may, beside, besideSeconds);
  }

  /**
   * A job whose tasks ask and tell as map tasks do, in the order of their time. Tasks with more
   * blocks begin first, as in MapReduce.
   *
   * @param start seconds that a task takes before its first block
   * @param scan seconds for a block that is read whole
   * @param indexScan seconds for a block that is read by index
   * @param firstIndexed seconds for indexing, once in a task
   * @param nextIndexed seconds for each block that is indexed
   */
  private record JobModel(
      int slots,
      int blocksPerTask,
      double start,
      double scan,
      double indexScan,
      double firstIndexed,
      double nextIndexed) {
    double overhead(int indexed) {
      return indexed == 0 ? 0 : firstIndexed + indexed * nextIndexed;
    }

    /**
     * Seconds until the last task has ended; of a job that asks nobody and indexes nothing if null.
     */
    double run(IndexingJob job, int blocks, int indexed) {
      PriorityQueue<Slot> free = new PriorityQueue<>(Comparator.comparingDouble(Slot::time));
      for (int slot = 0; slot < slots; slot++) {
        free.add(new Slot(0, null));
      }
      double end = 0;
      int block = 0;
      int indexScans = Math.min(slots, indexed);
      int indexedLeft = indexed;
      boolean indexScansFirst = indexed >= indexScans * blocksPerTask;
      while (block < blocks - indexed || indexScans > 0 || free.stream().anyMatch(Slot::isBusy)) {
        Slot slot = free.remove();
        end = Math.max(end, slot.isBusy() ? slot.time() : 0);
        if (slot.isBusy() && job != null) {
          job.taskEnded(slot.cost());
        }
        boolean scansLeft = block < blocks - indexed;
        if (indexScans > 0 && (indexScansFirst || !scansLeft)) {
          int count = indexedLeft / indexScans;
          indexedLeft -= count;
          indexScans--;
          free.add(
              slot.then(
                  new TaskCost(
                      TaskKind.INDEX_SCAN, start + count * indexScan, start, 0, count, 0)));
        } else if (scansLeft) {
          int count = Math.min(blocksPerTask, blocks - indexed - block);
          int may = 0;
          for (int i = 0; i < count; i++) {
            may += job != null && job.mayIndex(block + i, 0) ? 1 : 0;
          }
          block += count;
          TaskKind kind = may == 0 ? TaskKind.SCAN : TaskKind.SCAN_AND_INDEX;
          double seconds = start + count * scan + overhead(may);
          free.add(slot.then(new TaskCost(kind, seconds, start, overhead(may), count, may)));
        } else {
          free.add(new Slot(Double.MAX_VALUE, null));
        }
      }
      return end;
    }
  }

  /** A slot until a task ends; without cost it has run none yet. */
  private record Slot(double time, TaskCost cost) {
    boolean isBusy() {
      return cost != null;
    }

    Slot then(TaskCost next) {
      return new Slot(time + next.seconds(), next);
    }
  }

  @Test
  void permissions_inAnyOrderAndRepetition_neverExceedLimit() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      int blocks = 1 + random.nextInt(60);
      int unindexed = random.nextInt(blocks + 1);
      double rate = random.nextInt(101) / 100.0;
      IndexingJob job = new IndexingJob(lazy(blocks, unindexed, rate), null, Long.MAX_VALUE);
      List<Long> has = new ArrayList<>();
      for (int i = 0; i < 3 * unindexed; i++) {
        long block = random.nextInt(unindexed);
        if (job.mayIndex(block, random.nextDouble()) && !has.contains(block)) {
          has.add(block);
        }
      }
      assertThat(has.size())
          .as("seed %s", seed)
          .isEqualTo(job.granted())
          .isLessThanOrEqualTo((int) Math.ceil(rate * blocks - 1e-6));
      for (long block : has) {
        assertThat(job.mayIndex(block, 1)).as("seed %s, block %s again", seed, block).isTrue();
      }
    }
  }

  @Test
  void permissions_askedOncePerBlock_areAllUsed() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      int blocks = 1 + random.nextInt(80);
      IndexingJob job = new IndexingJob(lazy(blocks, blocks, 0.3), null, Long.MAX_VALUE);
      for (long block = 0; block < blocks; block++) {
        job.mayIndex(block, random.nextDouble());
      }
      assertThat(job.granted()).as("seed %s", seed).isEqualTo(job.limit());
    }
  }

  @Test
  void selectiveBlocks_asking_arePreferred() {
    double ours = 0;
    double all = 0;
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      IndexingJob job = new IndexingJob(lazy(100, 100, 0.2), null, Long.MAX_VALUE);
      for (long block = 0; block < 100; block++) {
        double selectivity = random.nextDouble();
        all += selectivity / 100;
        ours += job.mayIndex(block, selectivity) ? selectivity / 20 : 0;
      }
    }
    // At random it would be one half; the best twenty of a hundred have a tenth.
    assertThat(all / 100).isCloseTo(0.5, within(0.02));
    assertThat(ours / 100).isLessThan(0.3);
  }

  @Test
  void blocks_withMostRowsQualifying_areLeftOut() {
    IndexingJob job =
        new IndexingJob(new Indexing.Plan(10, 10, 1, 1, 1, 1, false, 0, 0.8), null, Long.MAX_VALUE);
    assertThat(job.mayIndex(1, 0.8)).isTrue();
    assertThat(job.mayIndex(2, 0.81)).isFalse();
    assertThat(job.mayIndex(3, 0)).isTrue();
  }

  @Test
  void calibration_keeps_whatJobCouldNotMeasure() {
    Calibration known = new Calibration(8, 0.3, 2, OptionalDouble.of(1), OptionalDouble.of(0.7));
    IndexingJob job = new IndexingJob(eager(7, 3, 2), known, Long.MAX_VALUE);
    assertThat(job.calibration()).isEqualTo(known);
    job.taskEnded(new TaskCost(TaskKind.INDEX_SCAN, 1.5, 0.5, 0, 4, 0));
    assertThat(job.calibration())
        .isEqualTo(new Calibration(8, 0.5, 2, OptionalDouble.of(1), OptionalDouble.of(0.25)));
    job.taskEnded(new TaskCost(TaskKind.SCAN, 6.5, 0.5, 0, 2, 0));
    assertThat(job.calibration())
        .isEqualTo(new Calibration(8, 0.5, 3, OptionalDouble.of(1), OptionalDouble.of(0.25)));
    assertThat(new IndexingJob(eager(10, 10, 2), null, Long.MAX_VALUE).calibration()).isNull();
    IndexingJob all = new IndexingJob(lazy(2, 2, 1), null, Long.MAX_VALUE);
    all.taskEnded(task(TaskKind.SCAN_AND_INDEX, 4, 1.5));
    assertThat(all.calibration()).isEqualTo(costs(4, 4, 1.5));
  }

  @Test
  void measuredTimes_areThoseOfBlock_withoutTaskStart() {
    IndexingJob job =
        new IndexingJob(new Indexing.Plan(12, 12, 4, 4, 4, 0.1, true, 0, 1), null, Long.MAX_VALUE);
    // 2 s to start, 10 s a block; 3 s more for each of two of four blocks.
    job.taskEnded(new TaskCost(TaskKind.SCAN, 42, 2, 0, 4, 0));
    job.taskEnded(new TaskCost(TaskKind.SCAN, 12, 2, 0, 1, 0));
    job.taskEnded(new TaskCost(TaskKind.SCAN_AND_INDEX, 48, 2, 5, 4, 2));
    assertThat(job.calibration().taskStart()).isEqualTo(2);
    assertThat(job.calibration().scan()).isEqualTo(10);
    assertThat(job.calibration().indexOverhead()).hasValue(3);
    assertThat(job.calibration().target()).isEqualTo(48);
    assertThat(job.calibration().indexScan()).isEmpty();
  }

  /** As when MapReduce begins with the splits that are read whole, since they are the largest. */
  @Test
  void indexScanTimes_ofFormerJobs_countUntilOwnOnesExist() {
    // 40 blocks in tasks of 4 on 5 slots, half of them indexed: a scan takes 41 s.
    Indexing.Plan plan = new Indexing.Plan(40, 20, 5, 4, 5, 0.1, true, 86, 1);
    Calibration known = new Calibration(86, 1, 10, OptionalDouble.of(10), OptionalDouble.of(0.5));
    // 41 s, and as long again for indexing all; 3 s for four blocks by index.
    IndexingJob job = new IndexingJob(plan, known, Long.MAX_VALUE);
    assertThat(job.limit()).isEqualTo(20);
    // Another attribute, or a file that no job has read by index: as long as without it.
    IndexingJob unknown =
        new IndexingJob(
            plan,
            new Calibration(86, 1, 10, OptionalDouble.of(10), OptionalDouble.empty()),
            Long.MAX_VALUE);
    assertThat(unknown.limit()).isZero();
    unknown.taskEnded(new TaskCost(TaskKind.INDEX_SCAN, 3, 1, 0, 4, 0));
    assertThat(unknown.limit()).isEqualTo(20);
    // What it measures itself counts more than what others did.
    job.taskEnded(new TaskCost(TaskKind.INDEX_SCAN, 41, 1, 0, 4, 0));
    assertThat(job.limit()).isZero();
  }

  /** A job that begins while the first one runs, or after one that indexed nothing. */
  @Test
  void job_withUnknownIndexCost_followsRateUntilItIsMeasured() {
    IndexingJob first = new IndexingJob(eager(100, 100, 10), null, Long.MAX_VALUE);
    first.taskEnded(task(TaskKind.SCAN, 9, 0));
    assertThat(first.calibration().indexOverhead()).isEmpty();
    // 9 s to spare in every ten waves, if only it were known what a block needs.
    Indexing.Plan plan = new Indexing.Plan(100, 100, 10, 1, 10, 0.1, true, 120, 1);
    IndexingJob next = new IndexingJob(plan, first.calibration(), Long.MAX_VALUE);
    assertThat(next.limit()).isEqualTo(10);
    for (long block = 0; block < 20; block++) {
      assertThat(next.mayIndex(block, 0)).isEqualTo(block < 10);
    }
    next.taskEnded(task(TaskKind.SCAN, 9, 0));
    assertThat(next.limit()).isEqualTo(10);
    // 10 s more: three waves of ten have time for it.
    next.taskEnded(task(TaskKind.SCAN_AND_INDEX, 19, 10));
    assertThat(next.limit()).isEqualTo(30);
    next.taskEnded(task(TaskKind.SCAN_AND_INDEX, 9, 0));
    assertThat(next.limit()).as("it is fixed").isEqualTo(30);
    assertThat(next.calibration().indexOverhead()).isPresent();
  }

  @Test
  void firstJob_withOneEndedTask_estimatesTimeOfAll() {
    IndexingJob job = new IndexingJob(eager(100, 95, 10), null, Long.MAX_VALUE);
    job.taskEnded(task(TaskKind.SCAN, 9, 0));
    assertThat(job.calibration()).isEqualTo(scanned(90));
    for (int task = 1; task < 95; task++) {
      job.taskEnded(task(TaskKind.SCAN, 9, 0));
    }
    assertThat(job.calibration()).isEqualTo(scanned(90));
    // More tasks than were planned, as on a cluster with small nodes.
    for (int task = 95; task < 105; task++) {
      job.taskEnded(task(TaskKind.SCAN, 9, 0));
    }
    assertThat(job.calibration()).isEqualTo(scanned(99));
  }

  /** What tasks of 9 s tell that indexed nothing. */
  private static Calibration scanned(double target) {
    return new Calibration(target, 0, 9, OptionalDouble.empty(), OptionalDouble.empty());
  }

  @Test
  void overhead_measured_isNoLessThanTimeSpentIndexing() {
    IndexingJob job = new IndexingJob(eager(10, 10, 2), null, Long.MAX_VALUE);
    for (double seconds : new double[] {14, 14, 10, 10}) {
      job.taskEnded(task(TaskKind.SCAN, seconds, 0));
    }
    // One task that indexed, by chance the one with the least to read.
    job.taskEnded(task(TaskKind.SCAN_AND_INDEX, 11, 2.5));
    assertThat(job.calibration().indexOverhead()).hasValue(2.5);
    assertThatThrownBy(() -> task(TaskKind.SCAN, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN s");
    assertThatThrownBy(() -> task(TaskKind.SCAN, 1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0 s of indexing");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, 1, 2, 0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.0 s before its first block");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN_AND_INDEX, 1, 0, 0, 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 of 1 blocks");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, 1, 0, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 of 0 blocks");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, 3, 1, 0, 1, 0, 2, 2.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.5 s for 2 more by index");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, 3, 1, 0, 1, 0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TaskCost(TaskKind.INDEX_SCAN, 3, 1, 0, 1, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tooLongJobOrPath_received_isRefused() {
    IndexingProto.Builder message = IndexingProto.newBuilder().setPath("/file").setSortAttribute(1);
    assertThat(Indexing.fromProto(message.setJob("j".repeat(128)).build()).path())
        .isEqualTo("/file");
    assertThatThrownBy(() -> Indexing.fromProto(message.setJob("j".repeat(129)).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name of 129 characters");
    message.setJob("job").setPath("/".repeat(8_001));
    assertThatThrownBy(() -> Indexing.fromProto(message.build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path of 8001");
  }

  @Test
  void calibration_writtenAndReadBack_isUnchanged() {
    for (OptionalDouble overhead : List.of(OptionalDouble.of(0.5), OptionalDouble.empty())) {
      for (OptionalDouble indexScan : List.of(OptionalDouble.of(0), OptionalDouble.empty())) {
        Calibration known = new Calibration(12.5, 2.125, 3.25, overhead, indexScan);
        assertThat(Calibration.parse(known.format())).isEqualTo(known);
      }
    }
    String rest = "s task-start=1s scan=1s index-overhead=unknown index-scan=1s";
    assertThat(Calibration.parse("target=1" + rest)).isNotNull();
    assertThat(Calibration.parse("target=0" + rest)).isNull();
    assertThat(Calibration.parse("nonsense")).isNull();
    assertThatThrownBy(() -> new Indexing.Plan(1, 2, 1, 1, 1, 0, false, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 of 1 blocks without index");
  }

  /** Sums of squares of what a user says must stay numbers, or nobody's costs are kept. */
  @Test
  void impossibleCost_ofTask_isRefused() {
    for (double seconds : new double[] {1e200, 2e9, Double.MIN_VALUE, 0, -1, Double.NaN}) {
      assertThatThrownBy(() -> task(TaskKind.SCAN, seconds, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> task(TaskKind.SCAN_AND_INDEX, 1, 1e200))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
