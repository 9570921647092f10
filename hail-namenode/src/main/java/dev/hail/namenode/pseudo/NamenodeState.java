// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** What the books of pseudo replicas ask the namenode. Thread-safe. */
interface NamenodeState {
  /** Whether this namenode is the active one of its pair. */
  boolean isActive();

  /** Whether a datanode sends heartbeats. */
  boolean isLive(String datanodeUuid);

  /** Id of the inode of the file that a block belongs to; null if there is no such block. */
  Long fileIdOf(long blockId);

  /**
   * Ids of the inodes of the files that several blocks belong to, at one moment.
   *
   * @return one for each block, in the order of the blocks; null for a block that is not there
   */
  List<Long> fileIdsOf(List<Long> blockIds);

  /**
   * The ids of all blocks of a file, of those too that it only had in snapshots; none if there is
   * no such file.
   */
  long[] blocksOf(long fileId);

  /** That of a running namenode. */
  static NamenodeState of(HailNamespace namespace) {
    return new NamenodeState() {
      @Override
      public boolean isActive() {
        return namespace.isActive();
      }

      @Override
      public boolean isLive(String datanodeUuid) {
        return namespace.datanodes().isLive(datanodeUuid);
      }

      @Override
      public Long fileIdOf(long blockId) {
        return namespace.blocks().fileIdOf(blockId);
      }

      @Override
      public List<Long> fileIdsOf(List<Long> blockIds) {
        return namespace.blocks().fileIdsOf(blockIds);
      }

      @Override
      public long[] blocksOf(long fileId) {
        return namespace.inodes().blocksOf(fileId);
      }
    };
  }
}
