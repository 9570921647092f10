// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;

/** Files by the ids of their inodes, whoever asks. Public for HAIL alone. */
public final class HailInodes {
  private final FSNamesystem namesystem;
  private final HailReadLock lock;

  HailInodes(FSNamesystem namesystem, HailReadLock lock) {
    this.namesystem = namesystem;
    this.lock = lock;
  }

  /**
   * How large a file is.
   *
   * @param length its bytes
   * @param stored bytes of the replicas that its blocks have, and are to have
   */
  public record FileExtent(long length, long stored) {}

  /** The inode of a path, null if there is none; the caller holds the namespace's lock. */
  public INode inode(String path) {
    try {
      return directory().resolvePath(null, path, DirOp.READ).getLastINode();
    } catch (IOException e) {
      // A path that leads nowhere has no inode; whoever asked for it is told so by HDFS.
      return null;
    }
  }

  /** How large a file is; null if there is none of that id. */
  public FileExtent extentOf(long fileId) {
    return lock.read(
        () -> {
          INodeFile file = file(fileId);
          return file == null ? null : extent(file);
        });
  }

  /**
   * Anybody may want more replicas than there are datanodes, and replicas beyond those wanted are
   * to go. Neither counts.
   */
  private static FileExtent extent(INodeFile file) {
    int wanted = file.getPreferredBlockReplication();
    long length = 0;
    long stored = 0;
    for (BlockInfo block : file.getBlocks()) {
      length += block.getNumBytes();
      stored += block.getNumBytes() * Math.min(wanted, block.numNodes());
    }
    return new FileExtent(length, stored);
  }

  /** Absolute path of a file; null if there is none of that id. */
  public String pathOf(long fileId) {
    return lock.read(
        () -> {
          INodeFile file = file(fileId);
          return file == null ? null : file.getFullPathName();
        });
  }

  /** The ids of all blocks of a file; none if there is no such file. */
  public long[] blocksOf(long fileId) {
    return lock.read(
        () -> {
          INodeFile file = file(fileId);
          return file == null
              ? new long[0]
              : Arrays.stream(file.getBlocks()).mapToLong(BlockInfo::getBlockId).toArray();
        });
  }

  /** Whether there is an inode of that id. */
  public boolean hasFile(long fileId) {
    return lock.read(() -> directory().getInode(fileId) != null);
  }

  /** The file of an id, null if there is none; under the lock. */
  private INodeFile file(long fileId) {
    INode file = directory().getInode(fileId);
    return file == null || !file.isFile() ? null : file.asFile();
  }

  private FSDirectory directory() {
    return namesystem.getFSDirectory();
  }
}
