// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much of a disk pseudo replicas take, and which of them go first. */
final class DiskShareTest {
  private static final int VISITS = 2;

  private HailMiniCluster cluster;

  /** One datanode with one disk, half of which is for pseudo replicas. */
  @BeforeEach
  void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.DATANODE_INDEX_SHARE, "0.5");
    cluster =
        HailMiniCluster.builder()
            .dataNodes(1)
            .configuration(conf)
            .customize(builder -> builder.storagesPerDatanode(1))
            .build();
    cluster.awaitHail();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void setCapacity(long bytes) throws IOException {
    DiskCapacity.set(cluster.dfs().getDataNodes().get(0), bytes);
  }

  private SentReplica write(byte[] block, int number) throws Exception {
    Path path = new Path("/shared" + number);
    TestBlocks.store(cluster, path, 1, block);
    return new SentReplica(cluster, path, VISITS, 0);
  }

  @Test
  void pseudoReplicas_onFullDisk_giveWayLeastRecentlyReadFirst() throws Exception {
    byte[] block = TestBlocks.block(51, 3_000, 1, 3);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    List<SentReplica> replicas = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      replicas.add(write(block, i));
    }
    // Two and a bit of them are half of the disk.
    setCapacity(5L * block.length);
    assertThatThrownBy(() -> replicas.get(0).send(sorted))
        .as("the blocks themselves leave too little")
        .isInstanceOf(IOException.class);
    setCapacity(DiskCapacity.THAT_OF_THE_DISK);
    replicas.get(0).send(sorted);
    replicas.get(1).send(sorted);
    assertThat(replicas.get(0).read()).isEqualTo(sorted);
    long used = replicas.get(0).datanode().getFSDataset().getDfsUsed();

    // A tenth stays free, and so there is room for two and a bit.
    setCapacity((long) ((used + 0.4 * block.length) / 0.9));
    replicas.get(2).send(sorted);
    assertThat(replicas.get(1).isServed()).as("not read").isFalse();
    assertThat(replicas.get(0).read()).isEqualTo(sorted);
    assertThat(replicas.get(2).read()).isEqualTo(sorted);
    Waiting.until("its files are gone", () -> replicas.get(1).files().isEmpty());

    // Others fill the disk.
    setCapacity(used - 2L * block.length);
    Waiting.until("all have given way", () -> replicas.stream().noneMatch(SentReplica::isServed));
    Waiting.until(
        "the space of two is free again",
        () -> replicas.get(3).datanode().getFSDataset().getDfsUsed() < used - 2L * block.length);
    TestBlocks.assertHealthy(cluster, new Path("/shared0"));
  }
}
