// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hail.bench.failover.FaultCluster.Shape;
import java.time.Duration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class FaultClusterShapeTest {
  private static Shape shape(int nodes, long nodeManagerSeconds, long dataNodeSeconds) {
    return new Shape(
        nodes,
        Duration.ofSeconds(nodeManagerSeconds),
        Duration.ofSeconds(dataNodeSeconds),
        64 << 20);
  }

  /** HDFS takes a datanode for dead after ten heartbeats and two checks. */
  @Test
  void daemons_afterExpiryAskedFor_areTakenForDead() {
    assertThat(shape(4, 30, 30).settings())
        .containsEntry(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "30000")
        .containsEntry(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, "10000");
    assertThat(shape(4, 1, 11).recheckMillis()).isEqualTo(500);
  }

  @Test
  void impossibleShape_isRefused_byNameOfItsOption() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shape(3, 30, 30))
        .withMessageStartingWith("nodes must be at least 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shape(4, 0, 30))
        .withMessageStartingWith("nodemanager-expiry must be at least 1 second");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shape(4, 30, 10))
        .withMessageStartingWith("datanode-expiry must be at least 11 seconds");
  }
}
