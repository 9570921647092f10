// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.xattr.HailXAttributes;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;

/** Tells HAIL files from others: by their extended attribute, else by their first block. */
final class HailFiles {
  /** Whether a block is known to be in HAIL's format. */
  @FunctionalInterface
  interface BlockTest {
    boolean isHail(long blockId);
  }

  private volatile HailNamespace namespace;
  private volatile BlockTest hailBlocks = blockId -> false;

  void connect(HailNamespace newNamespace, BlockTest newHailBlocks) {
    namespace = newNamespace;
    hailBlocks = newHailBlocks;
  }

  /** Whether an inode is a HAIL file; null is none. */
  boolean isHail(INode inode) {
    if (inode == null || !inode.isFile()) {
      return false;
    }
    XAttrFeature attributes = inode.getXAttrFeature();
    if (attributes != null && attributes.getXAttr(HailXAttributes.VERSION) != null) {
      return true;
    }
    INodeFile file = inode.asFile();
    BlockInfo[] blocks = file.getBlocks();
    return blocks.length > 0 && hailBlocks.isHail(blocks[0].getBlockId());
  }

  /** Whether a path is that of a HAIL file; the caller holds the namespace's lock. */
  boolean isHail(String path) {
    HailNamespace connected = namespace;
    return connected != null && path != null && isHail(connected.inodes().inode(path));
  }
}
