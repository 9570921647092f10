// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A pseudo replica on a datanode: what it takes, what becomes of it, and that HDFS sees nothing.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class KeptReplicaTest {
  private static final int VISITS = 2;

  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    conf.setInt(DFSConfigKeys.DFS_DATANODE_SCAN_PERIOD_HOURS_KEY, 1);
    cluster = HailMiniCluster.builder().dataNodes(2).configuration(conf).build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Path write(byte[] block) throws Exception {
    Path path = new Path("/kept" + files++);
    TestBlocks.store(cluster, path, 2, block);
    return path;
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  @Test
  void replica_sent_isServedAndUnseenByHdfs() throws Exception {
    byte[] block = TestBlocks.block(1, 4_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted(block));

    assertThat(replica.read()).isEqualTo(sorted(block));
    assertThat(replica.files()).hasSize(2);
    assertThat(replica.onOtherDatanode().isServed()).isFalse();

    DataNode datanode = replica.datanode();
    for (Map.Entry<DatanodeStorage, BlockListAsLongs> storage :
        datanode.getFSDataset().getBlockReports(replica.block().getBlockPoolId()).entrySet()) {
      for (Block reported : storage.getValue()) {
        assertThat(reported.getBlockId()).isNotEqualTo(replica.block().getBlockId());
      }
    }
    DataNodeTestUtils.runDirectoryScanner(datanode);
    DataNodeTestUtils.triggerBlockReport(datanode);
    DataNodeTestUtils.triggerDeletionReport(datanode);
    datanode
        .getFSDataset()
        .invalidate(
            replica.block().getBlockPoolId(), new Block[] {replica.block().getLocalBlock()});
    assertThat(replica.read()).isEqualTo(sorted(block));
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void replica_withOtherRowsOrOrder_isRefusedAndLeavesNothing() throws Exception {
    byte[] block = TestBlocks.block(2, 3_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    byte[] otherRows = TestBlocks.block(3, 3_000, 1, 3);
    byte[] torn = sorted(block);
    torn[torn.length / 2] ^= 1;
    byte[] longer = Arrays.copyOf(sorted(block), block.length + 1);
    byte[] shorter = Arrays.copyOf(sorted(block), block.length - 1);
    byte[] noBlock = new byte[block.length];
    List<byte[]> refused =
        List.of(
            BlockSorter.sort(otherRows, otherRows.length, VISITS),
            BlockSorter.sort(block, block.length, 4),
            block,
            torn,
            longer,
            shorter,
            noBlock,
            new byte[0]);
    long reserved = SentReplica.reserved(replica.datanode());
    for (byte[] bytes : refused) {
      assertThatThrownBy(() -> replica.send(bytes)).isInstanceOf(IOException.class);
      assertThat(replica.isServed()).isFalse();
    }
    long stamp = replica.source().getGenerationStamp();
    assertThatThrownBy(() -> replica.send(sorted(block), stamp + 1))
        .isInstanceOf(IOException.class);
    Waiting.until("nothing is left", () -> replica.files().isEmpty());
    Waiting.until("no space is kept", () -> SentReplica.reserved(replica.datanode()) == reserved);

    replica.send(sorted(block));
    assertThat(replica.read()).isEqualTo(sorted(block));
  }

  /** Others are to trust the checksums, and they are no part of the space that is asked for. */
  @Test
  void checksums_thatAreUselessOrLarge_areRefused() throws Exception {
    byte[] block = TestBlocks.block(5, 3_000, 1, 3);
    SentReplica replica = new SentReplica(cluster, write(block), VISITS, 0);
    byte[] sorted = sorted(block);
    long reserved = SentReplica.reserved(replica.datanode());
    for (DataChecksum checksum :
        List.of(
            DataChecksum.newDataChecksum(DataChecksum.Type.NULL, 512),
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 8),
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 1 << 20))) {
      assertThatThrownBy(() -> replica.send(sorted, checksum))
          .as("%s", checksum)
          .isInstanceOf(IOException.class);
      assertThat(replica.isServed()).isFalse();
    }
    Waiting.until("nothing is left", () -> replica.files().isEmpty());
    Waiting.until("no space is kept", () -> SentReplica.reserved(replica.datanode()) == reserved);

    replica.send(sorted, DataChecksum.newDataChecksum(DataChecksum.Type.CRC32, 4096));
    assertThat(replica.read()).isEqualTo(sorted);
  }

  @Test
  void severalWriters_ofOneReplica_haveOneWinner() throws Exception {
    byte[] block = TestBlocks.block(4, 20_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    byte[] sorted = sorted(block);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<Future<Boolean>> writers = new ArrayList<>();
    Callable<Boolean> writer =
        () -> {
          try {
            replica.send(sorted);
            return true;
          } catch (IOException second) {
            return false;
          }
        };
    for (int i = 0; i < 6; i++) {
      writers.add(threads.submit(writer));
    }
    int won = 0;
    for (Future<Boolean> one : writers) {
      won += one.get() ? 1 : 0;
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(won).isEqualTo(1);
    assertThat(replica.read()).isEqualTo(sorted);
    Waiting.until("the other writers' bytes are gone", () -> replica.files().size() == 2);
  }

  @Test
  void replica_ofDeletedBlock_goesWithIt() throws Exception {
    byte[] block = TestBlocks.block(5, 2_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted(block));
    assertThat(cluster.fileSystem().delete(path, false)).isTrue();
    Waiting.until("its files are gone", () -> replica.files().isEmpty());
    assertThat(replica.isServed()).isFalse();
  }

  @Test
  void replica_afterRestart_isServed() throws Exception {
    byte[] block = TestBlocks.block(6, 2_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted(block));
    cluster.restartDataNode(cluster.dfs().getDataNodes().indexOf(replica.datanode()));
    cluster.awaitHail();
    Waiting.until("it is served again", replica::isServed);
    TestBlocks.awaitReplication(cluster, path, 2);
    assertThat(replica.locatedAgain(path).read()).isEqualTo(sorted(block));
  }

  @Test
  void uselessReplicaFiles_atRestart_areDeleted() throws Exception {
    byte[] block = TestBlocks.block(7, 2_000, 1, 3);
    byte[] other = TestBlocks.block(8, 2_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted(block));
    File data = replica.files().stream().filter(KeptReplicaTest::isData).findFirst().orElseThrow();
    int index = cluster.dfs().getDataNodes().indexOf(replica.datanode());
    HailMiniCluster.StoppedDataNode stopped = cluster.stopDataNode(index);
    // The id and stamp of a block that was made after a rollback, with other rows.
    byte[] rows = BlockSorter.sort(other, other.length, VISITS);
    Files.write(data.toPath(), Arrays.copyOf(rows, rows.length));
    File unfinished = new File(new File(data.getPath().replaceAll("finalized.*", "")), "tmp");
    Files.createDirectories(unfinished.toPath());
    File left = new File(unfinished, data.getName());
    Files.write(left.toPath(), new byte[10]);
    cluster.startDataNode(stopped);
    cluster.awaitHail();
    Waiting.until("they are gone", () -> !data.exists() && !left.exists());
    assertThat(replica.isServed()).isFalse();
  }

  private static boolean isData(File file) {
    return !file.getName().endsWith(".meta");
  }

  /** The first test: files of others, deleted meanwhile, would give back their space. */
  @Test
  @Order(1)
  void spaceOfReplica_stored_countsAsUsed() throws Exception {
    byte[] block = TestBlocks.block(9, 30_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    long before = replica.datanode().getFSDataset().getDfsUsed();
    replica.send(sorted(block));
    Waiting.until(
        "its space is used",
        () -> replica.datanode().getFSDataset().getDfsUsed() >= before + block.length);
  }
}
