// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailBlock;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pseudo replicas of blocks whose own replicas HDFS moves, or has too many of. */
final class MovedBlocksTest {
  private static final int DATANODES = 4;
  private static final StorageType[] STORAGES = {StorageType.DISK, StorageType.ARCHIVE};

  @TempDir private static File folder;

  private static File excluded;
  private static HailMiniCluster cluster;

  private IndexedFile file;

  @BeforeAll
  static void start() throws Exception {
    excluded = new File(folder, "excluded");
    Files.writeString(excluded.toPath(), "");
    Configuration conf = new Configuration();
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, excluded.getPath());
    conf.set(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, "1s");
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_FILE, "10");
    conf.setInt(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, 6_000);
    conf.setInt(HailConfigKeys.DATANODE_REPAIR_RATE, 6_000);
    cluster =
        HailMiniCluster.builder()
            .dataNodes(DATANODES)
            .quickHeartbeats()
            .configuration(conf)
            .customize(builder -> builder.storageTypes(STORAGES))
            .build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private void put(int replication) throws Exception {
    file = IndexedFile.put(cluster, "/moved", replication);
  }

  @AfterEach
  void tidy() throws Exception {
    file.delete();
  }

  /** What namenodes and datanodes have counted as lost. */
  private record Lost(long dropped, long collected) {
    static Lost now() throws Exception {
      return new Lost(
          DaemonMetrics.ofDataNodes(cluster, "PseudoReplicasDropped"),
          DaemonMetrics.ofNameNodes(cluster, "CollectedPseudoReplicas"));
    }

    Lost plus(int more) {
      return new Lost(dropped + more, collected + more);
    }
  }

  /** Where a block has its pseudo replica. */
  private static DatanodeInfo holder(HailBlock block) {
    String uuid = block.pseudo().get(0).datanodeUuid();
    return Arrays.stream(block.located().getLocations())
        .filter(node -> node.getDatanodeUuid().equals(uuid))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> onDisk(HailBlock block) throws IOException {
    return TestBlocks.replicas(cluster, block.located().getBlock()).keySet();
  }

  /** What balancer and mover ask datanodes for. */
  private static void move(HailBlock block, DatanodeInfo from, DatanodeInfo to, StorageType type)
      throws IOException {
    try (Socket socket = new Socket(to.getIpAddr(), to.getXferPort())) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      new Sender(out)
          .replaceBlock(
              block.located().getBlock(),
              type,
              BlockTokenSecretManager.DUMMY_TOKEN,
              from.getDatanodeUuid(),
              from,
              null);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      BlockOpResponseProto answer = BlockOpResponseProto.parseDelimitedFrom(in);
      while (answer.getStatus() == Status.IN_PROGRESS) {
        answer = BlockOpResponseProto.parseDelimitedFrom(in);
      }
      assertThat(answer.getStatus()).as("%s", answer).isEqualTo(Status.SUCCESS);
    }
  }

  @Test
  void block_movedByBalancer_losesItsPseudoReplicasOnly() throws Exception {
    put(2);
    file.index("name");
    HailBlock block = file.blocks().get(1);
    DatanodeInfo from = holder(block);
    Set<String> before = onDisk(block);
    DatanodeInfo to =
        Arrays.stream(cluster.fileSystem().getDataNodeStats(DatanodeReportType.LIVE))
            .filter(node -> !before.contains(node.getDatanodeUuid()))
            .findFirst()
            .orElseThrow();
    List<String> left = new ArrayList<>(BooksAndDisks.served(cluster));
    left.remove(BooksAndDisks.name(from.getDatanodeUuid(), block.pseudo().get(0).id()));
    Lost lost = Lost.now();

    move(block, from, to, StorageType.DISK);

    Waiting.until("the block has moved", () -> !onDisk(block).contains(from.getDatanodeUuid()));
    Waiting.until("its pseudo replica has gone", () -> BooksAndDisks.served(cluster).equals(left));
    Waiting.until("that is counted", () -> Lost.now().equals(lost.plus(1)));
    file.awaitSound();
    assertThat(file.index("name")).contains(": 1 of " + file.blocks().size() + " blocks");
    file.awaitSound();
  }

  @Test
  void block_movedToOtherDisk_keepsItsPseudoReplicas() throws Exception {
    put(2);
    file.index("name");
    HailBlock block = file.blocks().get(1);
    DatanodeInfo node = holder(block);
    DataNode datanode =
        cluster.dfs().getDataNodes().stream()
            .filter(one -> one.getDatanodeUuid().equals(node.getDatanodeUuid()))
            .findFirst()
            .orElseThrow();
    List<String> before = BooksAndDisks.served(cluster);
    File own = TestBlocks.file(datanode, block.located().getBlock());
    Lost lost = Lost.now();

    move(block, node, node, StorageType.ARCHIVE);

    assertThat(TestBlocks.file(datanode, block.located().getBlock())).isNotEqualTo(own);
    Waiting.until("the old file is gone", () -> !own.exists());
    file.awaitSound();
    assertThat(Lost.now()).isEqualTo(lost);
    // A datanode that starts again counts from 0.
    cluster.restartDataNode(cluster.dfs().getDataNodes().indexOf(datanode));
    Lost restarted = Lost.now();
    cluster.awaitHail();
    TestBlocks.awaitReplication(cluster, file.path(), 2);
    file.awaitSound();
    assertThat(BooksAndDisks.served(cluster)).isEqualTo(before);
    assertThat(Lost.now()).isEqualTo(restarted);
  }

  @Test
  void replication_lowered_losesPseudoReplicasOfGoneReplicas() throws Exception {
    put(3);
    file.index("name");
    file.index("v");
    List<HailBlock> blocks = file.blocks();
    Lost lost = Lost.now();

    cluster.fileSystem().setReplication(file.path(), (short) 1);

    List<String> left = new ArrayList<>();
    int gone = 0;
    for (HailBlock block : blocks) {
      Waiting.until("one replica is left of " + block, () -> onDisk(block).size() == 1);
      for (var pseudo : block.pseudo()) {
        if (onDisk(block).contains(pseudo.datanodeUuid())) {
          left.add(BooksAndDisks.name(pseudo.datanodeUuid(), pseudo.id()));
        } else {
          gone++;
        }
      }
    }
    left.sort(null);
    assertThat(gone).isPositive();
    Waiting.until("they went with them", () -> BooksAndDisks.served(cluster).equals(left));
    Lost then = lost.plus(gone);
    Waiting.until("that is counted", () -> Lost.now().equals(then));
    file.awaitSound();
    assertThat(file.index("v")).doesNotContain(": 0 of ");
    file.awaitSound();
  }

  @Test
  void datanode_decommissionedAndRecommissioned_comesBack() throws Exception {
    put(2);
    file.index("name");
    DataNode leaving = cluster.dfs().getDataNodes().get(0);
    String uuid = leaving.getDatanodeUuid();
    assertThat(BooksAndDisks.served(cluster)).anyMatch(one -> one.startsWith(uuid));

    exclude(leaving.getDatanodeId().getXferAddr() + "\n");
    Waiting.until("it has left", () -> info(uuid).isDecommissioned());
    file.assertAnswers();
    file.index("v");
    assertThat(file.blocks())
        .allMatch(
            block ->
                block.pseudo().stream()
                    .filter(one -> one.sortAttribute() == 3)
                    .noneMatch(one -> one.datanodeUuid().equals(uuid)));

    StoppedDataNode stopped = cluster.stopDataNode(0);
    cluster.dfs().setDataNodeDead(leaving.getDatanodeId());
    Waiting.until(
        "readers are told of none that it has",
        () ->
            BooksAndDisks.known(cluster, List.of(file.path())).stream()
                .noneMatch(one -> one.startsWith(uuid)));
    file.index("name");
    assertThat(file.blocks()).allMatch(block -> block.pseudo().size() == 2);

    exclude("");
    cluster.startDataNode(stopped);
    cluster.awaitDataNodes();
    cluster.awaitHail();
    Waiting.until("it is back", () -> info(uuid).isInService());
    file.awaitSound();
    assertThat(file.blocks()).allMatch(block -> block.pseudo().size() <= 2);
  }

  /** What {@code hdfs dfsadmin -refreshNodes} asks for. */
  private static void exclude(String addresses) throws IOException {
    Files.writeString(excluded.toPath(), addresses);
    MiniDFSCluster dfs = cluster.dfs();
    dfs.getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .refreshNodes(dfs.getConfiguration(0));
  }

  private static DatanodeInfo info(String uuid) throws IOException {
    return Arrays.stream(cluster.fileSystem().getDataNodeStats(DatanodeReportType.ALL))
        .filter(node -> node.getDatanodeUuid().equals(uuid))
        .findFirst()
        .orElseThrow();
  }
}
