// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

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
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.apache.hadoop.hdfs.server.namenode.HailDatanodes;
import org.apache.hadoop.hdfs.server.namenode.HailInodes;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.mockito.quality.Strictness;

/**
 * The books of an active namenode without leases, which has read how much indexes were used. File n
 * has the blocks from 1,000 n on, unless they were moved.
 */
final class MockedBooks {
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
  MockedBooks(int blocksOfFile, long clusterBytes) {
    this.blocksOfFile = blocksOfFile;
    HailNamespace namespace = stub(HailNamespace.class);
    HailInodes inodes = stub(HailInodes.class);
    HailBlockMap blocks = stub(HailBlockMap.class);
    HailDatanodes datanodes = stub(HailDatanodes.class);
    when(namespace.inodes()).thenReturn(inodes);
    when(namespace.blocks()).thenReturn(blocks);
    when(namespace.datanodes()).thenReturn(datanodes);
    when(namespace.isActive()).thenAnswer(call -> active.get());
    when(datanodes.isLive(anyString())).thenAnswer(call -> !dead.contains(call.getArgument(0)));
    when(blocks.fileIdOf(anyLong())).thenAnswer(call -> fileOf(call.getArgument(0)));
    when(blocks.fileIdsOf(anyList()))
        .thenAnswer(call -> call.<List<Long>>getArgument(0).stream().map(this::fileOf).toList());
    when(inodes.blocksOf(anyLong())).thenAnswer(call -> blocksOf(call.getArgument(0)));
    space =
        new SpaceLedger(
            new SpaceBudget(-1, clusterBytes),
            LEASE,
            accounts,
            file -> gone.contains(file) ? null : new FileSize(1_000 * BYTES, 3_000 * BYTES),
            this::lastReplicas,
            () -> 0,
            steady::get);
    books = new PseudoBooks(namespace, directory, space, millis::get);
    LongStream.range(0, 10).forEach(file -> accounts.open(file, null, 0));
    endLeases();
  }

  private static <T> T stub(Class<T> type) {
    return mock(type, withSettings().stubOnly().strictness(Strictness.LENIENT));
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

  private long[] blocksOf(long fileId) {
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
}
