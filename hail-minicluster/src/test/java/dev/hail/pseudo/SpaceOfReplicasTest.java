// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

/** The budget of a file's pseudo replicas, which is what the replicas of its blocks take. */
final class SpaceOfReplicasTest {
  private static final int DATANODES = 3;

  @Test
  void budgetOfFile_growsWith_replicasMadeNotWanted() throws Exception {
    try (HailMiniCluster cluster =
            HailMiniCluster.builder()
                .dataNodes(DATANODES)
                .quickHeartbeats()
                .configuration(new Configuration())
                .build();
        HailClientProtocol directory = proxyOf(cluster)) {
      IndexedFile file = IndexedFile.put(cluster, "/once", 1);
      FileSystem fs = cluster.fileSystem();
      long length = fs.getFileStatus(file.path()).getLen();
      assertThat(directory.getSpace("/once").fileBudget()).isEqualTo(length);
      file.index("name");
      assertThat(add(cluster, "v")).isNotZero();

      fs.setReplication(file.path(), (short) 500);
      assertThat(directory.getSpace("/once").fileBudget()).isLessThanOrEqualTo(DATANODES * length);
      TestBlocks.awaitReplication(cluster, file.path(), DATANODES);
      assertThat(directory.getSpace("/once").fileBudget()).isEqualTo(DATANODES * length);
      assertThat(add(cluster, "v")).isZero();

      fs.setReplication(file.path(), (short) 1);
      assertThat(directory.getSpace("/once").fileBudget()).isEqualTo(length);
    }
  }

  private static HailClientProtocol proxyOf(HailMiniCluster cluster) throws Exception {
    cluster.awaitHail();
    return HailProxies.clientProxy(cluster.configuration(), cluster.uri());
  }

  private static int add(HailMiniCluster cluster, String attribute) throws Exception {
    return new HailShell(cluster).run("index", "add", "--by", attribute, "/once").code();
  }
}
