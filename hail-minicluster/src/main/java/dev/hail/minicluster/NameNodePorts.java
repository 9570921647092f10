// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;

/**
 * Gives namenodes ports for calls and for their web servers. MiniDFSCluster restarts a namenode on
 * the port it had. A port that the kernel chose may belong to an outgoing connection by then.
 */
public final class NameNodePorts {
  private NameNodePorts() {}

  /**
   * Sets both ports of each namenode.
   *
   * @return the same topology
   * @throws IOException if too few ports are free
   */
  public static MiniDFSNNTopology assign(MiniDFSNNTopology topology, FreePorts ports)
      throws IOException {
    for (MiniDFSNNTopology.NSConf nameService : topology.getNameservices()) {
      for (MiniDFSNNTopology.NNConf nameNode : nameService.getNNs()) {
        nameNode.setIpcPort(ports.nextPort()).setHttpPort(ports.nextPort());
      }
    }
    return topology;
  }
}
