// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaDirectoryPage;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;

/** What the namenodes know of replicas after daemons were away. */
class RestartsTest {
  private static final String PLUGIN = "dev.hail.namenode.HailNameNodePlugin";

  @Test
  void directory_afterRestartOfEitherSide_isWholeAgain() throws Exception {
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(3).quickHeartbeats().build()) {
      cluster.awaitHail();
      Path path = new Path("/file");
      byte[] block = TestBlocks.block(1, 5_000, 3, 1, 4);
      TestBlocks.write(cluster.fileSystem(), path, 3, block);
      awaitOrders(cluster, path, List.of(1, 3, 4));

      cluster.restartNameNodes();
      awaitOrders(cluster, path, List.of(1, 3, 4));

      ExtendedBlock id = onlyBlock(cluster, path);
      DataNode node = cluster.dfs().getDataNodes().get(0);
      File replica = TestBlocks.file(node, id);
      File left = new File(rbwDirectory(replica), "hail-" + id.getBlockId() + "-1.data");
      assertThat(left.createNewFile()).isTrue();
      cluster.restartDataNode(0);
      awaitOrders(cluster, path, List.of(1, 3, 4));
      assertThat(left).doesNotExist();
      TestBlocks.assertSound(block, TestBlocks.replicas(cluster, id));

      // A replica whose front was damaged on disk keeps no datanode from starting.
      damage(TestBlocks.file(cluster.dfs().getDataNodes().get(0), id));
      cluster.restartDataNode(0);
      cluster.awaitDataNodes();
      assertThat(cluster.dfs().getDataNodes()).hasSize(3).allMatch(DataNode::isDatanodeUp);
    }
  }

  @Test
  void blocks_writtenWithoutReplicaDirectory_areSortedOnceItIsThere() throws Exception {
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(4).quickHeartbeats().build()) {
      Configuration namenode = cluster.dfs().getConfiguration(0);
      namenode.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, "");
      cluster.restartNameNodes();
      Path path = new Path("/file");
      byte[] block = TestBlocks.block(2, 5_000, 3, 1, 4);
      TestBlocks.write(cluster.fileSystem(), path, 3, block);
      ExtendedBlock id = onlyBlock(cluster, path);
      Map<String, byte[]> replicas = TestBlocks.replicas(cluster, id);
      assertThat(TestBlocks.orders(replicas)).containsExactly(0, 0, 0);
      TestBlocks.assertSound(block, replicas);

      namenode.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, PLUGIN);
      cluster.restartNameNodes();
      awaitOrders(cluster, path, List.of(1, 3, 4));
      Waiting.until(
          "three replicas have three orders",
          () -> TestBlocks.orders(TestBlocks.replicas(cluster, id)).equals(List.of(1, 3, 4)));
      TestBlocks.assertSound(block, TestBlocks.replicas(cluster, id));
      TestBlocks.assertHealthy(cluster, path);
    }
  }

  @Test
  void namenode_takingOver_knowsReplicas() throws Exception {
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(3).haNameNodes().quickHeartbeats().build()) {
      cluster.awaitHail();
      Path path = new Path("/file");
      TestBlocks.write(cluster.fileSystem(), path, 3, TestBlocks.block(3, 5_000, 3, 1, 4));
      awaitOrders(cluster, path, List.of(1, 3, 4));

      cluster.failover();
      cluster.awaitHail();
      awaitOrders(cluster, path, List.of(1, 3, 4));
      Path second = new Path("/second");
      TestBlocks.write(cluster.fileSystem(), second, 3, TestBlocks.block(4, 5_000, 3, 1, 4));
      awaitOrders(cluster, second, List.of(1, 3, 4));
    }
  }

  @Test
  void block_findingNoMemory_isSortedFromItsFile() throws Exception {
    Configuration conf = HailConfiguration.load();
    conf.set(HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX, "6m");
    conf.set(HailConfigKeys.DATANODE_ASSEMBLY_YIELD_AFTER, "1s");
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(3).configuration(conf).quickHeartbeats().build()) {
      cluster.awaitHail();
      byte[] block = TestBlocks.block(5, 20_000, 3, 1, 4);
      Path idle = new Path("/idle");
      try (HdfsDataOutputStream slow =
          TestBlocks.create(cluster.fileSystem(), idle, 3, block.length)) {
        // A few bytes of a block, and its writer falls asleep with the room for all of it.
        slow.write(block, 0, 1000);
        slow.hflush();
        Path path = new Path("/file");
        TestBlocks.write(cluster.fileSystem(), path, 3, block, block);
        for (var located : TestBlocks.located(cluster.fileSystem(), path)) {
          assertSorted(cluster, block, located);
        }
        TestBlocks.assertHealthy(cluster, path);
        assertThat(DaemonMetrics.ofDataNodes(cluster, "SpillsBudget")).isGreaterThanOrEqualTo(3);
        // The writer above may fall asleep as long, on a busy machine.
        assertThat(DaemonMetrics.ofDataNodes(cluster, "SpillsGaveWay")).isGreaterThanOrEqualTo(3);
        slow.write(block, 1000, block.length - 1000);
      }
      assertSorted(cluster, block, TestBlocks.located(cluster.fileSystem(), idle).get(0));
    }
  }

  @Test
  void blocks_withoutMemory_areStoredAsTheyCome() throws Exception {
    Configuration conf = HailConfiguration.load();
    conf.set(HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX, "0");
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(3).configuration(conf).quickHeartbeats().build()) {
      cluster.awaitHail();
      Path path = new Path("/file");
      byte[] block = TestBlocks.block(5, 20_000, 3, 1, 4);
      TestBlocks.write(cluster.fileSystem(), path, 3, block);
      Map<String, byte[]> replicas =
          TestBlocks.replicas(
              cluster, TestBlocks.located(cluster.fileSystem(), path).get(0).getBlock());
      assertThat(replicas.values()).hasSize(3).allMatch(replica -> Arrays.equals(replica, block));
      assertThat(DaemonMetrics.ofDataNodes(cluster, "KeptTooLarge")).isEqualTo(3);
    }
  }

  private static void assertSorted(HailMiniCluster cluster, byte[] block, LocatedBlock located)
      throws Exception {
    Map<String, byte[]> replicas = TestBlocks.replicas(cluster, located.getBlock());
    assertThat(TestBlocks.orders(replicas)).containsExactly(1, 3, 4);
    TestBlocks.assertSound(block, replicas);
  }

  private static void awaitOrders(HailMiniCluster cluster, Path path, List<Integer> expected)
      throws Exception {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      Waiting.until(
          "the directory knows the orders " + expected + " of " + path,
          () -> {
            ReplicaDirectoryPage page = directory.getReplicas(path.toUri().getPath(), 0, 1);
            return page.complete() && orders(page).equals(expected);
          });
    }
  }

  private static List<Integer> orders(ReplicaDirectoryPage page) {
    List<Integer> orders = new ArrayList<>();
    for (LocatedReplica replica : page.blocks().get(0).replicas()) {
      orders.add(replica.replica().sortAttribute());
    }
    orders.sort(null);
    return orders;
  }

  private static ExtendedBlock onlyBlock(HailMiniCluster cluster, Path path) throws IOException {
    return TestBlocks.located(cluster.fileSystem(), path).get(0).getBlock();
  }

  /** The directory of unfinished replicas on the volume of a finalized one. */
  private static File rbwDirectory(File replica) {
    File directory = replica.getParentFile();
    while (!directory.getName().equals("finalized")) {
      directory = directory.getParentFile();
    }
    return new File(directory.getParentFile(), "rbw");
  }

  private static void damage(File replica) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(replica, "rw")) {
      file.seek(80);
      int value = file.read();
      file.seek(80);
      file.write(value ^ 1);
    }
  }
}
