// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.BlockSorter;
import dev.hail.format.predicate.Predicate;
import dev.hail.protocol.Publication;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Makes pseudo replicas of the blocks of one file without a job. Safe for use by many threads. */
public final class BlockIndexer {
  private static final int[] NO_ATTRIBUTES = {};

  private final Configuration conf;
  private final HailFile file;
  private final int attribute;
  private final String writer;

  /**
   * An indexer of one file.
   *
   * @param attribute position of the attribute to sort by, from 1
   * @param writer what no other writer is called at the same time
   */
  public BlockIndexer(Configuration conf, HailFile file, int attribute, String writer) {
    this.conf = conf;
    this.file = file;
    this.attribute = attribute;
    this.writer = writer;
  }

  /** Whether a block has a replica, of itself or pseudo, in the order already. */
  public boolean isIndexed(HailBlock block) {
    return block.replicas().stream().anyMatch(r -> r.replica().sortAttribute() == attribute)
        || block.pseudo().stream().anyMatch(r -> r.sortAttribute() == attribute);
  }

  /**
   * Reads a block whole, sorts it and publishes the result. Takes memory for twice the block.
   *
   * @return {@link Publication.Answer#isPublished} tells whether there is a new replica; if not
   *     another one was first
   * @throws NoRoomException if the budget has no room for it
   * @throws IOException if the block cannot be read or its new replica not be published
   */
  public Publication.Answer index(HailBlock block) throws IOException {
    ScanOptions options = ScanOptions.of(conf, null, 1);
    byte[] bytes;
    try (BlockScan scan =
        BlockScan.openWhole(file, block, Predicate.never(), NO_ATTRIBUTES, options)) {
      bytes = scan.bytes();
    }
    byte[] sorted = BlockSorter.sort(bytes, bytes.length, attribute);
    PseudoName name =
        new PseudoName(block.id(), block.located().getBlock().getGenerationStamp(), attribute);
    try (PseudoWriter pseudo = new PseudoWriter(conf, file.location(), writer)) {
      return pseudo.write(sorted, sorted.length, file.location().source(), name);
    }
  }
}
