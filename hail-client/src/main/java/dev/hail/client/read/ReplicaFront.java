// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.block.layout.BlockFront;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * The front of one replica, or why it cannot be read.
 *
 * @param node the datanode that holds the replica
 * @param front the front; null if it cannot be read
 * @param failure why the front cannot be read; null if it was read
 */
public record ReplicaFront(DatanodeInfo node, BlockFront front, IOException failure) {

  /** Reads the front of the replica on one of a block's datanodes. Never throws. */
  public static ReplicaFront read(HailFile file, HailBlock block, DatanodeInfo node) {
    if (block.isGlued()) {
      try {
        return new ReplicaFront(node, block.glued().front(file.location(), node), null);
      } catch (IOException failure) {
        return new ReplicaFront(node, null, failure);
      }
    }
    try (PinnedReplicaSource source =
        PinnedReplicaSource.open(file.location(), block.located(), node)) {
      return new ReplicaFront(node, BlockFront.read(source), null);
    } catch (IOException failure) {
      return new ReplicaFront(node, null, failure);
    }
  }
}
