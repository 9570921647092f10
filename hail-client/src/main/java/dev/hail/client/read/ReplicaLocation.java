// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/**
 * Where one replica is, and the permission to read it.
 *
 * @param block id under which the datanode serves the replica
 * @param token empty where datanodes ask for none
 * @param node the datanode
 * @param storageType kind of the disk; null if unknown
 * @param holders all datanodes that hold the block, this one among them
 */
record ReplicaLocation(
    ExtendedBlock block,
    Token<BlockTokenIdentifier> token,
    DatanodeInfo node,
    StorageType storageType,
    List<DatanodeInfo> holders) {
  ReplicaLocation {
    holders = List.copyOf(holders);
  }

  /** Returns the replica of a block on a datanode; null if the block has none there. */
  static ReplicaLocation find(LocatedBlock block, DatanodeInfo node) {
    DatanodeInfo[] locations = block.getLocations();
    StorageType[] types = block.getStorageTypes();
    for (int i = 0; i < locations.length; i++) {
      if (locations[i].getDatanodeUuid().equals(node.getDatanodeUuid())) {
        StorageType type = types == null || i >= types.length ? null : types[i];
        return new ReplicaLocation(
            block.getBlock(), block.getBlockToken(), locations[i], type, List.of(locations));
      }
    }
    return null;
  }
}
