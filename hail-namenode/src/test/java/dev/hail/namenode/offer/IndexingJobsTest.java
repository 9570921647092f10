// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.namenode.Heap;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that compete for space that there is too little of. */
final class IndexingJobsTest {
  private static final String PATH = "/file";
  private static final long FILE = 1;
  private static final int ATTRIBUTE = 5;
  private static final long BLOCK = 10;
  private static final int BLOCKS = 4;
  private static final long LEASE = 100;

  private long now = 1_000;

  /** There is room for indexes of half of the file's blocks. */
  private final SpaceLedger space =
      new SpaceLedger(
          new SpaceBudget(0.5, -1),
          LEASE,
          new UseAccounts(1_000),
          fileId -> new FileSize(BLOCKS * BLOCK, BLOCKS * BLOCK),
          id -> List.of(),
          () -> now,
          () -> now);

  private long longestBlock = BLOCK;

  private final IndexingJobs jobs = jobs(new OneFile(), new LedgerRoom());

  /** Of a namenode that is always active. */
  private static IndexingJobs jobs(IndexingJobs.Files files, IndexingJobs.Room room) {
    return new IndexingJobs(files, room, () -> 0);
  }

  private class OneFile implements IndexingJobs.Files {
    @Override
    public IndexingJobs.IndexedFile writable(String path, int attribute) {
      return new IndexingJobs.IndexedFile(FILE, BLOCKS, BLOCKS * BLOCK, longestBlock);
    }

    @Override
    public String caller() {
      return "user";
    }

    @Override
    public Calibration calibration(long fileId, int attribute) {
      return null;
    }

    @Override
    public void keep(long fileId, int attribute, Calibration calibration) {
      throw new UnsupportedOperationException("nothing is learned here");
    }
  }

  private final class LedgerRoom implements IndexingJobs.Room {
    @Override
    public long of(long fileId, int attribute) {
      return space.room(new IndexId(fileId, attribute));
    }

    @Override
    public boolean promise(long fileId, int attribute, long blockId, String job) {
      return space.promise(replica(attribute, blockId), BLOCK, job);
    }

    @Override
    public void withdraw(long fileId, int attribute, long blockId, String job) {
      space.withdraw(replica(attribute, blockId), job);
    }

    @Override
    public void withdrawAll(String job) {
      space.withdrawAll(job);
    }
  }

  private static SpaceLedger.Replica replica(long blockId) {
    return replica(ATTRIBUTE, blockId);
  }

