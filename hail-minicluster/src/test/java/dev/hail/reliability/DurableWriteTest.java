// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.CallerMark;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import javax.management.JMException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HAIL blocks written by a client that asks for durability in mid block. */
@ExtendWith(SharedFaultyCluster.class)
class DurableWriteTest {
  private final FaultyCluster cluster;

  DurableWriteTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void mend() throws Exception {
    cluster.startStopped();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void syncedBlock_whenAnyPipelineDatanodeDies_survives(int position) throws Exception {
    Table table = Table.random(500 + position, 1_200);
    Path copy = new Path("/synced-" + position);
    byte[] block = blockOf(table, "/to-sync-" + position);
    int half = block.length / 2 + 13;
    HdfsDataOutputStream out = TestBlocks.create(cluster.fileSystem(), copy, 3, block.length);
    out.write(block, 0, half);
    out.hsync();
    cluster.kill(pipeline(out)[position].getDatanodeUuid());
    assertThat(first(copy, half)).isEqualTo(Arrays.copyOf(block, half));
    out.write(block, half, block.length - half);
    out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    out.close();
    mark("/to-sync-" + position, copy);
    cluster.awaitWhole(copy.toString(), table);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void datanode_restartedInMidBlock_comesBackWithItsBytes(int position) throws Exception {
    Table table = Table.random(510 + position, 1_200);
    Path copy = new Path("/upgraded-" + position);
    byte[] block = blockOf(table, "/to-upgrade-" + position);
    int half = block.length / 2 + 13;
    HdfsDataOutputStream out = TestBlocks.create(cluster.fileSystem(), copy, 3, block.length);
    out.write(block, 0, half);
    out.hflush();
    restart(pipeline(out)[position].getDatanodeUuid());
    out.write(block, half, block.length - half);
    out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    out.close();
    mark("/to-upgrade-" + position, copy);
    cluster.awaitWhole(copy.toString(), table);
  }

  /** Without it a rolling upgrade of all datanodes would lose what was flushed. */
  @Test
  void flushedBytes_beforeAllDatanodesRestart_areThere() throws Exception {
    Table table = Table.random(520, 1_200);
    Path copy = new Path("/rolled");
    byte[] block = blockOf(table, "/to-roll");
    int half = block.length / 2 + 13;
    HdfsDataOutputStream out = TestBlocks.create(cluster.fileSystem(), copy, 3, block.length);
    out.write(block, 0, half);
    out.hflush();
    int written = half;
    for (DatanodeInfo node : pipeline(out)) {
      restart(node.getDatanodeUuid());
      out.write(block, written, 100);
      // Returns once the pipeline has its datanode back.
      out.hflush();
      written += 100;
    }
    out.write(block, written, block.length - written);
    out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    out.close();
    mark("/to-roll", copy);
    cluster.awaitWhole(copy.toString(), table);
  }

  @Test
  void memory_ofWholeUnfinalizedBlock_isGivenBack() throws Exception {
    Table table = Table.random(530, 1_200);
    Path orphan = new Path("/orphan");
    byte[] block = blockOf(table, "/to-orphan");
    long spills = spillsOfWholeBlocks();
    DistributedFileSystem writer = cluster.hdfs().newFileSystem();
    HdfsDataOutputStream out = TestBlocks.create(writer, orphan, 3, block.length);
    out.write(block);
    out.hflush();
    writer.getClient().closeAllFilesBeingWritten(true);

    Waiting.until(
        "three datanodes wrote it to its file", () -> spillsOfWholeBlocks() >= spills + 3);
    Waiting.until(
        "the memory is free",
        () -> DaemonMetrics.ofDataNodes(cluster.hdfs(), "AssemblyMemoryBytes") == 0);
    assertThat(cluster.fileSystem().isFileClosed(orphan)).isFalse();
    Waiting.until("the lease is recovered", () -> cluster.fileSystem().recoverLease(orphan));
    mark("/to-orphan", orphan);
    cluster.awaitWhole(orphan.toString(), table);
  }

  /** The datanode whose order the block has already writes it as it came, before the others. */
  private long spillsOfWholeBlocks() throws JMException {
    return DaemonMetrics.ofDataNodes(cluster.hdfs(), "SpillsRecovery")
        + DaemonMetrics.ofDataNodes(cluster.hdfs(), "SpillsKept");
  }

  private void restart(String uuid) throws Exception {
    cluster.stopForUpgrade(uuid);
    cluster.startStopped();
  }

  private static DatanodeInfo[] pipeline(HdfsDataOutputStream out) {
    return ((DFSOutputStream) out.getWrappedStream()).getPipeline();
  }

  /** A HAIL block of all rows of a table, in some order. */
  private byte[] blockOf(Table table, String path) throws Exception {
    cluster.upload(path, table);
    LocatedBlock only = TestBlocks.located(cluster.fileSystem(), new Path(path)).get(0);
    Map<String, byte[]> replicas = TestBlocks.replicas(cluster.hdfs(), only.getBlock());
    return replicas.values().iterator().next();
  }

  /** Gives a copy the attributes that make a HAIL file of it. */
  private void mark(String from, Path to) throws IOException {
    DistributedFileSystem fs = cluster.fileSystem();
    for (Map.Entry<String, byte[]> attribute : fs.getXAttrs(new Path(from)).entrySet()) {
      fs.setXAttr(to, attribute.getKey(), attribute.getValue());
    }
  }

  private byte[] first(Path path, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (DataInputStream in = CallerMark.marked(() -> cluster.fileSystem().open(path))) {
      IOUtils.readFully(in, bytes, 0, length);
    }
    return bytes;
  }
}
