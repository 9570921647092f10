// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HailShell;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Blocks of HDFS whose ids look like those of pseudo replicas, as random ids of clusters before
 * 2013 do. The namenode counts up from ids that this test gives it.
 */
final class PseudoRandomIdTest {
  private static final int DAY = 3;
  private static final int VISITS = 2;
  private static final int REVENUE = 4;

  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    cluster = HailMiniCluster.builder().dataNodes(2).configuration(conf).quickHeartbeats().build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** The next block that the namenode makes has this id. */
  private static void setNextId(long id) {
    cluster
        .dfs()
        .getNamesystem()
        .getBlockManager()
        .getBlockIdManager()
        .setLastAllocatedContiguousBlockId(id - 1);
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void assertContent(Path path, byte[] bytes) throws IOException {
    try (InputStream in = cluster.fileSystem().open(path)) {
      RightAnswer.expect(in.readAllBytes(), found -> assertThat(found).isEqualTo(bytes));
    }
  }

  private static long id(Path path) throws IOException {
    return TestBlocks.located(cluster.fileSystem(), path).get(0).getBlock().getBlockId();
  }

  /** In one test, as ids only ever count up. */
  @Test
  void hdfsBlocks_withIdsLikePseudoReplicas_areKeptAsEver() throws Exception {
    DistributedFileSystem fs = cluster.fileSystem();
    byte[] block = TestBlocks.block(95, 2_000, 1, 3);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    Path path = new Path("/hail");
    TestBlocks.write(fs, path, 2, block);
    TestBlocks.awaitReplication(cluster, path, 2);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);

    // One with the id of a pseudo replica that another datanode has, and it comes there.
    Path plain = new Path("/plain");
    byte[] bytes = bytes(1, 10_000);
    setNextId(replica.block().getBlockId());
    writeOn(replica.onOtherDatanode().datanode(), plain, bytes);
    assertThat(id(plain)).isEqualTo(replica.block().getBlockId());
    assertContent(plain, bytes);
    replica.send(sorted);
    assertThat(replica.read()).isEqualTo(sorted);
    assertContent(plain, bytes);
    fs.setReplication(plain, (short) 2);
    TestBlocks.awaitReplication(cluster, plain, 2);
    Waiting.until("the pseudo replica is gone", () -> replica.files().isEmpty());
    LocatedBlock located = TestBlocks.located(fs, plain).get(0);
    assertThat(TestBlocks.replicas(cluster, located.getBlock()).values())
        .hasSize(2)
        .allMatch(stored -> Arrays.equals(stored, bytes));
    for (int i = 0; i < 2; i++) {
      SentReplica there = i == 0 ? replica : replica.onOtherDatanode();
      assertThatThrownBy(() -> there.send(sorted)).isInstanceOf(IOException.class);
    }
    assertContent(plain, bytes);

    // Appended to, and its replicas made again from one another.
    byte[] more = bytes(2, 5_000);
    try (FSDataOutputStream out = fs.append(plain)) {
      out.write(more);
    }
    byte[] both = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, both, bytes.length, more.length);
    assertContent(plain, both);
    TestBlocks.assertHealthy(cluster, plain);

    // One whose writer goes away in mid block.
    Path left = new Path("/left");
    setNextId(new PseudoReplicaId(replica.source().getBlockId(), DAY).blockId());
    leave(left, bytes);
    assertThat(PseudoReplicaId.of(id(left))).isNotNull();
    Waiting.until("its block is recovered", () -> fs.recoverLease(left));
    assertContent(left, bytes);

    // A block of HAIL never has such an id, and if it has there is no index of it.
    Path odd = new Path("/odd");
    setNextId(new PseudoReplicaId(replica.source().getBlockId(), REVENUE).blockId());
    TestBlocks.write(fs, odd, 2, block);
    TestBlocks.awaitReplication(cluster, odd, 2);
    HailShell shell = new HailShell(cluster);
    HailShell.Result whole = shell.run("cat", "/hail");
    assertThat(whole.code()).as("%s", whole).isZero();
    assertThat(shell.run("index", "add", "--by", "visits", "/odd").code()).isNotZero();
    assertThat(shell.run("cat", "/odd").out().lines().sorted())
        .isEqualTo(whole.out().lines().sorted().toList());

    // All of them survive a restart, and can be deleted.
    restartAll();
    for (Path one : new Path[] {plain, left, odd}) {
      TestBlocks.awaitReplication(cluster, one, 2);
      TestBlocks.assertHealthy(cluster, one);
    }
    assertContent(plain, both);
    assertContent(left, bytes);
    for (Path one : new Path[] {plain, left, odd}) {
      assertThat(fs.delete(one, false)).isTrue();
    }
    for (DataNode node : cluster.dfs().getDataNodes()) {
      Waiting.until(
          "the datanode has deleted it", () -> !node.getFSDataset().contains(located.getBlock()));
    }
  }

  private static void writeOn(DataNode node, Path path, byte[] bytes) throws IOException {
    InetSocketAddress[] there = {node.getXferAddress()};
    try (FSDataOutputStream out =
        cluster
            .fileSystem()
            .create(
                path, FsPermission.getFileDefault(), true, 4096, (short) 1, 1 << 20, null, there)) {
      out.write(bytes);
    }
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    assertThat(located.getLocations()[0].getDatanodeUuid()).isEqualTo(node.getDatanodeUuid());
  }

  /** Writes the beginning of a block, which datanodes have, and never ends it. */
  private static void leave(Path path, byte[] bytes) throws IOException {
    DistributedFileSystem writer = cluster.newFileSystem();
    FSDataOutputStream out = writer.create(path, (short) 2);
    out.write(bytes);
    out.hflush();
    writer.getClient().closeAllFilesBeingWritten(true);
  }

  private static void restartAll() throws Exception {
    for (int i = 0; i < 2; i++) {
      // Each goes to the end of the list.
      cluster.restartDataNode(0);
    }
    cluster.awaitHail();
  }
}
