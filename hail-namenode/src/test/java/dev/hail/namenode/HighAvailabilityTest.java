// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.Assignment;
import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.StandbyException;
import org.junit.jupiter.api.Test;

class HighAvailabilityTest {
  private static final long[] NONE = {};

  @Test
  void reports_toPair_reachBothAndClientsFollowActiveOne() throws Exception {
    try (NamenodeCluster cluster = NamenodeCluster.startHighlyAvailable(3);
        HailClientProtocol client = cluster.client()) {
      LocatedBlock block = cluster.write("/file", 1, (short) 3).get(0);
      // Only the active namenode gives orders; both hear of replicas.
      List<HailDatanodeProtocol> namenodes = cluster.datanodeProxies();
      assertThat(namenodes).hasSize(2);
      assertThatThrownBy(() -> assign(cluster, namenodes.get(1), block))
          .isInstanceOf(StandbyException.class);
      Assignment assignment = assign(cluster, namenodes.get(0), block);
      ReplicaInfo replica = NamenodeCluster.replica(block, assignment.sortAttribute(), 1, 2, 3);
      for (HailDatanodeProtocol namenode : namenodes) {
        namenode.report(
            cluster.blockPool(), cluster.datanode(0), true, true, List.of(replica), NONE);
      }
      ClusterStatus before = client.getStatus();
      assertThat(before.active()).isTrue();
      assertThat(replicas(client))
          .containsExactly(new LocatedReplica(cluster.datanode(0), replica));

      // The one that takes over knows them, and gives the next order.
      cluster.dfs().transitionToStandby(0);
      cluster.dfs().transitionToActive(1);
      assertThat(replicas(client))
          .containsExactly(new LocatedReplica(cluster.datanode(0), replica));
      assertThat(client.getStatus().epoch()).isNotEqualTo(before.epoch());
      assertThatThrownBy(() -> assign(cluster, namenodes.get(0), block))
          .isInstanceOf(StandbyException.class);
      assertThat(
              namenodes
                  .get(1)
                  .assign(
                      cluster.blockPool(),
                      cluster.datanode(1),
                      block.getBlock().getBlockId(),
                      block.getBlock().getGenerationStamp(),
                      new int[] {1, 2, 3})
                  .sortAttribute())
          .isNotEqualTo(replica.sortAttribute());

      // Clients are answered though the other one is gone.
      cluster.dfs().shutdownNameNode(0);
      assertThat(replicas(client)).hasSize(1);
      assertThatThrownBy(() -> assign(cluster, namenodes.get(0), block))
          .isInstanceOf(IOException.class);
      for (HailDatanodeProtocol namenode : namenodes) {
        namenode.close();
      }
    }
  }

  private static List<LocatedReplica> replicas(HailClientProtocol client) throws IOException {
    return client.getReplicas("/file", 0, 1).blocks().get(0).replicas();
  }

  private static Assignment assign(
      NamenodeCluster cluster, HailDatanodeProtocol namenode, LocatedBlock block)
      throws IOException {
    return namenode.assign(
        cluster.blockPool(),
        cluster.datanode(0),
        block.getBlock().getBlockId(),
        block.getBlock().getGenerationStamp(),
        new int[] {1, 2, 3});
  }
}
