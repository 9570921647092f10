// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.TestBlocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All datanodes lose their power at once, on disks that forget what was not forced to them. */
class PowerCutTest {
  private static FaultyCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Configuration settings = FaultyCluster.settings();
    settings.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, ForgetfulDatasetFactory.class.getName());
    cluster = FaultyCluster.start(settings, builder -> builder.dataNodes(3));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void mend() throws Exception {
    cluster.startStopped();
  }

  @Test
  void file_putWithSync_isOnDisksOfAllDatanodes() throws Exception {
    Table table = Table.random(800, 6_000);
    cluster.upload("/kept", table, "--sync");
    // What is repaired meanwhile would change between the copy and the cut.
    cluster.awaitOrders("/kept", 3);
    Map<ExtendedBlock, List<Map<String, byte[]>>> stored = stored("/kept");
    assertThat(stored).hasSizeGreaterThan(1);

    List<ForgetfulDisks> disks = cutPower();

    for (Map.Entry<ExtendedBlock, List<Map<String, byte[]>>> block : stored.entrySet()) {
      for (int i = 0; i < disks.size(); i++) {
        assertSame(disks.get(i).filesOf(block.getKey().getBlockId()), block.getValue().get(i));
      }
    }
    cluster.startStopped();
    cluster.awaitWhole("/kept", table);
  }

  /** What tells sync from none: the disks do forget. */
  @Test
  void file_putWithoutSync_isOnNoDisk() throws Exception {
    cluster.upload("/lost", Table.random(810, 1_200));
    cluster.awaitOrders("/lost", 3);
    Map<ExtendedBlock, List<Map<String, byte[]>>> stored = stored("/lost");

    List<ForgetfulDisks> disks = cutPower();

    for (ExtendedBlock block : stored.keySet()) {
      assertThat(bytesOf(disks, block)).allSatisfy(bytes -> assertThat(bytes).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1})
  void syncedBytes_unlikeFlushedOnes_areOnAllDisks(double part) throws Exception {
    byte[] block = blockOf(Table.random(820, 1_200), "/block-" + part);
    int length = part == 1 ? block.length : block.length / 2 + 13;
    try (Writer flushed = new Writer("/flushed-" + part, block.length);
        Writer synced = new Writer("/synced-" + part, block.length)) {
      flushed.out.write(block, 0, length);
      flushed.out.hflush();
      synced.out.write(block, 0, length);
      synced.out.hsync();

      List<ForgetfulDisks> disks = cutPower();

      assertThat(bytesOf(disks, flushed.block())).allSatisfy(bytes -> assertThat(bytes).isEmpty());
      assertThat(bytesOf(disks, synced.block()))
          .allSatisfy(bytes -> assertThat(bytes).isEqualTo(Arrays.copyOf(block, length)));
    }
  }

  /** A block that left memory for its file is sorted from there. */
  @Test
  void block_syncedInMiddleAndAtEnd_isOnAllDisksInOrder() throws Exception {
    Table table = Table.random(830, 1_200);
    byte[] block = blockOf(table, "/to-copy");
    try (Writer writer = new Writer("/copied", block.length)) {
      writer.out.write(block, 0, 1_000);
      writer.out.hsync();
      writer.out.write(block, 1_000, block.length - 1_000);
      writer.out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    }
    Map<ExtendedBlock, List<Map<String, byte[]>>> stored = stored("/copied");

    List<ForgetfulDisks> disks = cutPower();

    ExtendedBlock only = stored.keySet().iterator().next();
    for (int i = 0; i < disks.size(); i++) {
      assertSame(disks.get(i).filesOf(only.getBlockId()), stored.get(only).get(i));
    }
  }

  /** A file that one block is written to, with all its bytes asked to be on disk in the end. */
  private static final class Writer implements AutoCloseable {
    private final Path path;
    private final DistributedFileSystem client = cluster.hdfs().newFileSystem();
    private final HdfsDataOutputStream out;

    Writer(String path, long length) throws IOException {
      this.path = new Path(path);
      this.out =
          (HdfsDataOutputStream)
              client.create(
                  this.path,
                  FsPermission.getFileDefault(),
                  EnumSet.of(CreateFlag.CREATE),
                  64 << 10,
                  (short) 3,
                  (length + 511) / 512 * 512,
                  null);
    }

    ExtendedBlock block() throws IOException {
      return TestBlocks.located(cluster.fileSystem(), path).get(0).getBlock();
    }

    @Override
    public void close() throws IOException {
      if (cluster.hdfs().dfs().getDataNodes().isEmpty()) {
        client.getClient().closeAllFilesBeingWritten(true);
      } else {
        out.close();
      }
    }
  }

  private static List<ForgetfulDisks> cutPower() throws Exception {
    List<ForgetfulDisks> disks = disks();
    disks.forEach(ForgetfulDisks::cutPower);
    for (DataNode node : List.copyOf(cluster.hdfs().dfs().getDataNodes())) {
      cluster.kill(node.getDatanodeUuid());
    }
    for (ForgetfulDisks each : disks) {
      each.forget();
    }
    return disks;
  }

  private static List<ForgetfulDisks> disks() {
    List<ForgetfulDisks> disks = new ArrayList<>();
    for (DataNode node : cluster.hdfs().dfs().getDataNodes()) {
      disks.add((ForgetfulDisks) node.getFileIoProvider());
    }
    return disks;
  }

  /** The files of each block of a file, in the order of {@link #disks}. */
  private static Map<ExtendedBlock, List<Map<String, byte[]>>> stored(String path)
      throws IOException {
    Map<ExtendedBlock, List<Map<String, byte[]>>> stored =
        new TreeMap<>((a, b) -> Long.compare(a.getBlockId(), b.getBlockId()));
    for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path(path))) {
      List<Map<String, byte[]>> files = new ArrayList<>();
      for (ForgetfulDisks each : disks()) {
        files.add(each.filesOf(block.getBlock().getBlockId()));
      }
      assertThat(files).allSatisfy(found -> assertThat(found).hasSize(2));
      stored.put(block.getBlock(), files);
    }
    return stored;
  }

  private static void assertSame(Map<String, byte[]> found, Map<String, byte[]> stored) {
    assertThat(found.keySet()).isEqualTo(stored.keySet());
    stored.forEach((name, bytes) -> assertThat(found.get(name)).as(name).isEqualTo(bytes));
  }

  /** The data of a block on each disk; of one that has no replica no bytes. */
  private static List<byte[]> bytesOf(List<ForgetfulDisks> disks, ExtendedBlock block)
      throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (ForgetfulDisks each : disks) {
      all.add(each.filesOf(block.getBlockId()).getOrDefault(block.getBlockName(), new byte[0]));
    }
    return all;
  }

  /** A HAIL block of all rows of a table, in some order. */
  private static byte[] blockOf(Table table, String path) throws Exception {
    cluster.upload(path, table);
    LocatedBlock only = TestBlocks.located(cluster.fileSystem(), new Path(path)).get(0);
    return TestBlocks.replicas(cluster.hdfs(), only.getBlock()).values().iterator().next();
  }
}
