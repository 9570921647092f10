// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * The books of an active namenode without leases, which has read how much indexes were used. File n
 * has the blocks from 1,000 n on, unless they were moved.
 */
final class BooksFixture {
  static final long BYTES = 4_096;
  private static final long LEASE = 1_000;

  final AtomicBoolean active = new AtomicBoolean(true);

  /** By which commands lapse. */
  final AtomicLong millis = new AtomicLong();

  final Set<String> dead = new HashSet<>();
  final Set<Long> gone = new HashSet<>();

  /** The files of blocks that were moved. */
  final Map<Long, Long> moved = new HashMap<>();

  /** What happens whenever the replicas of an index were looked up for an eviction. */
  Runnable afterHoldings = () -> {};

  final UseAccounts accounts = new UseAccounts(1_000);
  final ReplicaTable directory = new ReplicaTable(System::nanoTime, 0, block -> null);
  final SpaceLedger space;
  final PseudoBooks books;
  private final int blocksOfFile;
  private final AtomicLong steady = new AtomicLong();

  /**
   * Books of nothing.
   *
   * @param blocksOfFile number of blocks of each file, at most 1,000
   * @param clusterBytes budget of all files together; -1 for no limit
   */
  BooksFixture(int blocksOfFile, long clusterBytes) {
    this.blocksOfFile = blocksOfFile;
    space =
        new SpaceLedger(
            new SpaceBudget(-1, clusterBytes),
            LEASE,
            accounts,
            file -> gone.contains(file) ? null : new FileSize(1_000 * BYTES, 3_000 * BYTES),
            this::lastReplicas,
            () -> 0,
            steady::get);
    books = new PseudoBooks(new Namenode(), directory, space, millis::get);
    LongStream.range(0, 10).forEach(file -> accounts.open(file, null, 0));
    endLeases();
  }

  private List<Held> lastReplicas(IndexId id, long highestBlock, long bytes) {
    List<Held> held = books.lastReplicas(id, highestBlock, bytes);
    afterHoldings.run();
    return held;
  }

  /** The file that a block is of; null if it is gone. */
  Long fileOf(long blockId) {
    long file = moved.getOrDefault(blockId, blockId / 1_000);
    return gone.contains(file) ? null : file;
  }

  /** Nothing is in use from now on. */
  void endLeases() {
    steady.addAndGet(LEASE + 1);
  }

  /** A job would have liked an index, more than all before. */
  void want(IndexId id) {
    accounts.add("alice", id, 0, 0, 1e6 * BYTES, 0);
  }

  static long id(long block, int attribute) {
    return new PseudoReplicaId(block, attribute).blockId();
  }

  static ReplicaInfo replica(long block, int attribute, long stamp) {
    return new ReplicaInfo(
        id(block, attribute), stamp, attribute, BYTES, 512, 64, 100, 1, new int[0], "DS-1");
  }

  /** No mock, as the books ask millions of times. */
  private final class Namenode implements NamenodeState {
    @Override
    public boolean isActive() {
      return active.get();
    }

    @Override
    public boolean isLive(String datanodeUuid) {
      return !dead.contains(datanodeUuid);
    }

    @Override
    public Long fileIdOf(long blockId) {
      return fileOf(blockId);
    }

    @Override
    public List<Long> fileIdsOf(List<Long> blockIds) {
      return blockIds.stream().map(BooksFixture.this::fileOf).toList();
    }

    @Override
    public long[] blocksOf(long fileId) {
      if (gone.contains(fileId)) {
        return new long[0];
      }
      LongStream own =
          LongStream.range(1_000 * fileId, 1_000 * fileId + blocksOfFile)
              .filter(block -> !moved.containsKey(block));
      LongStream others =
          moved.entrySet().stream()
              .filter(block -> block.getValue() == fileId)
              .mapToLong(Map.Entry::getKey);
      return LongStream.concat(own, others).toArray();
    }
  }
}
