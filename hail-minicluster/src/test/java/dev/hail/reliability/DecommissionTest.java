// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A datanode that an operator takes out of service, and back. */
class DecommissionTest {

  @Test
  void orders_ofDecommissionedDatanode_areMadeElsewhere(@TempDir File folder) throws Exception {
    File excluded = new File(folder, "excluded");
    Files.writeString(excluded.toPath(), "");
    Configuration settings = FaultyCluster.settings();
    settings.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, excluded.getPath());
    settings.set(DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY, "1s");
    try (FaultyCluster cluster = FaultyCluster.start(settings, builder -> builder)) {
      Table table = Table.random(800, 8_000);
      cluster.upload("/left", table);
      cluster.awaitOrders("/left", 3);
      DataNode leaving = cluster.hdfs().dfs().getDataNodes().get(0);

      Files.writeString(excluded.toPath(), leaving.getDatanodeId().getXferAddr() + "\n");
      refresh(cluster);
      Waiting.until("the datanode has left", () -> info(cluster, leaving).isDecommissioned());
      Waiting.until("the others have all orders", () -> othersCoverAll(cluster, leaving));
      cluster.assertAnswers("/left", table);

      Files.writeString(excluded.toPath(), "");
      refresh(cluster);
      cluster.awaitWhole("/left", table);
    }
  }

  /** What {@code hdfs dfsadmin -refreshNodes} asks for, with the settings of this namenode. */
  private static void refresh(FaultyCluster cluster) throws Exception {
    MiniDFSCluster dfs = cluster.hdfs().dfs();
    dfs.getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .refreshNodes(dfs.getConfiguration(0));
  }

  private static DatanodeInfo info(FaultyCluster cluster, DataNode node) throws Exception {
    return Arrays.stream(cluster.fileSystem().getDataNodeStats(DatanodeReportType.ALL))
        .filter(info -> info.getDatanodeUuid().equals(node.getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  private static boolean othersCoverAll(FaultyCluster cluster, DataNode left) throws Exception {
    for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path("/left"))) {
      Map<String, byte[]> replicas = TestBlocks.replicas(cluster.hdfs(), block.getBlock());
      replicas.remove(left.getDatanodeUuid());
      Set<Integer> orders = new TreeSet<>();
      for (byte[] replica : replicas.values()) {
        orders.add(BlockFront.parse(replica, replica.length).sortAttribute());
      }
      if (!orders.containsAll(Table.INDEX_ATTRIBUTES)) {
        return false;
      }
    }
    return true;
  }
}
