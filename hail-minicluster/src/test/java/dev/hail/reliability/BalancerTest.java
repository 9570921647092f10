// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.TestBlocks;
import dev.hail.pseudo.BooksAndDisks;
import java.io.File;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.Balancer;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The balancer, as an operator starts it. */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BalancerTest {
  private static final long CAPACITY = 12 << 20;

  @Test
  void blocks_movedByBalancer_getTheirOrdersBack(@TempDir File folder) throws Exception {
    Configuration settings = FaultyCluster.settings();
    settings.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 0);
    settings.setInt(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
    settings.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_SIZE_KEY, 1 << 20);
    try (FaultyCluster cluster =
        FaultyCluster.start(
            settings,
            builder ->
                builder
                    .dataNodes(3)
                    .customize(
                        hdfs ->
                            hdfs.storagesPerDatanode(1)
                                .storageCapacities(new long[] {CAPACITY})))) {
      // A file with all orders and an index meets a datanode that is empty and small.
      Table table = Table.random(900, 60_000);
      cluster.upload("/balanced", table);
      cluster.awaitOrders("/balanced", 3);
      HailShell.Result indexed = cluster.shell().run("index", "add", "--by", "v", "/balanced");
      assertThat(indexed.code()).as("%s", indexed).isZero();
      cluster.hdfs().addDataNode();
      cluster.hdfs().awaitHail();
      DataNode empty = cluster.hdfs().dfs().getDataNodes().get(3);
      try (var volumes = empty.getFSDataset().getFsVolumeReferences()) {
        ((FsVolumeImpl) volumes.get(0)).setCapacityForTesting(CAPACITY);
      }

      // What repair drops HDFS may put where it was moved from, and then it is moved again.
      HdfsTool.run(cluster, folder, Balancer.class, "-threshold", "1", "-idleiterations", "5");

      // Blocks went to it, and each has its orders and pseudo replicas again.
      int moved = 0;
      for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path("/balanced"))) {
        moved += TestBlocks.file(empty, block.getBlock()) == null ? 0 : 1;
      }
      assertThat(moved).isPositive();
      cluster.awaitWhole("/balanced", table);
      BooksAndDisks.awaitEqual(cluster.hdfs(), new Path("/balanced"));
    }
  }
}
