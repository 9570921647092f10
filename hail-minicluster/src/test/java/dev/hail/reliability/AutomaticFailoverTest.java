// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.process.ProcessCluster;
import java.util.Map;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Namenodes that take over by themselves, with ZooKeeper and three journal nodes. */
@Tag("nightly")
class AutomaticFailoverTest {

  @Test
  void clients_whileActiveNamenodeAndJournalNodeDie_goOn() throws Exception {
    try (ProcessCluster cluster =
            ProcessCluster.builder()
                .automaticFailover()
                .dataNodes(3)
                .heap("256m")
                .quickHeartbeats()
                .set(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "6000")
                .set(HailConfigKeys.DATANODE_REPAIR_RATE, "6000")
                .start();
        SteadyClients clients = SteadyClients.start(cluster)) {
      int old = cluster.activeNameNode();
      assertThatThrownBy(() -> cluster.transitionToActive(1 - old))
          .isInstanceOf(IllegalStateException.class);
      clients.awaitProgress();

      cluster.nameNodes().get(old).kill();
      cluster.awaitState(1 - old, HAServiceState.ACTIVE);
      clients.awaitProgress();

      cluster.journalNodes().get(0).kill();
      clients.awaitProgress();

      cluster.nameNodes().get(old).start();
      cluster.awaitState(old, HAServiceState.STANDBY);
      clients.awaitProgress();

      Map<String, Table> files = clients.end();
      assertThat(cluster.activeNameNode()).isEqualTo(1 - old);
      assertThat(cluster.journalNodes().get(0).isRunning()).isFalse();
      for (Map.Entry<String, Table> file : files.entrySet()) {
        ProcessCommands.awaitWhole(cluster, file.getKey(), file.getValue());
      }
    }
  }
}
