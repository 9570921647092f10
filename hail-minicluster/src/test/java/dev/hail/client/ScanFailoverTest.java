// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.BlockProblem;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datanodes that stop and replicas that rot while a block is read. */
class ScanFailoverTest {
  private static final int ROWS = 3000;
  private static final int[] KEY = {1};

  private HailMiniCluster cluster;
  private HailShell shell;

  @BeforeEach
  void startCluster() throws Exception {
    cluster =
        HailMiniCluster.builder().dataNodes(3).configuration(SharedCluster.settings()).build();
    cluster.awaitHail();
    shell = new HailShell(cluster);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(i * 7L % ROWS).append(",name ").append(i % 10).append(',').append(i).append('\n');
    }
    HailShell.Result put =
        shell.runWithInput(
            text.toString(),
            "put",
            "--schema",
            "k INT, name STRING, at BIGINT",
            "--index",
            "k,name,at",
            "-",
            "/f");
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(cluster, new Path("/f"), 3);
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  @Test
  void datanode_stoppedBetweenReads_isReplacedWithEveryRowOnce() throws Exception {
    HailFile file = open();
    assertThat(file.blocks()).hasSize(1);
    HailBlock block = file.blocks().get(0);
    // Small batches: the replica stops when some of its columns were read and others were not.
    ScanOptions options =
        ScanOptions.of(cluster.configuration(), null, 1)
            .withReader(new ReaderOptions(4096, 100, 1000, 0, true));
    Predicate predicate = Predicate.parse("k BETWEEN 100 AND 2899", file.schema());
    try (BlockScan scan = BlockScan.open(file, block, predicate, KEY, options)) {
      assertThat(scan.accessPath()).isEqualTo(AccessPath.INDEX_RANGE);
      stop(scan.replica().node());
      List<Integer> keys = keys(scan);
      assertThat(keys).hasSize(2800).doesNotHaveDuplicates();
      assertThat(Collections.min(keys)).isEqualTo(100);
      assertThat(Collections.max(keys)).isEqualTo(2899);
      assertThat(scan.failovers()).isPositive();
      assertThat(scan.accessPath()).isEqualTo(AccessPath.SCAN);
    }
    HailShell.Result fsck = shell.run("fsck", "-Ddfs.client.retry.window.base=10", "/f");
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains(BlockProblem.Kind.DATANODE_SILENT.advice())
        .doesNotContain(BlockProblem.Kind.REPLICA_DAMAGED.advice());
  }

  @Test
  void rows_handedOutBeforeFailure_areNeverRepeated() throws Exception {
    HailFile file = open();
    ScanOptions options =
        ScanOptions.of(cluster.configuration(), null, 1)
            .withReader(new ReaderOptions(4096, 100, 1000, 0, true))
            .withFailoverBytes(1);
    Predicate predicate = Predicate.parse("k >= 0", file.schema());
    try (BlockScan scan = BlockScan.open(file, file.blocks().get(0), predicate, KEY, options)) {
      RowBatch batch = new RowBatch();
      assertThat(scan.next(batch)).isTrue();
      stop(scan.replica().node());
      assertThatThrownBy(() -> keys(scan))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("rows were handed out")
          .hasMessageContaining("hail.read.failover.buffer.max");
    }
  }

  @Test
  void rottenReplica_readAndChecked_isPassedOverAndFoundByFsck() throws Exception {
    HailFile file = open();
    HailBlock block = file.blocks().get(0);
    assertThat(shell.run("fsck", "/f").code()).isZero();
    Predicate predicate = Predicate.parse("k = 5", file.schema());
    ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
    DatanodeInfo best;
    try (BlockScan scan = BlockScan.open(file, block, predicate, KEY, options)) {
      assertThat(scan.accessPath()).isEqualTo(AccessPath.INDEX_EQUALITY);
      best = scan.replica().node();
    }
    cluster.dfs().corruptReplica(indexOf(best), block.located().getBlock());
    HailShell.Result fsck = shell.run("fsck", "/f");
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains("NOT HEALTHY")
        .contains(best.toString())
        .contains("No sound replica is sorted by k")
        .contains("What to do:")
        .contains("  " + BlockProblem.Kind.REPLICA_DAMAGED.advice())
        .contains("  " + BlockProblem.Kind.ORDER_MISSING.advice());
    try (BlockScan scan = BlockScan.open(file, block, predicate, KEY, options)) {
      assertThat(keys(scan)).containsExactly(5);
    }
  }

  @Test
  void scan_withNoReplicaLeft_namesEachWithItsReason() throws Exception {
    HailFile file = open();
    for (DatanodeInfo node : file.blocks().get(0).located().getLocations()) {
      stop(node);
    }
    HailShell.Result result = shell.run("cat", "-Ddfs.client.retry.window.base=10", "/f");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("none of 3 replicas can be read");
    for (DatanodeInfo node : file.blocks().get(0).located().getLocations()) {
      assertThat(result.err()).contains(node.getXferAddr());
    }
  }

  @Test
  void scan_withoutReplicaDirectory_findsIndexByFronts() throws Exception {
    HailFile known = open();
    org.apache.hadoop.conf.Configuration broken =
        new org.apache.hadoop.conf.Configuration(cluster.configuration());
    broken.set("hail.namenode.rpc-address", "localhost:1");
    broken.setInt(HailConfigKeys.CLIENT_RPC_FAILOVERS, 0);
    HailFile file = HailFile.open(broken, new Path("/f"));
    assertThat(known.directoryFailure()).isNull();
    assertThat(file.directoryFailure()).isNotNull();
    Predicate predicate = Predicate.parse("name = 'name 3'", file.schema());
    ScanOptions options = ScanOptions.of(broken, null, 1);
    try (BlockScan scan = BlockScan.open(file, file.blocks().get(0), predicate, KEY, options)) {
      assertThat(scan.accessPath()).isEqualTo(AccessPath.INDEX_EQUALITY);
      assertThat(keys(scan)).hasSize(ROWS / 10);
    }
  }

  private HailFile open() throws IOException {
    return HailFile.open(cluster.configuration(), new Path("/f"));
  }

  private static List<Integer> keys(BlockScan scan) throws IOException {
    List<Integer> keys = new ArrayList<>();
    RowBatch batch = new RowBatch();
    while (scan.next(batch)) {
      for (int row = 0; row < batch.size(); row++) {
        keys.add(batch.getInt(row, 1));
      }
    }
    return keys;
  }

  private void stop(DatanodeInfo node) {
    cluster.stopDataNode(indexOf(node));
  }

  private int indexOf(DatanodeInfo node) {
    List<DataNode> nodes = cluster.dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(node.getDatanodeUuid())) {
        return i;
      }
    }
    throw new IllegalArgumentException("No datanode " + node);
  }
}
