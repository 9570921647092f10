// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PinnedReplicaException;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access to a replica that HDFS knows: HDFS' namenode gives tokens and hears of damage. */
final class StoredAccess implements ReplicaAccess {
  private static final Logger LOG = LoggerFactory.getLogger(StoredAccess.class);

  private final HdfsPath file;
  private final LocatedBlock block;
  private final DatanodeInfo node;

  StoredAccess(HdfsPath file, LocatedBlock block, DatanodeInfo node) {
    this.file = file;
    this.block = block;
    this.node = node;
  }

  /** The replica as the block says. */
  ReplicaLocation location() throws PinnedReplicaException {
    return location(block);
  }

  private ReplicaLocation location(LocatedBlock located) throws PinnedReplicaException {
    ReplicaLocation location = ReplicaLocation.find(located, node);
    if (location == null) {
      throw refused("the namenode no longer lists a replica there");
    }
    return location;
  }

  @Override
  public ReplicaLocation renew() throws IOException {
    LocatedBlocks blocks = file.locatedBlocks(block.getStartOffset(), 1);
    // By the time a token is renewed, the path may lead to another file.
    if (blocks.locatedBlockCount() == 0) {
      throw refused("the file was replaced, its path now leads to a shorter one");
    }
    LocatedBlock fresh = blocks.get(0);
    if (!fresh.getBlock().equals(block.getBlock())) {
      throw refused("the file was replaced, its path now leads to " + fresh.getBlock());
    }
    return location(fresh);
  }

  @Override
  public void damaged() {
    LocatedBlock replica = new LocatedBlock(block.getBlock(), new DatanodeInfo[] {node});
    try {
      file.fileSystem().getClient().reportBadBlocks(new LocatedBlock[] {replica});
    } catch (IOException e) {
      // The reader continues with another replica. The next reader of this one reports it again.
      LOG.warn("{}, {}: a damaged replica could not be reported", file, block.getBlock(), e);
    }
  }

  private PinnedReplicaException refused(String reason) {
    return new PinnedReplicaException(block.getBlock(), node, reason);
  }
}
