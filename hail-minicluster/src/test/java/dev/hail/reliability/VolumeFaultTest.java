// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Disks that are taken out of running datanodes, put back, or break. */
@ExtendWith(SharedFaultyCluster.class)
class VolumeFaultTest {
  private final FaultyCluster cluster;

  VolumeFaultTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void disk_takenOutAndPutBack_costsNoOrder() throws Exception {
    Table table = Table.random(1000, 8_000);
    cluster.upload("/swapped", table);
    cluster.awaitOrders("/swapped", 3);
    DataNode node = nodeWithSecondDiskOf("/swapped");
    String all = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    String[] disks = disks(node);

    reconfigure(node, disks[0]);
    assertThat(replicasBelow(node, disks[1], "/swapped")).isZero();
    cluster.awaitWhole("/swapped", table);

    reconfigure(node, all);
    cluster.awaitWhole("/swapped", table);
  }

  @Test
  void disk_breaking_costsNoOrder() throws Exception {
    Table table = Table.random(1001, 8_000);
    cluster.upload("/broken", table);
    cluster.awaitOrders("/broken", 3);
    DataNode node = nodeWithSecondDiskOf("/broken");
    String[] disks = disks(node);
    File disk = directory(disks[1]);
    File aside = new File(disk.getParentFile(), disk.getName() + ".aside");

    // A file in place of the directory: nothing below it can be read or written, even by root.
    assertThat(disk.renameTo(aside)).isTrue();
    assertThat(disk.createNewFile()).isTrue();
    try {
      Waiting.until("the datanode has given the disk up", () -> isGivenUp(node, disk));
      cluster.awaitWhole("/broken", table);
    } finally {
      assertThat(disk.delete()).isTrue();
      assertThat(aside.renameTo(disk)).isTrue();
    }
    // A check that began while the disk was broken may end late, and would take the mended disk out
    // again. A datanode that starts anew has no such checks, and both its disks.
    cluster.kill(node.getDatanodeUuid());
    cluster.startStopped();
    cluster.hdfs().dfs().triggerBlockReports();
    assertThat(disks(cluster.dataNode(node.getDatanodeUuid()))).contains(disks);
    cluster.awaitWhole("/broken", table);
  }

  private static boolean isGivenUp(DataNode node, File disk) throws IOException {
    FsVolumeSpi volume = DataNodeTestUtils.getVolume(node, disk);
    if (volume != null) {
      node.checkDiskErrorAsync(volume);
    }
    // The datanode forgets the volume first, and then takes it out of its settings.
    String kept = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    return volume == null && !kept.contains(disk.getPath());
  }

  /** Which datanodes and disks get the replicas of a file is left to chance. */
  private DataNode nodeWithSecondDiskOf(String path) throws Exception {
    for (DataNode node : cluster.hdfs().dfs().getDataNodes()) {
      if (replicasBelow(node, disks(node)[1], path) > 0) {
        return node;
      }
    }
    throw new AssertionError("No datanode has replicas of " + path + " on its second disk");
  }

  private static String[] disks(DataNode node) {
    String[] disks = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY).split(",", -1);
    assertThat(disks).hasSize(2);
    return disks;
  }

  private void reconfigure(DataNode node, String disks) throws Exception {
    node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, disks);
    // A disk that was put in may hold replicas too many, which HDFS deletes only after a report.
    cluster.hdfs().dfs().triggerBlockReports();
  }

  private int replicasBelow(DataNode node, String disk, String path) throws Exception {
    List<File> found = new ArrayList<>();
    for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path(path))) {
      File file = TestBlocks.file(node, block.getBlock());
      if (file != null && file.toPath().startsWith(directory(disk).toPath())) {
        found.add(file);
      }
    }
    return found.size();
  }

  private static File directory(String location) {
    return new File(location.replaceFirst("^\\[.*?\\]", "").replaceFirst("^file:", ""));
  }
}
