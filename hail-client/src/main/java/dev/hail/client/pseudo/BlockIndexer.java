// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.predicate.Predicate;
import dev.hail.protocol.IndexGrant;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;

/** Makes pseudo replicas of the blocks of one file without a job. Safe for use by many threads. */
public final class BlockIndexer {
  private static final int[] NO_ATTRIBUTES = {};

  private final Configuration conf;
  private final HailFile file;
  private final int attribute;
  private final String host;
  private final MemoryBudget memory;

  /**
   * Makes an indexer of one file, which may use three quarters of the heap.
   *
   * @param attribute position of the attribute to sort by, from 1
   * @param host name of this host as HDFS knows it; empty if it has no datanode
   */
  public BlockIndexer(Configuration conf, HailFile file, int attribute, String host) {
    this(conf, file, attribute, host, MemoryBudget.ofIndexer());
  }

  /**
   * Makes an indexer of one file with a given memory budget.
   *
   * @param attribute position of the attribute to sort by, from 1
   * @param host name of this host as HDFS knows it; empty if it has no datanode
   * @param memory bytes for blocks and their sorting; other indexers may share the budget
   */
  public BlockIndexer(
      Configuration conf, HailFile file, int attribute, String host, MemoryBudget memory) {
    this.conf = conf;
    this.file = file;
    this.attribute = attribute;
    this.host = host;
    this.memory = memory;
  }

  /** Whether the block already has a replica or a pseudo replica in this order. */
  public boolean isIndexed(HailBlock block) {
    return block.replicas().stream().anyMatch(r -> r.replica().sortAttribute() == attribute)
        || block.pseudo().stream().anyMatch(r -> r.sortAttribute() == attribute);
  }

  /**
   * Reads a whole block, sorts it and stores the result. Waits until there is memory for this.
   *
   * @return a grant; {@link IndexGrant#isGranted} is false if such a replica already existed
   * @throws NoMemoryException if the block needs more memory than the whole budget
   * @throws NoRoomException if the budget of pseudo replicas has no room
   * @throws IOException if the block cannot be read or its new replica cannot be stored
   */
  public IndexGrant index(HailBlock block) throws IOException {
    Claim claim = new Claim();
    try {
      return index(block, claim);
    } finally {
      claim.release();
    }
  }

  private IndexGrant index(HailBlock block, Claim claim) throws IOException {
    ScanOptions options = ScanOptions.of(conf, null, 1);
    byte[] bytes;
    try (BlockScan scan =
        BlockScan.openWhole(file, block, Predicate.never(), NO_ATTRIBUTES, options, claim)) {
      bytes = scan.bytes();
    }
    if (bytes == null) {
      throw new NoMemoryException(block.id(), claim.asked, memory.most());
    }
    byte[] sorted = BlockSorter.sort(bytes, bytes.length, attribute);
    BlockOrder order =
        new BlockOrder(block.id(), block.located().getBlock().getGenerationStamp(), attribute);
    try (PseudoWriter pseudo = new PseudoWriter(conf, file, host)) {
      return pseudo.write(sorted, sorted.length, file.location().source(), order);
    }
  }

  /** The memory that one block takes of the budget. */
  private final class Claim implements BlockScan.Room {
    private long asked;
    private long taken;

    @Override
    public boolean isFor(BlockNeed need) throws IOException {
      release();
      asked = need.total();
      try {
        taken = memory.take(asked) ? asked : 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (InterruptedIOException)
            new InterruptedIOException("Interrupted while waiting for memory").initCause(e);
      }
      return taken > 0;
    }

    void release() {
      memory.release(taken);
      taken = 0;
    }
  }
}