  private static SpaceLedger.Replica replica(int attribute, long blockId) {
    return new SpaceLedger.Replica(new IndexId(FILE, attribute), blockId);
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
          public IndexingJobs.IndexedFile writable(String path, int attribute) {
            long id = Long.parseLong(path.substring(1));
            return new IndexingJobs.IndexedFile(id, BLOCKS, BLOCKS * BLOCK, BLOCK);
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

  private static Indexing.Plan plan(double rate) {
    return new Indexing.Plan(BLOCKS, BLOCKS, 1, 1, 1, rate, false, 0, 1);
  }

  private static final long IDLE = 1_000;
  private static final int MOST_BLOCKS = 1_000;
  private static final int MOST_BLOCKS_OF_A_USER = 600;

  private String caller = "user";

  /** Jobs on a file of many blocks, bounded as a namenode's are, but to less. */
  private IndexingJobs bounded() {
    IndexingJobs.Files files =
        new OneFile() {
          @Override
          public IndexingJobs.IndexedFile writable(String path, int attribute) {
            return new IndexingJobs.IndexedFile(FILE, 100_000, 100_000 * BLOCK, BLOCK);
          }

          @Override
          public String caller() {
            return caller;
          }
        };
    return new IndexingJobs(
        files,
        new NoLimit(),
        () -> 0,
        new RunningJobs.Bounds(100, 50, 100, 50, MOST_BLOCKS, MOST_BLOCKS_OF_A_USER, IDLE),
        () -> now);
  }

  private static Indexing begin(IndexingJobs jobs, String name, double rate) throws IOException {
    Indexing job = new Indexing(name, PATH, ATTRIBUTE);
    jobs.begin(job, new Indexing.Plan(100_000, 100_000, 1, 1, 1, rate, false, 0, 1));
    return job;
  }

  /** How many of the blocks before a number a job may index. */
  private static int granted(IndexingJobs jobs, Indexing job, int blocks) throws IOException {
    int granted = 0;
    for (long block = 0; block < blocks; block++) {
      granted += jobs.mayIndex(job, block, 0) ? 1 : 0;
    }
    return granted;
  }

  @Test
  void jobs_askingAboutManyBlocks_makeSilentOnesForgotten() throws Exception {
    IndexingJobs many = bounded();
    Indexing last = null;
    for (int job = 0; job < 40; job++) {
      caller = "user " + job % 5;
      last = begin(many, "job " + job, 1);
      assertThat(granted(many, last, 150)).as("job %s", job).isEqualTo(150);
      assertThat(many.rememberedBlocks()).isLessThanOrEqualTo(MOST_BLOCKS);
    }
    assertThat(many.rememberedBlocks()).isGreaterThan(MOST_BLOCKS - 150);
    // Those that are remembered keep what they have; the others are granted nothing more.
    assertThat(granted(many, last, 150)).isEqualTo(150);
    caller = "user 0";
    Indexing first = new Indexing("job 0", PATH, ATTRIBUTE);
    assertThat(many.mayIndex(first, 1, 0)).isFalse();
    assertThat(many.mayIndex(first, 151, 0)).isFalse();
  }

  @Test
  void user_withTooManyBlocks_losesOwnJobsAndGrants() throws Exception {
    IndexingJobs many = bounded();
    caller = "other";
    Indexing others = begin(many, "others", 1);
    assertThat(granted(many, others, 300)).isEqualTo(300);
    caller = "greedy";
    Indexing small = begin(many, "small", 1);
    assertThat(granted(many, small, 10)).isEqualTo(10);
    // One that has asked for nothing yet would make no room, and stays.
    Indexing waiting = begin(many, "waiting", 1);
    Indexing big = begin(many, "big", 1);
    assertThat(granted(many, big, 5_000)).isEqualTo(MOST_BLOCKS_OF_A_USER);
    assertThat(many.rememberedBlocks()).isEqualTo(300 + MOST_BLOCKS_OF_A_USER);
    assertThat(many.mayIndex(small, 1, 0)).isFalse();
    // What it has it keeps, as its tasks may have to run again.
    assertThat(granted(many, big, 5_000)).isEqualTo(MOST_BLOCKS_OF_A_USER);
    assertThat(many.mayIndex(waiting, 1, 0)).isTrue();
    assertThat(granted(many, big, 5_000)).isZero();
    caller = "other";
    assertThat(granted(many, others, 300)).isEqualTo(300);
  }

  @Test
  void idleJob_isForgotten_unlikeOneThatAsks() throws Exception {
    IndexingJobs many = bounded();
    Indexing idle = begin(many, "idle", 0.0005);
    Indexing slow = begin(many, "slow", 1);
    assertThat(granted(many, idle, 100)).isEqualTo(50);
    assertThat(many.mayIndex(slow, 1, 0)).isTrue();
    for (int i = 0; i < 5; i++) {
      now += IDLE - 1;
      assertThat(many.mayIndex(slow, 1, 0)).isTrue();
    }
    assertThat(many.rememberedBlocks()).isEqualTo(1);
    assertThat(granted(many, idle, 1_000)).isZero();
    now += IDLE;
    many.keepLearned();
    assertThat(many.rememberedBlocks()).isZero();
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
  void promises_toForgottenJob_areFreeAtOnce() throws Exception {
    IndexingJobs two = boundedTo(2);
    Indexing first = begin(two, "first");
    // Two users may call their jobs the same; what the other one is promised stays.
    caller = "other";
    Indexing namesake = begin(two, "first");
    assertThat(two.mayIndex(namesake, 2, 0)).isTrue();
    caller = "user";
    assertThat(granted(two, first)).isEqualTo(2);
    assertThat(space.promises()).isEqualTo(3);
    begin(two, "second");
    begin(two, "third");
    assertThat(two.mayIndex(first, 1, 0)).isFalse();
    assertThat(space.promises()).isEqualTo(1);
    Indexing next = begin(two, "next");
    assertThat(two.mayIndex(next, 3, 0)).isTrue();
    assertThat(two.mayIndex(next, 4, 0)).isFalse();
    assertThat(space.promises()).isEqualTo(2);
  }

  @Test
  void jobs_comingAndGoing_leaveNoPromises() throws Exception {
    IndexingJobs ten = boundedTo(10);
    for (int job = 0; job < 1_000; job++) {
      Indexing next = begin(ten, "job " + job);
      assertThat(ten.mayIndex(next, 1, 0)).isTrue();
      assertThat(space.promises()).isEqualTo(Math.min(10, job + 1));
    }
    now += IDLE;
    ten.keepLearned();
    assertThat(space.promises()).isZero();
  }

  @Test
  void file_ofJob_takesNoMoreHeapThanStatedForAnyPath() throws Exception {
    IndexingJobs many =
        new IndexingJobs(
            new OneFile(),
            new NoLimit(),
            () -> 0,
            RunningJobs.Bounds.DEFAULT,
            () -> now * 1_000_000);
    long before = Heap.used();
    int most = 500;
    for (int job = 0; job < most; job++) {
      for (int attribute = 1; attribute <= 20; attribute++) {
        // As from a message, with a text of its own.
        String path = "/" + "d".repeat(7_990) + job % 10;
        many.begin(new Indexing("job " + job, path, attribute), plan(0));
        assertThat(many.mayIndex(new Indexing("job " + job, path, attribute), 1, 0)).isFalse();
      }
    }
    assertThat(Heap.used() - before)
        .isLessThan(most * (RunningJobs.BYTES_PER_JOB + 20L * RunningJobs.BYTES_PER_FILE));
    assertThat(many.mayIndex(new Indexing("job 0", "/d", 1), 1, 0)).isFalse();
    // What the namenode is said to spend at most on all jobs, and on those of one user.
    RunningJobs.Bounds bounds = RunningJobs.Bounds.DEFAULT;
    assertThat(bytes(bounds.jobs(), bounds.files())).isEqualTo(200_000_000);
    assertThat(bytes(bounds.jobsOfUser(), bounds.filesOfUser())).isEqualTo(34_000_000);
  }

  private static long bytes(int jobs, int files) {
    return (long) jobs * RunningJobs.BYTES_PER_JOB + (long) files * RunningJobs.BYTES_PER_FILE;
  }

  @Test
  void emptyFileAndUnindexableAttribute_begun_areRefused() {
    IndexingJobs.Files empty =
        new OneFile() {
          @Override
          public IndexingJobs.IndexedFile writable(String path, int attribute) {
            return new IndexingJobs.IndexedFile(FILE, 0, 0, 0);
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
  void promises_toJob_areNoMoreThanRemembered() throws Exception {
    IndexingJobs one = boundedTo(1);
    Indexing job = begin(one, "job");
    Indexing byAnother = new Indexing("job", PATH, ATTRIBUTE + 1);
    one.begin(byAnother, plan(1));
    assertThat(one.mayIndex(job, 1, 0)).isTrue();
    assertThat(one.rememberedBlocks()).isEqualTo(1);
    assertThat(one.mayIndex(byAnother, 1, 0)).isTrue();
    assertThat(one.rememberedBlocks()).isEqualTo(2);
    assertThat(space.promises()).isEqualTo(2);
    // What the namenode is said to spend at most on all promises to jobs, and to those of one user.
    RunningJobs.Bounds bounds = RunningJobs.Bounds.DEFAULT;
    assertThat(bounds.blocks() * SpaceLedger.BYTES_PER_PROMISE).isEqualTo(360_000_000);
    assertThat(bounds.blocksOfUser() * SpaceLedger.BYTES_PER_PROMISE).isEqualTo(180_000_000);
  }

  /** Jobs on the file that there is room for half of, and so many of one user. */
  private IndexingJobs boundedTo(int jobsOfUser) {
    IndexingJobs.Files files =
        new OneFile() {
          @Override
          public String caller() {
            return caller;
          }
        };
    return new IndexingJobs(
        files,
        new LedgerRoom(),
        () -> 0,
        new RunningJobs.Bounds(100, jobsOfUser, 100, 50, 1_000, 1_000, IDLE),
        () -> now);
  }

  private static Indexing begin(IndexingJobs jobs, String name) throws IOException {
    Indexing job = new Indexing(name, PATH, ATTRIBUTE);
    jobs.begin(job, plan(1));
    return job;
  }

  private static int granted(IndexingJobs jobs, Indexing job) throws IOException {
    int granted = 0;
    for (long block = 1; block <= BLOCKS; block++) {
      granted += jobs.mayIndex(job, block, 0) ? 1 : 0;
    }
    return granted;
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
