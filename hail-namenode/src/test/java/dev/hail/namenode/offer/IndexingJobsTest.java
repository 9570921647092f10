// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that compete for space that there is too little of. */
final class IndexingJobsTest extends JobsOfOneFile {
  private final IndexingJobs jobs = jobs(new OneFile(), new LedgerRoom());

  /** Of a namenode that is always active. */
  private static IndexingJobs jobs(IndexingJobs.Files files, IndexingJobs.Room room) {
    return new IndexingJobs(files, room, () -> 0);
  }

  private Indexing begin(String name, double rate) throws IOException {
    Indexing job = new Indexing(name, PATH, ATTRIBUTE);
    jobs.begin(job, new Indexing.Plan(BLOCKS, BLOCKS, 1, 1, 1, rate, false, 0, 1));
    return job;
  }

  /** How many of the file's blocks a job may index. */
  private int granted(Indexing job) throws IOException {
    int granted = 0;
    for (long block = 1; block <= BLOCKS; block++) {
      granted += jobs.mayIndex(job, block, 0) ? 1 : 0;
    }
    return granted;
  }

  @Test
  void blocks_refusedToOneJob_stayPromisedToAnother() throws Exception {
    Indexing another = begin("another", 1);
    assertThat(granted(begin("one", 0.5))).isEqualTo(2);
    // All of its blocks are turned down, those that the other job is building too.
    assertThat(granted(begin("none", 0))).isZero();
    assertThat(jobs.mayIndex(another, 3, 0)).isFalse();
    assertThat(jobs.mayIndex(another, 4, 0)).isFalse();
    // What two jobs build takes space once.
    assertThat(jobs.mayIndex(another, 1, 0)).isTrue();
  }

  @Test
  void files_ofOneJob_areGrantedByOneLimit() throws Exception {
    IndexingJobs free = jobs(new OneFile(), new NoLimit());
    for (int file = 0; file < 5; file++) {
      free.begin(new Indexing("job", "/file" + file, ATTRIBUTE), plan(0.1));
      // Told twice it counts once, and another job is another one.
      free.begin(new Indexing("job", "/file" + file, ATTRIBUTE), plan(0.1));
      free.begin(new Indexing("other", "/file" + file, ATTRIBUTE), plan(1));
    }
    int granted = 0;
    for (int file = 0; file < 5; file++) {
      for (int block = 0; block < BLOCKS; block++) {
        Indexing job = new Indexing("job", "/file" + file, ATTRIBUTE);
        granted += free.mayIndex(job, file * BLOCKS + block, 0) ? 1 : 0;
      }
    }
    // A tenth of 20 blocks, not one of each file's four.
    assertThat(granted).isEqualTo(2);
    assertThat(free.mayIndex(new Indexing("job", "/not-of-it", ATTRIBUTE), 99, 0)).isFalse();
    assertThat(free.mayIndex(new Indexing("job", "/file0", ATTRIBUTE + 1), 99, 0)).isFalse();
  }

  @Test
  void costs_ofJob_areKnownForAllItsFiles() throws Exception {
    Map<Long, Calibration> kept = new HashMap<>();
    IndexingJobs.Files ten =
        new OneFile() {
          @Override
          public IndexingJobs.FileToIndex writable(String path, int attribute) {
            long id = Long.parseLong(path.substring(1));
            return new IndexingJobs.FileToIndex(id, BLOCKS, BLOCKS * BLOCK, BLOCK);
          }

          @Override
          public void keep(long fileId, int attribute, Calibration calibration) {
            kept.put(fileId, calibration);
          }
        };
    IndexingJobs free = jobs(ten, new NoLimit());
    Indexing.Plan plan = new Indexing.Plan(BLOCKS, BLOCKS, 4, 1, 4, 0.1, true, 0, 1);
    for (int file = 0; file < 10; file++) {
      free.begin(new Indexing("first", "/" + file, ATTRIBUTE), plan);
    }
    for (int task = 0; task < 40; task++) {
      // Tasks tell of any file of the job: splits mix them.
      TaskCost cost =
          task < 4
              ? new TaskCost(TaskKind.SCAN_AND_INDEX, 2, 0, 0, 1, 1)
              : new TaskCost(TaskKind.SCAN, 2, 0, 0, 1, 0);
      free.taskEnded(new Indexing("first", "/0", ATTRIBUTE), cost);
    }
    free.keepLearned();
    // Ten waves of 2 s on 4 slots, of which each file has a tenth.
    assertThat(kept).hasSize(10);
    assertThat(kept.values()).allMatch(calibration -> calibration.target() == 2);
    assertThat(kept.values()).allMatch(calibration -> calibration.scan() == 2);
    // Half of the files have their indexes, which saves five waves, and nothing costs more.
    for (int file = 0; file < 10; file++) {
      free.begin(
          new Indexing("second", "/" + file, ATTRIBUTE),
          new Indexing.Plan(BLOCKS, file < 5 ? 0 : BLOCKS, 4, 1, 4, 0.1, true, 0, 1));
    }
    int granted = 0;
    for (int block = 0; block < 20; block++) {
      granted +=
          free.mayIndex(new Indexing("second", "/" + (5 + block / 4), ATTRIBUTE), block, 0) ? 1 : 0;
    }
    assertThat(granted).isEqualTo(20);
  }

  @Test
  void block_fittingRoom_isGrantedThoughLongerOneWouldNot() throws Exception {
    longestBlock = 2 * BLOCK + 1;
    // As whoever has indexed the other blocks finds room for the last one alone.
    assertThat(granted(begin("job", 1))).isEqualTo(1);
    assertThat(granted(begin("next", 1))).isEqualTo(1);
  }

  @Test
  void promises_toDeadJob_areFreeAfterLease() throws Exception {
    Indexing dead = begin("dead", 1);
    assertThat(granted(dead)).isEqualTo(2);
    now += LEASE / 2;
    assertThat(granted(begin("at once", 1))).isZero();
    now += LEASE / 2 + 1;
    assertThat(granted(begin("after a lease", 1))).isEqualTo(2);
  }

  @Test
  void emptyFileAndUnindexableAttribute_begun_areRefused() {
    IndexingJobs.Files empty =
        new OneFile() {
          @Override
          public IndexingJobs.FileToIndex writable(String path, int attribute) {
            return new IndexingJobs.FileToIndex(FILE, 0, 0, 0);
          }
        };
    Indexing.Plan none = new Indexing.Plan(0, 0, 1, 1, 1, 1, false, 0, 1);
    IndexingJobs ofEmpty = jobs(empty, new NoLimit());
    assertThatThrownBy(() -> ofEmpty.begin(new Indexing("job", PATH, ATTRIBUTE), none))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(PATH + " cannot have an index by @5: it has 0 blocks");
    for (int attribute : new int[] {-1, 0, 65_536, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> jobs.begin(new Indexing("job", PATH, attribute), plan(1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(PATH + " cannot have an index by @" + attribute);
    }
  }

  @Test
  void builtBlock_afterLease_isNotFree() throws Exception {
    Indexing job = begin("builder", 1);
    assertThat(granted(job)).isEqualTo(2);
    for (long block = 1; block <= 2; block++) {
      assertThat(space.admit(replica(block), BLOCK).admitted()).isTrue();
      space.added(replica(block), "datanode", BLOCK);
      space.endPromises(replica(block));
    }
    now += LEASE + 1;
    assertThat(granted(begin("next", 1))).isZero();
  }
}
