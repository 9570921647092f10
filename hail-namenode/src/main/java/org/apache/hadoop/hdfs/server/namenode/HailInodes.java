// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.snapshot.FileDiff;
import org.apache.hadoop.hdfs.server.namenode.snapshot.FileDiffList;

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
   * @param stored bytes of the replicas that its blocks have, and are to have; those of blocks that
   *     only a snapshot has included
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
    for (BlockInfo block : file.getBlocks()) {
      length += block.getNumBytes();
    }
    long stored = 0;
    for (BlockInfo block : allBlocks(file)) {
      stored += block.getNumBytes() * Math.min(wanted, block.numNodes());
    }
    return new FileExtent(length, stored);
  }

  /** The blocks that a file has now, and those that it had in snapshots; under the lock. */
  private static Collection<BlockInfo> allBlocks(INodeFile file) {
    FileDiffList snapshots = file.getDiffs();
    if (snapshots == null) {
      return Arrays.asList(file.getBlocks());
    }
    Set<BlockInfo> all = new LinkedHashSet<>(Arrays.asList(file.getBlocks()));
    for (FileDiff snapshot : snapshots) {
      // A snapshot whose blocks the file still has as its first ones lists none.
      if (snapshot.getBlocks() != null) {
        all.addAll(Arrays.asList(snapshot.getBlocks()));
      }
    }
    return all;
  }

  /** Absolute path of a file; null if there is none of that id. */
  public String pathOf(long fileId) {
    return lock.read(
        () -> {
          INodeFile file = file(fileId);
          return file == null ? null : file.getFullPathName();
        });
  }

  /**
   * The ids of all blocks of a file, of those too that it only had in snapshots; none if there is
   * no such file.
   */
  public long[] blocksOf(long fileId) {
    return lock.read(
        () -> {
          INodeFile file = file(fileId);
          return file == null
              ? new long[0]
              : allBlocks(file).stream().mapToLong(BlockInfo::getBlockId).toArray();
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
