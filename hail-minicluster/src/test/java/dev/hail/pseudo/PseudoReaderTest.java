// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.HailFile;
import dev.hail.client.read.PinnedReplicaSource;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Readers that have a pseudo replica open while it is dropped and made again. */
final class PseudoReaderTest {
  private static final int VISITS = 2;

  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    cluster = HailMiniCluster.builder().dataNodes(2).configuration(conf).build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Path write(String name, byte[] block) throws Exception {
    Path path = new Path(name);
    TestBlocks.store(cluster, path, 2, block);
    return path;
  }

  /** Has the datanode drop it by itself: a namenode that orders it would go on with that. */
  private static void drop(SentReplica replica) throws Exception {
    java.nio.file.Path meta = meta(replica).toPath();
    byte[] wrong = Files.readAllBytes(meta);
    wrong[wrong.length - 1] ^= 1;
    // Another file, so that who has opened the old one is not disturbed.
    java.nio.file.Path fresh = Files.write(meta.resolveSibling("fresh"), wrong);
    Files.move(fresh, meta, StandardCopyOption.REPLACE_EXISTING);
    replica
        .datanode()
        .getFSDataset()
        .invalidateMissingBlock(replica.block().getBlockPoolId(), replica.block().getLocalBlock());
    Waiting.until("its files are gone", () -> replica.files().isEmpty());
    assertThat(replica.isServed()).isFalse();
  }

  @Test
  void stream_onDroppedReplica_goesOnInNextOfSameOrder() throws Exception {
    byte[] block = TestBlocks.block(101, 4_000, 1, 3);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    Path path = write("/again", block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted);
    int half = block.length / 2;
    byte[] read = new byte[block.length];
    try (PinnedReplicaSource in = replica.open(new Token<>());
        PinnedReplicaSource impatient = replica.open(new Token<>())) {
      in.readFully(0, read, 0, half);
      impatient.readFully(0, new byte[half], 0, half);
      drop(replica);
      assertThatThrownBy(() -> impatient.readFully(half, new byte[half], 0, half))
          .isInstanceOf(IOException.class);
      replica.send(sorted);
      in.readFully(half, read, half, block.length - half);
    }
    assertThat(read).isEqualTo(sorted);
  }

  /** What a datanode hands to a client of its host; the passing of it takes native code. */
  @Test
  void openFiles_ofDroppedReplica_areReadToTheirEnd() throws Exception {
    byte[] block = TestBlocks.block(102, 4_000, 1, 3);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    Path path = write("/opened", block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted);
    byte[] sums = checksums(replica);
    FsDatasetSpi<?> dataset = replica.datanode().getFSDataset();
    try (InputStream data = dataset.getBlockInputStream(replica.block(), 0);
        FileInputStream meta = DatanodeUtil.getMetaDataInputStream(replica.block(), dataset)) {
      assertThat(data).isInstanceOf(FileInputStream.class);
      byte[] first = data.readNBytes(block.length / 2);
      drop(replica);
      replica.send(sorted);
      byte[] read = new byte[block.length];
      System.arraycopy(first, 0, read, 0, first.length);
      int rest = read.length - first.length;
      assertThat(data.readNBytes(read, first.length, rest)).isEqualTo(rest);
      assertThat(read).isEqualTo(sorted);
      assertThat(meta.readAllBytes()).isEqualTo(sums);
    }
    assertThat(replica.read()).isEqualTo(sorted);
    assertThat(checksums(replica)).isEqualTo(sums);
  }

  private static File meta(SentReplica replica) throws IOException {
    return replica.files().stream()
        .filter(file -> file.getName().endsWith(".meta"))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] checksums(SentReplica replica) throws IOException {
    return Files.readAllBytes(meta(replica).toPath());
  }

  /** The files that a client of the host has open are known by the id alone. */
  @Test
  void replicas_onTwoDatanodesOfHost_haveSameBytes() throws Exception {
    byte[] block = TestBlocks.block(103, 4_000, 1, 3);
    Path path = write("/twice", block);
    TestBlocks.awaitOrders(cluster, path, 1, 3);
    SentReplica first = new SentReplica(cluster, path, VISITS, 0);
    SentReplica second = first.onOtherDatanode();
    Map<String, byte[]> own = TestBlocks.replicas(cluster, first.source());
    byte[] one = own.get(first.node().getDatanodeUuid());
    byte[] other = own.get(second.node().getDatanodeUuid());
    assertThat(BlockFront.parse(one, one.length).sortAttribute())
        .isNotEqualTo(BlockFront.parse(other, other.length).sortAttribute());

    first.send(BlockSorter.sort(one, one.length, VISITS));
    byte[] firstBytes = first.read();
    byte[] firstSums = checksums(first);
    // The namenode has the second of two dropped, and so the first one goes before.
    drop(first);
    Waiting.until(
        "the namenode knows",
        () -> HailFile.open(cluster.configuration(), path).blocks().get(0).pseudo().isEmpty());
    second.send(BlockSorter.sort(other, other.length, VISITS));
    assertThat(second.block()).isEqualTo(first.block());
    assertThat(second.read()).isEqualTo(firstBytes);
    assertThat(checksums(second)).isEqualTo(firstSums);
  }
}
