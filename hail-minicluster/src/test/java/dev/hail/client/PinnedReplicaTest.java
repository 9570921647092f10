// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.EOFException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reading one replica of one datanode, with block tokens and encryption on the wire. */
final class PinnedReplicaTest {
  private static HailMiniCluster cluster;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, true);
    cluster = HailMiniCluster.builder().dataNodes(1).configuration(conf).build();
    cluster.awaitHail();
    fs = cluster.fileSystem();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static PinnedReplicaSource open(Path path) throws Exception {
    LocatedBlock block = TestBlocks.located(fs, path).get(0);
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    return PinnedReplicaSource.open(file, block, block.getLocations()[0]);
  }

  private static byte[] read(PinnedReplicaSource source, int position, int length)
      throws Exception {
    byte[] bytes = new byte[length];
    source.readFully(position, bytes, 0, length);
    return bytes;
  }

  /** The key of encryption and the token are both from before; no daemon knows them any more. */
  @Test
  void source_openedBeforeDaemonsRestart_readsOn() throws Exception {
    byte[] block = TestBlocks.block(201, 1_000);
    Path path = new Path("/restarted");
    TestBlocks.store(cluster, path, 1, block);
    try (PinnedReplicaSource source = open(path)) {
      assertThat(read(source, 0, 100)).isEqualTo(Arrays.copyOfRange(block, 0, 100));
      cluster.restartNameNodes();
      cluster.restartDataNode(0);
      Waiting.until(
          "the namenode knows the replica again",
          () -> TestBlocks.located(fs, path).get(0).getLocations().length == 1);
      assertThat(read(source, 100, 900)).isEqualTo(Arrays.copyOfRange(block, 100, 1_000));
    }
  }

  @Test
  void source_whoseFileWasReplaced_refusesWhenTokenIsRenewed() throws Exception {
    Path path = new Path("/replaced");
    TestBlocks.store(cluster, path, 1, TestBlocks.block(202, 1_000));
    try (PinnedReplicaSource source = open(path)) {
      TestBlocks.store(cluster, path, 1, TestBlocks.block(203, 1_000));
      cluster.restartNameNodes();
      cluster.restartDataNode(0);
      Waiting.until(
          "the namenode knows the replica again",
          () -> TestBlocks.located(fs, path).get(0).getLocations().length == 1);
      assertThatThrownBy(() -> read(source, 0, 100))
          .isInstanceOf(PinnedReplicaException.class)
          .hasMessageContaining("the file was replaced");
    }
  }

  @Test
  void source_onStoppedDatanode_failsWithCauseAndStaysFailed() throws Exception {
    Path path = new Path("/stopped");
    TestBlocks.store(cluster, path, 1, TestBlocks.block(204, 1_000));
    try (PinnedReplicaSource source = open(path)) {
      StoppedDataNode stopped = cluster.stopDataNode(0);
      try {
        assertThatThrownBy(() -> read(source, 0, 100))
            .isInstanceOf(PinnedReplicaException.class)
            .hasMessageContaining("Connection refused");
      } finally {
        cluster.startDataNode(stopped);
      }
      assertThatThrownBy(() -> read(source, 0, 100))
          .isInstanceOf(PinnedReplicaException.class)
          .hasMessageContaining("an earlier read failed")
          .hasMessageContaining("Connection refused");
    }
  }

  /** MapReduce shows what it counts as "HDFS: Number of bytes read". */
  @Test
  void bytes_readFromReplica_countForTheFileSystem() throws Exception {
    byte[] block = TestBlocks.block(205, 1_000);
    Path path = new Path("/counted");
    TestBlocks.store(cluster, path, 1, block);
    try (PinnedReplicaSource source = open(path)) {
      long before = bytesRead();
      assertThat(read(source, 7, 500)).isEqualTo(Arrays.copyOfRange(block, 7, 507));
      assertThat(read(source, 0, 0)).isEmpty();
      assertThat(bytesRead() - before).isEqualTo(500);
      assertThatThrownBy(() -> read(source, block.length - 1, 2)).isInstanceOf(EOFException.class);
      assertThat(read(source, block.length - 1, 1)).containsExactly(block[block.length - 1]);
    }
  }

  private static long bytesRead() {
    return FileSystem.getGlobalStorageStatistics().get("hdfs").getLong("bytesRead");
  }
}
