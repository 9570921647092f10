// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.HailBlock;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexRequest;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datanodes that do not take the pseudo replica they were chosen for, because they are full. */
final class RefusedPlaceTest {
  private static final int DATANODES = 3;

  private HailMiniCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster =
        HailMiniCluster.builder()
            .dataNodes(DATANODES)
            .quickHeartbeats()
            .configuration(new Configuration())
            .build();
    cluster.awaitHail();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static List<String> holders(HailBlock block) {
    return block.pseudo().stream().map(one -> one.datanodeUuid()).toList();
  }

  private static boolean isOn(HailBlock block, DataNode node) {
    return Arrays.stream(block.located().getLocations())
        .anyMatch(one -> one.getDatanodeUuid().equals(node.getDatanodeUuid()));
  }

  @Test
  void replica_refusedByFullDatanode_isTakenByAnother() throws Exception {
    IndexedFile file = IndexedFile.put(cluster, "/everywhere", DATANODES);
    DataNode full = cluster.dfs().getDataNodes().get(0);
    DiskCapacity.set(full, 1);

    assertThat(file.index("name")).doesNotContain("somebody else");

    assertThat(file.blocks())
        .isNotEmpty()
        .allSatisfy(
            block -> assertThat(holders(block)).hasSize(1).doesNotContain(full.getDatanodeUuid()));
    DiskCapacity.set(full, DiskCapacity.THAT_OF_THE_DISK);
    file.awaitSound();
  }

  @Test
  void secondAttempt_afterFirstDied_passesByFullDatanode() throws Exception {
    IndexedFile file = IndexedFile.put(cluster, "/everywhere", DATANODES);
    HailBlock block = file.blocks().get(0);
    String chosen = grantOf(file, block);
    DataNode full =
        cluster.dfs().getDataNodes().stream()
            .filter(node -> node.getDatanodeUuid().equals(chosen))
            .findFirst()
            .orElseThrow();
    DiskCapacity.set(full, 1);

    file.index("name");

    assertThat(file.blocks())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(holders(one)).hasSize(1).doesNotContain(chosen));
    DiskCapacity.set(full, DiskCapacity.THAT_OF_THE_DISK);
    file.awaitSound();
  }

  /** The datanode that an attempt is given which asks and never sends. */
  private String grantOf(IndexedFile file, HailBlock block) throws Exception {
    long stamp = block.located().getBlock().getGenerationStamp();
    String path = file.path().toUri().getPath();
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory
          .grantIndex(new IndexRequest(path, block.id(), stamp, 2, "", List.of()))
          .target()
          .datanodeUuid();
    }
  }

  @Test
  void block_thatNobodyTakes_keepsNoOtherFromIndex() throws Exception {
    IndexedFile once = IndexedFile.put(cluster, "/once", 1);
    IndexedFile twice = IndexedFile.put(cluster, "/twice", 2);
    HailBlock first = once.blocks().get(0);
    DataNode full =
        cluster.dfs().getDataNodes().stream()
            .filter(node -> isOn(first, node))
            .findFirst()
            .orElseThrow();
    long onFull = once.blocks().stream().filter(block -> isOn(block, full)).count();
    DiskCapacity.set(full, 1);

    HailShell.Result result =
        new HailShell(cluster).run("index", "add", "--by", "v", "/once", "/twice");

    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("/once: " + onFull + " blocks? not indexed: Datanode ")
        .contains("hail.datanode.index.share", "hail.datanode.index.free.min")
        .contains("Run this again");
    assertThat(once.blocks())
        .allSatisfy(block -> assertThat(holders(block)).hasSize(isOn(block, full) ? 0 : 1));
    assertThat(twice.blocks()).allSatisfy(block -> assertThat(holders(block)).hasSize(1));

    DiskCapacity.set(full, DiskCapacity.THAT_OF_THE_DISK);
    assertThat(once.index("v")).contains(": " + onFull + " of " + once.blocks().size());
    once.awaitSound(twice.path());
  }
}
