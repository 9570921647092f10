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
 * The read of a range as Hadoop 3.4 does it, which keeps what went wrong with a datanode to its
 * log; a class of the same name serves Hadoop 3.5.
 */
abstract class HailPositionalReads extends DFSInputStream {

  HailPositionalReads(DFSClient client, String path, LocatedBlocks blocks) throws IOException {
    super(client, path, true, blocks);
  }

  /**
   * Says why the pinned replica could not be read.
   *
   * @param corrupt whether bytes came that do not match their checksum
   * @param causes what the datanode answered or failed with, in this order; may be empty
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
