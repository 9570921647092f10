// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.Heap;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.Indexing;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** How much a namenode remembers of jobs, and what becomes of those it forgets. */
final class ForgottenJobsTest extends JobsOfOneFile {
  private static final long IDLE = 1_000;
  private static final int MOST_BLOCKS = 1_000;
  private static final int MOST_BLOCKS_OF_A_USER = 600;

  /** Jobs on a file of many blocks, bounded as a namenode's are, but to less. */
  private IndexingJobs bounded() {
    IndexingJobs.Files files =
        new OneFile() {
          @Override
          public IndexingJobs.FileToIndex writable(String path, int attribute) {
            return new IndexingJobs.FileToIndex(FILE, 100_000, 100_000 * BLOCK, BLOCK);
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
    return new IndexingJobs(
        new OneFile(),
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
}
