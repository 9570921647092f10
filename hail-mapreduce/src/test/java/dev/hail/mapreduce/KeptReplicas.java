// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;

/** The pseudo replicas that the datanodes of a cluster keep, by name. */
final class KeptReplicas {
  private KeptReplicas() {}

  /** What a replica is called here: its datanode and its id. */
  static String name(PseudoReplica replica) {
    return replica.datanodeUuid() + "/" + replica.id();
  }

  /** Those that datanodes serve, sorted. */
  static List<String> of(HailMiniCluster cluster) throws IOException {
    String blockPoolId = cluster.dfs().getNamesystem(0).getBlockPoolId();
    List<String> found = new ArrayList<>();
    for (DataNode node : cluster.dfs().getDataNodes()) {
      for (Replica replica : node.getFSDataset().deepCopyReplica(blockPoolId)) {
        if (PseudoReplicaId.of(replica.getBlockId()) != null) {
          found.add(node.getDatanodeUuid() + "/" + replica.getBlockId());
        }
      }
    }
    return found.stream().sorted().toList();
  }

  /** Files of replicas that were begun and neither finished nor given up. */
  static List<String> unfinished(HailMiniCluster cluster) throws IOException {
    return LiveFiles.find(
            cluster.baseDirectory().toPath(), file -> file.toString().contains("/hail/v1/tmp/"))
        .stream()
        .map(Path::toString)
        .toList();
  }
}
