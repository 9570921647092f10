// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ports of namenodes. */
class NameNodePortsTest {
  /** The lowest port that Linux takes for outgoing connections by default. */
  private static final int LOWEST_OUTGOING = 32_768;

  private static List<MiniDFSNNTopology> topologies() {
    return List.of(
        MiniDFSNNTopology.simpleSingleNN(0, 0),
        MiniDFSNNTopology.simpleHATopology(3),
        MiniDFSNNTopology.simpleFederatedTopology(2));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void topology_withoutPorts_getsAll(MiniDFSNNTopology topology) throws Exception {
    MiniDFSNNTopology assigned = NameNodePorts.assign(topology, new FreePorts());
    assertThat(assigned).isSameAs(topology);
    assertThat(assigned.allIpcPortsSpecified()).isTrue();
    assertThat(assigned.allHttpPortsSpecified()).isTrue();
  }

  @Test
  void pair_running_listensBelowPortsOfOutgoingConnections() throws Exception {
    try (HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).haNameNodes().build()) {
      List<Integer> ports = ports(cluster);
      assertThat(ports).hasSize(4).doesNotHaveDuplicates().allMatch(port -> port < LOWEST_OUTGOING);
      cluster.restartNameNodes();
      assertThat(ports(cluster)).isEqualTo(ports);
    }
  }

  private static List<Integer> ports(HailMiniCluster cluster) {
    return Stream.concat(
            IntStream.range(0, 2).mapToObj(cluster.dfs()::getURI),
            cluster.namenodeWebAddresses().stream().map(URI::create))
        .map(URI::getPort)
        .toList();
  }
}
