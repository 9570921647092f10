// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs;

import dev.hail.client.PinnedReplicaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hdfs.DFSUtilClient.CorruptedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Reads a range as Hadoop 3.4 does: what went wrong with a datanode goes only to Hadoop's log.
 * Builds for Hadoop 3.5 have another class of this name.
 */
abstract class HailPositionalReads extends DFSInputStream {

  HailPositionalReads(DFSClient client, String path, LocatedBlocks blocks) throws IOException {
    super(client, path, true, blocks);
  }

  /**
   * Says why the pinned replica could not be read.
   *
   * @param corrupt whether bytes came that do not match their checksum
   * @param causes errors and refusals of the datanode, oldest first; may be empty
   */
  abstract PinnedReplicaException explain(
      PinnedReplicaException failure, boolean corrupt, List<IOException> causes);

  @Override
  protected void fetchBlockByteRange(
      LocatedBlock block, long start, long end, ByteBuffer buffer, CorruptedBlocks corruptedBlocks)
      throws IOException {
    try {
      super.fetchBlockByteRange(block, start, end, buffer, corruptedBlocks);
    } catch (PinnedReplicaException failure) {
      throw explain(failure, corruptedBlocks.getCorruptionMap() != null, List.of());
    }
  }
}
