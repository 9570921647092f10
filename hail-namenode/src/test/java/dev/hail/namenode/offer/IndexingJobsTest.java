// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.pseudo.Calibration;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.Indexing;
import java.io.IOException;
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
          fileId -> new FileSize(BLOCKS * BLOCK, 1),
          () -> now,
          () -> now);

  private long longestBlock = BLOCK;

  private final IndexingJobs jobs = new IndexingJobs(new OneFile(), new LedgerRoom());

  private final class OneFile implements IndexingJobs.Files {
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
      return space.promise(replica(blockId), BLOCK, job);
    }

    @Override
    public void withdraw(long fileId, int attribute, long blockId, String job) {
      space.withdraw(replica(blockId), job);
    }
  }

  private static SpaceLedger.Replica replica(long blockId) {
    return new SpaceLedger.Replica(new IndexId(FILE, ATTRIBUTE), blockId);
  }

  private Indexing begin(String name, double rate) throws IOException {
    Indexing job = new Indexing(name, PATH, ATTRIBUTE);
    jobs.begin(job, new Indexing.Plan(BLOCKS, BLOCKS, 1, 1, rate, false, 0, 1));
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
  void whatOneJobMayNotIndexStaysPromisedToAnother() throws Exception {
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
  void aBlockThatFitsIsGrantedThoughAnotherOneOfTheFileWouldNot() throws Exception {
    longestBlock = 2 * BLOCK + 1;
    // As whoever has indexed the other blocks finds room for the last one alone.
    assertThat(granted(begin("job", 1))).isEqualTo(1);
    assertThat(granted(begin("next", 1))).isEqualTo(1);
  }

  @Test
  void whatWasPromisedToAJobThatDiedIsOfferedToTheNextOneAfterALease() throws Exception {
    Indexing dead = begin("dead", 1);
    assertThat(granted(dead)).isEqualTo(2);
    now += LEASE / 2;
    assertThat(granted(begin("at once", 1))).isZero();
    now += LEASE / 2 + 1;
    assertThat(granted(begin("after a lease", 1))).isEqualTo(2);
  }

  @Test
  void whatWasPromisedAndBuiltIsNotFreeAfterALease() throws Exception {
    Indexing job = begin("builder", 1);
    assertThat(granted(job)).isEqualTo(2);
    for (long block = 1; block <= 2; block++) {
      assertThat(space.admit(replica(block), BLOCK).admitted()).isTrue();
      space.add(replica(block), BLOCK);
      space.settle(replica(block));
    }
    now += LEASE + 1;
    assertThat(granted(begin("next", 1))).isZero();
  }
}
