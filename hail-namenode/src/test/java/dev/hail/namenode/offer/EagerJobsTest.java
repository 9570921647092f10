// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static dev.hail.namenode.offer.TestJobs.eager;
import static dev.hail.namenode.offer.TestJobs.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Eager jobs that follow one another until all blocks of a file are indexed. */
final class EagerJobsTest {
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
}
