// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.format.block.BlockSource;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Gives the bytes of one replica, whether of the block itself or of its own file. */
final class ReplicaOpener {
  private ReplicaOpener() {}

  /**
   * Opens a replica.
   *
   * @param block the block with the locations the candidate was taken from
   */
  static BlockSource open(HailFile file, LocatedBlock block, Candidate candidate)
      throws IOException {
    return candidate.pseudo() == null
        ? PinnedReplicaSource.open(file.location(), block, candidate.node())
        : open(file.location(), candidate.pseudo());
  }

  private static BlockSource open(HdfsPath source, PseudoReplica pseudo) throws IOException {
    LocatedBlocks located =
        source.fileSystem().getClient().getLocatedBlocks(pseudo.path(), 0, Long.MAX_VALUE);
    long blockId = pseudo.located().replica().blockId();
    if (located.locatedBlockCount() != 1 || located.get(0).getBlock().getBlockId() != blockId) {
      throw new IOException(pseudo.path() + " does not consist of block " + blockId + " any more");
    }
    LocatedBlock own = located.get(0);
    DatanodeInfo[] nodes = own.getLocations();
    if (nodes.length == 0) {
      throw new IOException("no live datanode has " + pseudo.path());
    }
    Path path = source.fileSystem().makeQualified(new Path(pseudo.path()));
    return PinnedReplicaSource.open(new HdfsPath(source.fileSystem(), path), own, nodes[0]);
  }
}
