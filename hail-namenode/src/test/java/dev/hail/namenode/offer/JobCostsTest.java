// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static dev.hail.namenode.offer.TestJobs.costs;
import static dev.hail.namenode.offer.TestJobs.eager;
import static dev.hail.namenode.offer.TestJobs.lazy;
import static dev.hail.namenode.offer.TestJobs.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What the tasks of a job tell of their times, and what later jobs plan with. */
final class JobCostsTest {
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
