// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static dev.hail.namenode.offer.TestJobs.costs;
import static dev.hail.namenode.offer.TestJobs.eager;
import static dev.hail.namenode.offer.TestJobs.lazy;
import static dev.hail.namenode.offer.TestJobs.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.protocol.proto.HailProtos.IndexingProto;
import dev.hail.xattr.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How many blocks, and which, a job may index. */
final class IndexingJobTest {
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
}
