// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetUtils;

/**
 * Decides where short-circuit reads are safe. Hadoop's client keeps the files of replicas that it
 * has opened, by block and not by datanode. If two datanodes of one host hold a block, a reader of
 * one replica would get the other one, which has another row order.
 */
final class ShortCircuitReads {
  private ShortCircuitReads() {}

  /**
   * Whether short-circuit reads of a block always reach the replica that they are meant for.
   *
   * @param holders all datanodes that hold the block
   * @param viaHostname whether this client reaches datanodes by their host names
   * @return false if more than one of them is on this host
   */
  static boolean areSafe(List<DatanodeInfo> holders, boolean viaHostname) throws IOException {
    int onThisHost = 0;
    for (DatanodeInfo holder : holders) {
      InetSocketAddress address = NetUtils.createSocketAddr(holder.getXferAddr(viaHostname));
      // A name that is not resolved is not of this host: Hadoop reads nothing directly there.
      if (!address.isUnresolved() && DFSUtilClient.isLocalAddress(address)) {
        onThisHost++;
      }
    }
    return onThisHost < 2;
  }
}
