// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two namenodes in processes of their own, with a journal node. */
@Tag("nightly")
class NameNodePairTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void namenodesOfPair_dyingInTurn_takeOverFromEachOther() throws Exception {
    try (ProcessCluster cluster =
        ProcessCluster.builder()
            .haNameNodes()
            .dataNodes(1)
            .heap("256m")
            .quickHeartbeats()
            .start()) {
      assertThat(cluster.daemons())
          .extracting(Daemon::name)
          .containsExactly("journalnode", "namenode-0", "namenode-1", "datanode-0");
      DistributedFileSystem fs = cluster.newFileSystem();
      fs.mkdirs(new Path("/of-the-first"));

      cluster.nameNode().kill();
      cluster.transitionToActive(1);
      cluster.awaitHealthy(PATIENCE);
      assertThat(fs.exists(new Path("/of-the-first"))).isTrue();
      fs.mkdirs(new Path("/of-the-second"));

      cluster.nameNode().start();
      cluster.awaitHealthy(PATIENCE);
      cluster.transitionToStandby(1);
      cluster.transitionToActive(0);
      assertThat(fs.exists(new Path("/of-the-second"))).isTrue();
      try (HailClientProtocol namenode =
          HailProxies.clientProxy(cluster.configuration(), fs.getUri())) {
        Waiting.untilEqual(
            "the number of datanodes that have reported",
            1,
            () -> namenode.getStatus().reportedDatanodes().size());
      }
      assertThatThrownBy(() -> cluster.transitionToActive(2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
