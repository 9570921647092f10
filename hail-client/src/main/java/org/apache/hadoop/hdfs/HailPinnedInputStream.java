// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs;

import dev.hail.client.PinnedReplicaException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.net.NetUtils;

/**
 * Reads one replica of one block, never another. Replicas of a HAIL block differ in their row
 * order, so the silent failover of {@link DFSInputStream} inside a block would mix rows. Positional
 * reads only. Hadoop's class does the rest: tokens, SASL, short-circuit reads, statistics, reports
 * of corrupt replicas.
 *
 * <p>The class is in Hadoop's package because the constructor and {@code DNAddrPair} are
 * package-private there.
 */
public class HailPinnedInputStream extends HailPositionalReads {
  private final LocatedBlock expected;
  private final DatanodeInfo pinned;
  private volatile String refusal;

  /**
   * @param client closed by its owner, not by this stream
   * @param path absolute path of the file
   * @param block a finalized block of the file
   * @param pinned the datanode to read from
   */
  public HailPinnedInputStream(
      DFSClient client, String path, LocatedBlock block, DatanodeInfo pinned) throws IOException {
    super(client, path, alone(block));
    this.expected = block;
    this.pinned = pinned;
  }

  private static LocatedBlocks alone(LocatedBlock block) {
    long end = block.getStartOffset() + block.getBlockSize();
    // When a token has expired, Hadoop puts the block with a fresh one into this list.
    List<LocatedBlock> blocks = new ArrayList<>(List.of(block));
    return new LocatedBlocks(end, false, blocks, block, true, null, null);
  }

  @Override
  protected DNAddrPair getBestNodeDNAddrPair(
      LocatedBlock block, Collection<DatanodeInfo> ignoredNodes) {
    if (getDFSClient().getDeadNodes(this).containsKey(pinned)
        || (ignoredNodes != null && ignoredNodes.contains(pinned))) {
      return null;
    }
    DatanodeInfo[] locations = block.getLocations();
    for (int i = 0; i < locations.length; i++) {
      if (locations[i].getDatanodeUuid().equals(pinned.getDatanodeUuid())) {
        return new DNAddrPair(locations[i], address(locations[i]), storageType(block, i), block);
      }
    }
    refusal = "the namenode no longer lists a replica there";
    return null;
  }

  @Override
  DNAddrPair chooseDataNode(
      LocatedBlock block, Collection<DatanodeInfo> ignoredNodes, boolean refetchIfRequired)
      throws IOException {
    DNAddrPair pair = refusal == null ? getBestNodeDNAddrPair(block, ignoredNodes) : null;
    if (pair == null) {
      String reason = refusal == null ? "the datanode does not answer" : refusal;
      throw new PinnedReplicaException(expected.getBlock(), pinned, reason);
    }
    return pair;
  }

  @Override
  PinnedReplicaException explain(
      PinnedReplicaException failure, boolean corrupt, List<IOException> causes) {
    if (corrupt) {
      return new PinnedReplicaException(
          expected.getBlock(), pinned, "its bytes do not match their checksum");
    }
    if (causes.isEmpty()) {
      return failure;
    }
    IOException last = causes.get(causes.size() - 1);
    return new PinnedReplicaException(expected.getBlock(), pinned, last.toString(), last);
  }

  /** By the time a token is renewed, the path may lead to another file. */
  @Override
  protected LocatedBlock refreshLocatedBlock(LocatedBlock block) throws IOException {
    LocatedBlock fresh = super.refreshLocatedBlock(block);
    if (!fresh.getBlock().equals(expected.getBlock())) {
      refusal = "the file was replaced, its path now leads to " + fresh.getBlock();
      throw new PinnedReplicaException(expected.getBlock(), pinned, refusal);
    }
    return fresh;
  }

  private InetSocketAddress address(DatanodeInfo node) {
    boolean viaHostname = getDFSClient().getConf().isConnectToDnViaHostname();
    return NetUtils.createSocketAddr(node.getXferAddr(viaHostname));
  }

  private static StorageType storageType(LocatedBlock block, int location) {
    StorageType[] types = block.getStorageTypes();
    return types == null || location >= types.length ? null : types[location];
  }
}
