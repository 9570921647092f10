// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.util.Time;

/** The datanodes of a namenode, by uuid. Public for HAIL alone. */
public final class HailDatanodes {
  private final BlockManager blocks;

  HailDatanodes(BlockManager blocks) {
    this.blocks = blocks;
  }

  /** Whether a datanode's last heartbeat to HDFS came within this time. */
  public boolean hasHeartbeat(String datanodeUuid, long withinMillis) {
    DatanodeDescriptor datanode = manager().getDatanode(datanodeUuid);
    return datanode != null
        && Time.monotonicNow() - datanode.getLastUpdateMonotonic() <= withinMillis;
  }

  /** Whether some datanode that HDFS has not given up was not heard from for so long. */
  public boolean hasSilentDatanode(long forMillis) {
    return manager().getDatanodes().stream()
        .anyMatch(datanode -> datanode.isAlive() && datanode.isStale(forMillis));
  }

  /** Hadoop's own view of the datanodes. */
  public DatanodeManager manager() {
    return blocks.getDatanodeManager();
  }

  /** Whether a datanode is registered and alive. */
  public boolean isLive(String datanodeUuid) {
    DatanodeDescriptor datanode = manager().getDatanode(datanodeUuid);
    return datanode != null && datanode.isAlive();
  }

  /** Whether replicas of a datanode count toward those a block should have. */
  public boolean isInService(String datanodeUuid) {
    DatanodeDescriptor datanode = manager().getDatanode(datanodeUuid);
    return datanode != null && datanode.isAlive() && datanode.isInService();
  }
}
