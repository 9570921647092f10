// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.RandomAccessFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ScannerSettings;
import org.junit.jupiter.api.Test;

/** HDFS' own scanner of disks, over replicas that HAIL has sorted. */
class HdfsVolumeScannerTest {

  @Test
  void scannerPass_overSortedReplicas_findsOnlyTrueDamage() throws Exception {
    Configuration settings = FaultyCluster.settings();
    ScannerSettings.setPeriodMillis(settings, 1_000);
    settings.setLong(DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND, 1 << 30);
    try (FaultyCluster cluster = FaultyCluster.start(settings, builder -> builder)) {
      Table table = Table.random(300, 6_000);
      cluster.upload("/scanned", table);
      cluster.awaitOrders("/scanned", 3);
      long replicas = 0;
      for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path("/scanned"))) {
        replicas += block.getLocations().length;
      }
      assertThat(replicas).isGreaterThan(6);
      startPass(cluster);
      long all = replicas;
      Waiting.until(
          "each replica was scanned",
          () -> DaemonMetrics.ofHdfs(cluster.hdfs(), "BlocksVerified") >= all);
      assertThat(DaemonMetrics.ofHdfs(cluster.hdfs(), "BlockVerificationFailures")).isZero();
      cluster.awaitWhole("/scanned", table);

      damageOne(cluster, new Path("/scanned"));
      startPass(cluster);
      Waiting.until(
          "the scanner finds it",
          () -> DaemonMetrics.ofHdfs(cluster.hdfs(), "BlockVerificationFailures") > 0);
      cluster.awaitWhole("/scanned", table);
    }
  }

  /** A scanner that is done looks again after a minute at the earliest, one that starts at once. */
  private static void startPass(FaultyCluster cluster) throws Exception {
    cluster.hdfs().dfs().restartDataNodes(true);
    cluster.hdfs().awaitDataNodes();
  }

  private static void damageOne(FaultyCluster cluster, Path path) throws Exception {
    LocatedBlock block = TestBlocks.located(cluster.fileSystem(), path).get(0);
    DataNode holder = cluster.dataNode(block.getLocations()[1].getDatanodeUuid());
    File replica = TestBlocks.file(holder, block.getBlock());
    try (RandomAccessFile file = new RandomAccessFile(replica, "rw")) {
      file.seek(replica.length() / 2);
      int value = file.read();
      file.seek(replica.length() / 2);
      file.write(value ^ 1);
    }
  }
}
