// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;

/** To HDFS pseudo replicas are no blocks: a namenode waits for none, and misses none. */
final class SafeModeTest {

  @Test
  void safeMode_whileHolderIsDown_endsAndNothingIsMissing() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_FILE, "10");
    try (HailMiniCluster cluster =
        HailMiniCluster.builder()
            .dataNodes(3)
            .haNameNodes()
            .quickHeartbeats()
            .configuration(conf)
            .build()) {
      cluster.awaitHail();
      // Two indexes are added by hand, and a datanode that is to go holds some of their replicas.
      IndexedFile file = IndexedFile.put(cluster, "/indexed", 2);
      for (String attribute : IndexedFile.LATER) {
        file.index(attribute);
      }
      int blocks = file.blocks().size();
      List<String> served = BooksAndDisks.served(cluster);
      assertThat(served).hasSize(IndexedFile.LATER.size() * blocks);
      DataNode holder = cluster.dfs().getDataNodes().get(0);
      assertThat(served).anyMatch(one -> one.startsWith(holder.getDatanodeUuid()));

      // Both namenodes start without it: no block is missing, and only its pseudo replicas are.
      StoppedDataNode stopped = cluster.stopDataNode(0);
      cluster.restartNameNodes();
      awaitNothingMissing(cluster, blocks);
      cluster.awaitHail();
      TestBlocks.assertHealthy(cluster, new Path("/"));
      BooksAndDisks.awaitEqual(cluster, file.path());
      assertThat(BooksAndDisks.served(cluster))
          .containsExactlyElementsOf(
              served.stream().filter(one -> !one.startsWith(holder.getDatanodeUuid())).toList());
      file.assertAnswers();

      // The same holds for the namenode that takes over.
      cluster.dfs().restartNameNode(1, false);
      awaitNothingMissing(cluster, blocks);
      cluster.failover();
      cluster.awaitHail();
      awaitNothingMissing(cluster, blocks);
      TestBlocks.assertHealthy(cluster, new Path("/"));
      BooksAndDisks.awaitEqual(cluster, file.path());
      file.assertAnswers();

      // With the datanode all is as before.
      cluster.startDataNode(stopped);
      cluster.awaitDataNodes();
      cluster.awaitHail();
      file.awaitSound();
    }
  }

  /** What the namenodes' metrics and web pages show is what these methods tell. */
  private static void awaitNothingMissing(HailMiniCluster cluster, int blocks) throws Exception {
    for (int i = 0; i < 2; i++) {
      FSNamesystem namesystem = cluster.dfs().getNamesystem(i);
      Waiting.until("safe mode of namenode " + i + " ends", () -> !namesystem.isInSafeMode());
      assertThat(namesystem.getBlocksTotal()).isEqualTo(blocks);
      // Safe mode may end before the last of a few blocks is reported.
      Waiting.until(
          "namenode " + i + " misses no block", () -> namesystem.getMissingBlocksCount() == 0);
      assertThat(namesystem.getMissingReplOneBlocksCount()).isZero();
      assertThat(namesystem.getCorruptReplicaBlocks()).isZero();
      // What is too much for a moment, as a copy made meanwhile, goes in seconds.
      Waiting.until(
          "namenode " + i + " deletes nothing", () -> namesystem.getPendingDeletionBlocks() == 0);
      Waiting.until(
          "namenode " + i + " postpones nothing",
          () -> namesystem.getPostponedMisreplicatedBlocks() == 0);
    }
  }
}
