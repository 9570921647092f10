// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is left of the orders when datanodes die, replicas move and writers vanish. */
class FailuresTest {
  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = HailMiniCluster.builder().dataNodes(4).quickHeartbeats().build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void copy_ofLostReplica_takesItsOrder() throws Exception {
    Path path = new Path("/lost");
    byte[] block = TestBlocks.block(1, 5_000, 3, 1, 4);
    TestBlocks.write(fileSystem(), path, 3, block);
    ExtendedBlock id = onlyBlock(path).getBlock();
    StoppedDataNode stopped = stopHolder(id);

    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertSound(block, TestBlocks.replicas(cluster, id));

    cluster.startDataNode(stopped);
    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertSound(block, TestBlocks.replicas(cluster, id));
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void order_lostToBalancerMove_comesBack() throws Exception {
    Path path = new Path("/moved");
    byte[] block = TestBlocks.block(2, 5_000, 3, 1, 4);
    TestBlocks.write(fileSystem(), path, 3, block);
    ExtendedBlock id = onlyBlock(path).getBlock();
    DataNode from = holders(id).get(0);
    DataNode to =
        cluster.dfs().getDataNodes().stream()
            .filter(node -> !holdersOf(id).contains(node))
            .findFirst()
            .orElseThrow();

    move(id, from, to);

    Waiting.until(
        "the replica has moved", () -> holders(id).contains(to) || !holders(id).contains(from));
    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertSound(block, TestBlocks.replicas(cluster, id));
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void datanode_dyingInMidBlock_isReplaced() throws Exception {
    Path path = new Path("/pipeline");
    byte[] block = TestBlocks.block(3, 40_000, 3, 1, 4);
    int half = block.length / 2 + 3;
    HdfsDataOutputStream out = TestBlocks.create(fileSystem(), path, 3, block.length);
    out.write(block, 0, half);
    out.hflush();
    DatanodeInfo[] pipeline = ((DFSOutputStream) out.getWrappedStream()).getPipeline();
    StoppedDataNode stopped = stop(pipeline[1].getDatanodeUuid());
    out.write(block, half, block.length - half);
    out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    out.close();

    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertSound(block, TestBlocks.replicas(cluster, onlyBlock(path).getBlock()));
    cluster.startDataNode(stopped);
    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void wholeBlock_ofVanishedWriter_isSortedAtLeaseRecovery() throws Exception {
    Path path = new Path("/orphan");
    byte[] block = TestBlocks.block(4, 5_000, 3, 1, 4);
    abandon(path, block, block.length);
    Map<String, byte[]> replicas = TestBlocks.replicas(cluster, onlyBlock(path).getBlock());
    assertThat(replicas).isNotEmpty();
    TestBlocks.assertSound(block, replicas);
    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void tornBlock_ofVanishedWriter_staysAsItCame() throws Exception {
    Path path = new Path("/torn");
    byte[] block = TestBlocks.block(5, 5_000, 3, 1, 4);
    int length = block.length - 1_000;
    abandon(path, block, length);
    Map<String, byte[]> replicas = TestBlocks.replicas(cluster, onlyBlock(path).getBlock());
    assertThat(replicas.values())
        .isNotEmpty()
        .allSatisfy(replica -> assertThat(replica).isEqualTo(Arrays.copyOf(block, length)));
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void truncate_insideBlock_isRefusedByDatanode() throws Exception {
    Path path = new Path("/truncated");
    TestBlocks.write(fileSystem(), path, 3, TestBlocks.block(6, 2_000, 3, 1, 4));
    LocatedBlock located = onlyBlock(path);
    DataNode holder = holders(located.getBlock()).get(0);
    Block shorter = new Block(located.getBlock().getLocalBlock());
    shorter.setNumBytes(located.getBlockSize() - 10);
    shorter.setGenerationStamp(shorter.getGenerationStamp() + 1);
    RecoveringBlock recovering =
        new RecoveringBlock(located.getBlock(), located.getLocations(), shorter);

    assertThatThrownBy(() -> holder.getFSDataset().initReplicaRecovery(recovering))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a HAIL block and cannot be truncated inside a block");
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void append_toHailBlock_isRefusedByDatanode() throws Exception {
    Path path = new Path("/appended");
    TestBlocks.write(fileSystem(), path, 3, TestBlocks.block(7, 2_000, 3, 1, 4));
    ExtendedBlock id = onlyBlock(path).getBlock();
    DataNode holder = holders(id).get(0);
    long stamp = id.getGenerationStamp() + 1;

    assertThatThrownBy(() -> holder.getFSDataset().append(id, stamp, id.getNumBytes()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a HAIL block and cannot be appended to")
        .hasMessageContaining("CreateFlag.NEW_BLOCK");
    assertThatThrownBy(() -> holder.getFSDataset().recoverAppend(id, stamp, id.getNumBytes()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a HAIL block and cannot be appended to");
    TestBlocks.assertHealthy(cluster, path);
  }

  private static void abandon(Path path, byte[] block, int length) throws Exception {
    DistributedFileSystem writer = cluster.newFileSystem();
    HdfsDataOutputStream out = TestBlocks.create(writer, path, 3, block.length);
    out.write(block, 0, length);
    out.hflush();
    writer.getClient().closeAllFilesBeingWritten(true);
    Waiting.until("the lease is recovered", () -> fileSystem().recoverLease(path));
  }

  private static void move(ExtendedBlock id, DataNode from, DataNode to) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(NetUtils.createSocketAddr(to.getDatanodeId().getXferAddr()), 60_000);
      socket.setSoTimeout(300_000);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      new Sender(out)
          .replaceBlock(
              id,
              StorageType.DEFAULT,
              BlockTokenSecretManager.DUMMY_TOKEN,
              from.getDatanodeUuid(),
              new DatanodeInfo.DatanodeInfoBuilder().setNodeID(from.getDatanodeId()).build(),
              null);
      out.flush();
      BlockOpResponseProto answer;
      DataInputStream in = new DataInputStream(socket.getInputStream());
      do {
        answer = BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
      } while (answer.getStatus() == Status.IN_PROGRESS);
      assertThat(answer.getStatus()).isEqualTo(Status.SUCCESS);
    }
  }

  private static StoppedDataNode stopHolder(ExtendedBlock id) throws IOException {
    return stop(holders(id).get(0).getDatanodeUuid());
  }

  private static StoppedDataNode stop(String uuid) throws IOException {
    List<DataNode> nodes = cluster.dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(uuid)) {
        DataNode node = nodes.get(i);
        StoppedDataNode stopped = cluster.stopDataNode(i);
        cluster.dfs().setDataNodeDead(node.getDatanodeId());
        return stopped;
      }
    }
    throw new AssertionError("No datanode " + uuid);
  }

  private static List<DataNode> holders(ExtendedBlock id) throws IOException {
    Set<String> uuids = TestBlocks.replicas(cluster, id).keySet();
    return cluster.dfs().getDataNodes().stream()
        .filter(node -> uuids.contains(node.getDatanodeUuid()))
        .toList();
  }

  private static List<DataNode> holdersOf(ExtendedBlock id) {
    try {
      return holders(id);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static LocatedBlock onlyBlock(Path path) throws IOException {
    List<LocatedBlock> located = TestBlocks.located(fileSystem(), path);
    assertThat(located).hasSize(1);
    return located.get(0);
  }

  private static DistributedFileSystem fileSystem() {
    return cluster.fileSystem();
  }
}
