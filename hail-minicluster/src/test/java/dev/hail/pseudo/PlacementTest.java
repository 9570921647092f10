// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where pseudo replicas go, on datanodes with host names of their own (thesis, section 3.7). */
final class PlacementTest {
  private static final int VISITS = 2;
  private static final int BLOCKS = 24;
  private static final String[] HOSTS = {"alpha", "beta", "gamma", "delta"};

  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        HailMiniCluster.builder()
            .dataNodes(HOSTS.length)
            .customize(builder -> builder.hosts(HOSTS))
            .build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static HailFile write(byte[] block) throws Exception {
    Path path = new Path("/placed" + files++);
    byte[][] blocks = new byte[BLOCKS][];
    Arrays.fill(blocks, block);
    TestBlocks.store(cluster, path, 3, blocks);
    return HailFile.open(cluster.configuration(), path);
  }

  /** What the scheduler makes of it: tasks run wherever there is a slot, or all in one place. */
  @ParameterizedTest
  @ValueSource(strings = {"alpha", "anywhere", "beside the block", ""})
  void pseudoReplicas_whereverTasksRun_spreadEvenly(String where) throws Exception {
    byte[] block = TestBlocks.block(61, 300, 1, 3);
    HailFile file = write(block);
    Random random = new Random(7);
    for (HailBlock one : file.blocks()) {
      DatanodeInfo[] holders = one.located().getLocations();
      String host =
          switch (where) {
            case "anywhere" -> HOSTS[random.nextInt(HOSTS.length)];
            case "beside the block" -> holders[random.nextInt(holders.length)].getHostName();
            default -> where;
          };
      store(file, one, block, host);
    }
    HailFile indexed = HailFile.open(cluster.configuration(), file.path());
    assertThat(IndexSpread.of(indexed.blocks(), VISITS)).isBetween(1.0, 1.25);
  }

  private static void store(HailFile file, HailBlock one, byte[] block, String host)
      throws Exception {
    HdfsPath path = file.location();
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    BlockOrder order =
        new BlockOrder(one.id(), one.located().getBlock().getGenerationStamp(), VISITS);
    try (PseudoWriter writer = new PseudoWriter(cluster.configuration(), path, host)) {
      assertThat(writer.write(sorted, sorted.length, path.source(), order).isGranted()).isTrue();
    }
    // The next one's place depends on it.
    Waiting.untilEqual(
        "the number of pseudo replicas that the namenode knows of the block",
        1,
        () -> block(file, one.index()).pseudo().size());
  }

  private static HailBlock block(HailFile file, int index) throws IOException {
    return HailFile.open(cluster.configuration(), file.path()).blocks().get(index);
  }

  @Test
  void task_onDatanodeWithoutMoreThanOthers_keepsReplicaLocal() throws Exception {
    byte[] block = TestBlocks.block(62, 300, 1, 3);
    HailFile file = write(block);
    Map<String, String> hosts = new HashMap<>();
    for (HailBlock one : file.blocks()) {
      for (DatanodeInfo node : one.located().getLocations()) {
        hosts.put(node.getDatanodeUuid(), node.getHostName());
      }
    }
    int local = 0;
    for (int i = 0; i < BLOCKS; i++) {
      HailBlock one = file.blocks().get(i);
      List<String> holders =
          List.of(one.located().getLocations()).stream().map(DatanodeInfo::getHostName).toList();
      // Tasks that are spread as the blocks are.
      String host = holders.stream().sorted().collect(Collectors.toList()).get(i % 3);
      store(file, one, block, host);
      PseudoReplica made = block(file, one.index()).pseudo().get(0);
      local += hosts.get(made.datanodeUuid()).equals(host) ? 1 : 0;
    }
    assertThat(local).isGreaterThan(BLOCKS / 2);
  }
}
