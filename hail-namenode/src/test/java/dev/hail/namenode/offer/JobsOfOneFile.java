// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.Indexing;
import dev.hail.xattr.Calibration;
import java.util.List;

/** A file of four blocks that jobs want to index, with room for indexes of half of them. */
abstract class JobsOfOneFile {
  static final String PATH = "/file";
  static final long FILE = 1;
  static final int ATTRIBUTE = 5;
  static final long BLOCK = 10;
  static final int BLOCKS = 4;
  static final long LEASE = 100;

  long now = 1_000;

  /** There is room for indexes of half of the file's blocks. */
  final SpaceLedger space =
      new SpaceLedger(
          new SpaceBudget(0.5, -1),
          LEASE,
          new UseAccounts(1_000),
          fileId -> new FileSize(BLOCKS * BLOCK, BLOCKS * BLOCK),
          (id, highestBlock, bytes) -> List.of(),
          () -> now,
          () -> now);

  long longestBlock = BLOCK;

  /** Who calls the namenode. */
  String caller = "user";

  class OneFile implements IndexingJobs.Files {
    @Override
    public IndexingJobs.FileToIndex writable(String path, int attribute) {
      return new IndexingJobs.FileToIndex(FILE, BLOCKS, BLOCKS * BLOCK, longestBlock);
    }

    @Override
    public String caller() {
      return caller;
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

  final class LedgerRoom implements IndexingJobs.Room {
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

  static SpaceLedger.Replica replica(long blockId) {
    return replica(ATTRIBUTE, blockId);
  }

  static SpaceLedger.Replica replica(int attribute, long blockId) {
    return new SpaceLedger.Replica(new IndexId(FILE, attribute), blockId);
  }

  static Indexing.Plan plan(double rate) {
    return new Indexing.Plan(BLOCKS, BLOCKS, 1, 1, 1, rate, false, 0, 1);
  }
}
