// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.DFSUtilClient.CorruptedBlocks;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Reads one pseudo replica of a block. HDFS' namenode does not know the replica, so HAIL's service
 * renews the permission to read it and hears of damage.
 */
public final class HailPseudoInputStream extends HailPinnedInputStream {

  /** What only HAIL's service can do about a pseudo replica. */
  public interface Access {
    /**
     * Returns the replica with fresh permission to read it.
     *
     * @throws IOException if the replica is gone or the namenode does not answer
     */
    LocatedBlock renew() throws IOException;

    /** Reports that bytes of the replica do not match their checksums. */
    void damaged();
  }

  private final Access access;
  private volatile LocatedBlock current;

  /**
   * @param client closed by its owner, not by this stream
   * @param path absolute path of the file whose block the replica is of
   * @param replica under the id that its datanode serves it as, from offset 0
   * @param node that has it
   */
  public HailPseudoInputStream(
      DFSClient client, String path, LocatedBlock replica, DatanodeInfo node, Access access)
      throws IOException {
    super(client, path, replica, node);
    this.access = access;
    this.current = replica;
  }

  /**
   * Hadoop calls this when a datanode refuses the token. Hadoop's own method would find the block
   * of the file at that path.
   */
  @Override
  protected LocatedBlock fetchBlockAt(long offset) throws IOException {
    current = access.renew();
    return current;
  }

  @Override
  protected LocatedBlock refreshLocatedBlock(LocatedBlock block) {
    return current;
  }

  @Override
  protected void reportCheckSumFailure(
      CorruptedBlocks corruptedBlocks, int dataNodeCount, boolean isStriped) {
    Map<ExtendedBlock, Set<DatanodeInfo>> corrupted = corruptedBlocks.getCorruptionMap();
    if (corrupted != null && !corrupted.isEmpty()) {
      corrupted.clear();
      access.damaged();
    }
  }
}
