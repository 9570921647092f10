// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockHolders;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockState;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.StandbyException;

/** What the replica directory asks its namenode about blocks and datanodes. Thread-safe. */
interface HdfsState {
  /** Whether this namenode is the active one of its pair. */
  boolean isActive();

  /**
   * Does nothing on the active namenode.
   *
   * @throws StandbyException if this namenode is not the active one
   */
  void checkActive() throws StandbyException;

  /** Whether the block map may still be incomplete. */
  boolean isInSafeMode();

  /** How the block map sees a block; null if it does not have it. */
  BlockState blockState(long blockId);

  /** Who holds a block; null if there is no such block. */
  BlockHolders holdersOf(long blockId);

  /** Owner of the file that a block belongs to; null if there is no such block. */
  String ownerOf(long blockId);

  /** Newest generation stamp given out. */
  long newestGenerationStamp();

  /** Uuids of the datanodes that are registered and alive. */
  List<String> liveDatanodes();

  /** Whether a datanode is registered and alive. */
  boolean isLive(String datanodeUuid);

  /** Whether replicas of a datanode count toward those a block should have. */
  boolean isInService(String datanodeUuid);

  /** Whether a datanode's last heartbeat to HDFS came within this time. */
  boolean hasHeartbeat(String datanodeUuid, long withinMillis);

  /** Whether some datanode that HDFS has not given up was not heard from for so long. */
  boolean hasSilentDatanode(long forMillis);

  /** That of a running namenode. */
  static HdfsState of(HailNamespace namespace) {
    return new HdfsState() {
      @Override
      public boolean isActive() {
        return namespace.isActive();
      }

      @Override
      public void checkActive() throws StandbyException {
        namespace.checkActive();
      }

      @Override
      public boolean isInSafeMode() {
        return namespace.isInSafeMode();
      }

      @Override
      public BlockState blockState(long blockId) {
        return namespace.blocks().blockState(blockId);
      }

      @Override
      public BlockHolders holdersOf(long blockId) {
        return namespace.blocks().holdersOf(blockId);
      }

      @Override
      public String ownerOf(long blockId) {
        return namespace.blocks().ownerOf(blockId);
      }

      @Override
      public long newestGenerationStamp() {
        return namespace.blocks().newestGenerationStamp();
      }

      @Override
      public List<String> liveDatanodes() {
        return namespace.datanodes().manager().getDatanodes().stream()
            .filter(DatanodeDescriptor::isAlive)
            .map(DatanodeDescriptor::getDatanodeUuid)
            .toList();
      }

      @Override
      public boolean isLive(String datanodeUuid) {
        return namespace.datanodes().isLive(datanodeUuid);
      }

      @Override
      public boolean isInService(String datanodeUuid) {
        return namespace.datanodes().isInService(datanodeUuid);
      }

      @Override
      public boolean hasHeartbeat(String datanodeUuid, long withinMillis) {
        return namespace.datanodes().hasHeartbeat(datanodeUuid, withinMillis);
      }

      @Override
      public boolean hasSilentDatanode(long forMillis) {
        return namespace.datanodes().hasSilentDatanode(forMillis);
      }
    };
  }
}
