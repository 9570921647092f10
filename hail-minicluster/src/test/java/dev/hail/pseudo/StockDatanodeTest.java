// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A datanode without HAIL among those that have it. */
@Tag("nightly")
final class StockDatanodeTest {

  @Test
  void stockDatanode_amongOthers_getsNoIndexAndTakesNoHarm() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(2).quickHeartbeats().configuration(conf).build()) {
      cluster.awaitHail();
      DataNode stock = addStockDataNode(cluster);
      IndexedFile file = IndexedFile.put(cluster, "/mixed", 3, "--allow-unindexed");
      // The namenode takes it for one that starts slowly, for a minute after its own start.
      Waiting.until("nobody waits for it", () -> isComplete(cluster, file.path()));

      assertThat(file.index("name")).contains(": " + file.blocks().size() + " of ");
      assertThat(file.blocks())
          .allMatch(block -> block.pseudo().size() == 1)
          .allMatch(block -> !block.pseudo().get(0).datanodeUuid().equals(stock.getDatanodeUuid()));
      file.awaitSound();

      SentReplica sent = sendTo(cluster, stock, file.path());
      assertThat(TestBlocks.file(stock, sent.block())).isNotNull();
      DataNodeTestUtils.triggerBlockReport(stock);
      Waiting.until("it is deleted", () -> TestBlocks.file(stock, sent.block()) == null);
      TestBlocks.assertHealthy(cluster, new Path("/"));
      Waiting.untilEqual(
          "the number of blocks",
          (long) file.blocks().size(),
          () -> cluster.dfs().getNamesystem().getBlocksTotal());
      file.awaitSound();
      try (var volumes = stock.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          assertThat(BooksAndDisks.directory(cluster, volume)).doesNotExist();
        }
      }
    }
  }

  private static DataNode addStockDataNode(HailMiniCluster cluster) throws Exception {
    Configuration conf = new Configuration(cluster.dfs().getConfiguration(0));
    conf.unset(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY);
    cluster.dfs().startDataNodes(conf, 1, true, null, null);
    cluster.dfs().waitActive();
    List<DataNode> nodes = cluster.dfs().getDataNodes();
    return nodes.get(nodes.size() - 1);
  }

  private static boolean isComplete(HailMiniCluster cluster, Path path) throws Exception {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory.getReplicas(path.toUri().getPath(), 0, 1).complete();
    }
  }

  /** What somebody does who does not know better. */
  private static SentReplica sendTo(HailMiniCluster cluster, DataNode stock, Path path)
      throws Exception {
    int attribute = HailFile.open(cluster.configuration(), path).schema().attributes().size();
    SentReplica sent = new SentReplica(cluster, path, attribute, 0).on(stock);
    sent.send(TestBlocks.replicas(cluster, sent.source()).get(stock.getDatanodeUuid()));
    return sent;
  }
}
