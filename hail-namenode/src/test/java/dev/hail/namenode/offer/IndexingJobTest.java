// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.client.pseudo.Calibration;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.protocol.proto.HailProtos.IndexingProto;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class IndexingJobTest {
  private static Indexing.Plan lazy(int blocks, int unindexed, double rate) {
    return new Indexing.Plan(blocks, unindexed, 4, 1, rate, false, 0, 1);
  }

  private static Indexing.Plan eager(int blocks, int unindexed, int slots) {
    return new Indexing.Plan(blocks, unindexed, slots, 1, 0.1, true, 0, 1);
  }

  @Test
  void anEagerJobIndexesWhatTheIndexSaves() {
    // 100 blocks on 10 slots: ten waves. Target 100 s, a wave 9 s, indexing adds 10 s to a wave.
    Calibration known = new Calibration(100, 9, 10);
    // No block indexed yet: 100 - 9 * 10 leaves 10 s, one wave's.
    assertThat(limit(eager(100, 100, 10), known, 0)).isEqualTo(10);
    // 11 blocks indexed, read in 2 s: 100 - 2 - 9 * 9 leaves no second wave, but to the slot that
    // has one task less than the others; 30 indexed: three waves.
    assertThat(limit(eager(100, 89, 10), known, 2)).isEqualTo(11);
    assertThat(limit(eager(100, 81, 10), known, 2)).isEqualTo(19);
    assertThat(limit(eager(100, 70, 10), known, 2)).isEqualTo(30);
    assertThat(limit(eager(100, 50, 10), known, 2)).isEqualTo(50);
    assertThat(limit(eager(100, 100, 10), new Calibration(100, 9, 0), 0)).isEqualTo(100);
    // There is no time: as many as a lazy job, unless the user has said how long it may take.
    assertThat(limit(eager(100, 50, 10), known, 200)).isEqualTo(10);
    assertThat(limit(new Indexing.Plan(100, 50, 10, 1, 0.1, true, 40, 1), known, 0.5)).isZero();
    assertThat(limit(new Indexing.Plan(100, 50, 10, 1, 0.1, true, 60, 1), known, 0.5))
        .isEqualTo(10);
    assertThat(limit(eager(0, 0, 10), known, 0)).isZero();
  }

  private static int limit(Indexing.Plan plan, Calibration known, double indexScan) {
    IndexingJob job = new IndexingJob(plan, known, Long.MAX_VALUE);
    if (indexScan > 0) {
      job.taskEnded(new TaskCost(TaskKind.INDEX_SCAN, indexScan, 0));
    }
    return job.limit();
  }

  @Test
  void noMoreBlocksAreGrantedThanThereIsRoomFor() {
    IndexingJob job = new IndexingJob(lazy(10, 10, 0.8), null, 3);
    assertThat(job.limit()).isEqualTo(3);
    for (int block = 0; block < 10; block++) {
      job.mayIndex(block, 0);
    }
    assertThat(job.granted()).isEqualTo(3);
    assertThat(new IndexingJob(lazy(10, 10, 0.8), null, 0).mayIndex(1, 0)).isFalse();
  }

  @Test
  void eagerJobsTakeNoLongerThanTheFirstUntilAllIsIndexed() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(20);
      int blocksPerTask = 1 + random.nextInt(3);
      int blocks = 1 + random.nextInt(12 * slots * blocksPerTask);
      JobModel model =
          new JobModel(slots, blocksPerTask, 3, random.nextDouble(20), random.nextDouble(3), 0.1);
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
                new Indexing.Plan(blocks, blocks - indexed, slots, blocksPerTask, 0.1, true, 0, 1),
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
  void aBigFileIsIndexedInThreeEagerJobs() {
    JobModel model = new JobModel(10, 1, 1, 8, 1.2, 0.02);
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
   * A job whose tasks ask and tell as map tasks do, in the order of their time.
   *
   * @param start seconds that a task takes before its first block
   * @param scan seconds for a block that is read whole
   * @param firstIndexed seconds for indexing, once in a task
   * @param nextIndexed seconds for each block that is indexed
   */
  private record JobModel(
      int slots,
      int blocksPerTask,
      double start,
      double scan,
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
      while (block < blocks - indexed || indexScans > 0 || free.stream().anyMatch(Slot::isBusy)) {
        Slot slot = free.remove();
        end = Math.max(end, slot.isBusy() ? slot.time() : 0);
        if (slot.isBusy() && job != null) {
          job.taskEnded(slot.cost());
        }
        if (indexScans > 0) {
          indexScans--;
          free.add(slot.then(TaskKind.INDEX_SCAN, start, 0));
        } else if (block < blocks - indexed) {
          int count = Math.min(blocksPerTask, blocks - indexed - block);
          int may = 0;
          for (int i = 0; i < count; i++) {
            may += job != null && job.mayIndex(block + i, 0) ? 1 : 0;
          }
          block += count;
          TaskKind kind = may == 0 ? TaskKind.SCAN : TaskKind.SCAN_AND_INDEX;
          free.add(slot.then(kind, start + count * scan + overhead(may), overhead(may)));
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

    Slot then(TaskKind kind, double seconds, double indexing) {
      return new Slot(time + seconds, new TaskCost(kind, seconds, indexing));
    }
  }

  @Test
  void neverMorePermissionsThanTheLimitWhateverTheOrderAndRepetition() {
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
  void everyPermissionIsUsedWhenEachBlockAsksOnce() {
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
  void selectiveBlocksArePreferred() {
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
  void blocksOfWhichMostRowsQualifyAreLeftOut() {
    IndexingJob job =
        new IndexingJob(new Indexing.Plan(10, 10, 1, 1, 1, false, 0, 0.8), null, Long.MAX_VALUE);
    assertThat(job.mayIndex(1, 0.8)).isTrue();
    assertThat(job.mayIndex(2, 0.81)).isFalse();
    assertThat(job.mayIndex(3, 0)).isTrue();
  }

  @Test
  void calibrationsKeepWhatAJobCouldNotMeasure() {
    IndexingJob job = new IndexingJob(eager(10, 0, 2), new Calibration(8, 2, 1), Long.MAX_VALUE);
    job.taskEnded(new TaskCost(TaskKind.INDEX_SCAN, 1, 0));
    assertThat(job.calibration()).isEqualTo(new Calibration(8, 2, 1));
    assertThat(new IndexingJob(eager(10, 10, 2), null, Long.MAX_VALUE).calibration()).isNull();
    IndexingJob all = new IndexingJob(lazy(2, 2, 1), null, Long.MAX_VALUE);
    all.taskEnded(new TaskCost(TaskKind.SCAN_AND_INDEX, 4, 1.5));
    assertThat(all.calibration()).isEqualTo(new Calibration(4, 4, 1.5));
  }

  @Test
  void aFirstJobOfWhichATaskHasEndedTellsTheTimeOfAll() {
    IndexingJob job = new IndexingJob(eager(100, 95, 10), null, Long.MAX_VALUE);
    job.taskEnded(new TaskCost(TaskKind.SCAN, 9, 0));
    assertThat(job.calibration()).isEqualTo(new Calibration(90, 9, 0));
    for (int task = 1; task < 95; task++) {
      job.taskEnded(new TaskCost(TaskKind.SCAN, 9, 0));
    }
    assertThat(job.calibration()).isEqualTo(new Calibration(90, 9, 0));
    // More tasks than were planned, as on a cluster with small nodes.
    for (int task = 95; task < 105; task++) {
      job.taskEnded(new TaskCost(TaskKind.SCAN, 9, 0));
    }
    assertThat(job.calibration()).isEqualTo(new Calibration(99, 9, 0));
  }

  @Test
  void overheadIsNotLessThanTheTimeThatIndexingWentOn() {
    IndexingJob job = new IndexingJob(eager(10, 10, 2), null, Long.MAX_VALUE);
    for (double seconds : new double[] {14, 14, 10, 10}) {
      job.taskEnded(new TaskCost(TaskKind.SCAN, seconds, 0));
    }
    // One task that indexed, by chance the one with the least to read.
    job.taskEnded(new TaskCost(TaskKind.SCAN_AND_INDEX, 11, 2.5));
    assertThat(job.calibration().indexOverhead()).isEqualTo(2.5);
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN s");
    assertThatThrownBy(() -> new TaskCost(TaskKind.SCAN, 1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0 s of indexing");
  }

  @Test
  void whatNamenodesRememberIsShort() {
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
  void calibrationsSurviveBeingWritten() {
    Calibration known = new Calibration(12.5, 3.25, 0.5);
    assertThat(Calibration.parse(known.format())).isEqualTo(known);
    assertThat(Calibration.parse("target=0s scan-wave=1s index-overhead=1s")).isNull();
    assertThat(Calibration.parse("nonsense")).isNull();
    assertThatThrownBy(() -> new Indexing.Plan(1, 2, 1, 1, 0, false, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 of 1 blocks without index");
  }
}
