package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.client.pseudo.Calibration;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskKind;
import java.util.ArrayList;
import java.util.List;
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
  void theOfferRateSpendsWhatTheIndexSaves() {
    // 100 blocks on 10 slots: ten waves. Target 100 s, a wave 9 s, indexing adds 10 s to a wave.
    Calibration known = new Calibration(100, 9, 10);
    // No block indexed yet: 100 - 0 - 9 * 10 leaves 10 s of the 100 s that indexing all would take.
    assertThat(known.offerRate(0, 100, 100, 10)).isCloseTo(0.1, within(1e-9));
    // 10 blocks indexed, read in 2 s: 100 - 2 - 9 * 9.
    assertThat(known.offerRate(2, 100, 90, 10)).isCloseTo(0.17, within(1e-9));
    // 27 indexed: 7.3 waves.
    assertThat(known.offerRate(3, 100, 73, 10)).isCloseTo(0.313, within(1e-9));
    // A file of less than a wave: 2 of 6 blocks indexed, target and terms as they were measured on
    // it.
    assertThat(new Calibration(2.2, 3, 0.3).offerRate(0.1, 6, 4, 10)).isEqualTo(1);
    assertThat(known.offerRate(1, 100, 0, 10)).isCloseTo(0.99, within(1e-9));
    assertThat(known.offerRate(200, 100, 50, 10)).isZero();
    assertThat(new Calibration(100, 9, 0).offerRate(0, 100, 100, 10)).isEqualTo(1);
    assertThat(known.offerRate(0, 0, 0, 10)).isZero();
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
  void eagerJobsIndexAFileInFewJobsOfEqualLength() {
    int blocks = 100;
    int slots = 10;
    double wave = 9;
    double overhead = 1.2;
    Calibration known = null;
    int indexed = 0;
    double first = 0;
    int jobs = 0;
    while (indexed < blocks) {
      IndexingJob job =
          new IndexingJob(eager(blocks, blocks - indexed, slots), known, Long.MAX_VALUE);
      double indexScan = indexed * 0.02;
      if (indexed > 0) {
        job.taskEnded(TaskKind.INDEX_SCAN, indexScan * slots);
      }
      int offered = 0;
      for (int block = indexed; block < blocks; block++) {
        boolean may = job.mayIndex(block, 0.01);
        offered += may ? 1 : 0;
        job.taskEnded(may ? TaskKind.SCAN_AND_INDEX : TaskKind.SCAN, may ? wave + overhead : wave);
      }
      double time = indexScan + wave * (blocks - indexed) / slots + overhead * offered / slots;
      first = jobs == 0 ? time : first;
      assertThat(time).as("job %s", jobs).isLessThanOrEqualTo(first * 1.05);
      assertThat(offered).isEqualTo(job.limit());
      indexed += offered;
      known = job.calibration();
      jobs++;
    }
    assertThat(jobs).isLessThanOrEqualTo(4);
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
    job.taskEnded(TaskKind.INDEX_SCAN, 1);
    assertThat(job.calibration()).isEqualTo(new Calibration(8, 2, 1));
    assertThat(new IndexingJob(eager(10, 10, 2), null, Long.MAX_VALUE).calibration()).isNull();
    IndexingJob all = new IndexingJob(lazy(2, 2, 1), null, Long.MAX_VALUE);
    all.taskEnded(TaskKind.SCAN_AND_INDEX, 4);
    assertThat(all.calibration()).isEqualTo(new Calibration(1, 4, 0));
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
