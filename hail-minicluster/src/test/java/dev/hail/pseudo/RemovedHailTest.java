// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.CallerMark;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster from which HAIL is taken away, and to which it comes back. */
final class RemovedHailTest {
  private static final Path STAYS = new Path("/stays");
  private static final Path GOES = new Path("/goes");

  @TempDir private File directory;

  @Test
  void hail_removedAndPutBack_keepsFilesAndPseudoReplicas() throws Exception {
    List<String> served;
    List<File> files;
    IndexedFile stays;
    // With HAIL two files get pseudo replicas.
    try (HailMiniCluster cluster = start(builder().format(true))) {
      cluster.awaitHail();
      stays = IndexedFile.put(cluster, STAYS.toString(), 2);
      stays.index("name");
      stays.index("v");
      served = BooksAndDisks.served(cluster);
      IndexedFile goes = IndexedFile.put(cluster, GOES.toString(), 2);
      goes.index("name");
      stays.awaitSound(GOES);
      files = hailFiles(cluster);
      assertThat(files).hasSize(2 * BooksAndDisks.served(cluster).size());
    }

    // Plain HDFS reads one file and deletes the other; it leaves the files of all pseudo replicas.
    try (HailMiniCluster cluster = start(builder().withoutHail().format(false))) {
      FSNamesystem namesystem = cluster.dfs().getNamesystem();
      Waiting.until("safe mode ends", () -> !namesystem.isInSafeMode());
      TestBlocks.awaitReplication(cluster, STAYS, 2);
      assertThat(rows(cluster, STAYS)).isEqualTo(stays.rows());
      assertThat(cluster.fileSystem().delete(GOES, false)).isTrue();
      for (DataNode node : cluster.dfs().getDataNodes()) {
        DataNodeTestUtils.runDirectoryScanner(node);
        DataNodeTestUtils.triggerBlockReport(node);
      }
      Waiting.until(
          "its blocks are deleted",
          () -> blocks(cluster) == 2 * TestBlocks.located(cluster.fileSystem(), STAYS).size());
      TestBlocks.assertHealthy(cluster, new Path("/"));
      Waiting.until(
          "the namenode has nothing to delete", () -> namesystem.getPendingDeletionBlocks() == 0);
      assertThat(files).allMatch(File::exists);
    }

    // HAIL serves those whose file is there, and deletes the others.
    try (HailMiniCluster cluster = start(builder().format(false))) {
      cluster.awaitHail();
      Waiting.until("those of use are served", () -> BooksAndDisks.served(cluster).equals(served));
      stays.on(cluster).awaitSound();
    }
  }

  private HailMiniCluster.Builder builder() {
    return HailMiniCluster.builder().dataNodes(2).baseDirectory(directory);
  }

  private static HailMiniCluster start(HailMiniCluster.Builder builder) throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_FILE, "10");
    return builder.quickHeartbeats().configuration(conf).build();
  }

  private static List<File> hailFiles(HailMiniCluster cluster) throws Exception {
    List<File> found = new ArrayList<>();
    for (DataNode node : cluster.dfs().getDataNodes()) {
      try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          found.addAll(BooksAndDisks.files(BooksAndDisks.directory(cluster, volume)));
        }
      }
    }
    return found;
  }

  /** Replicas that the datanodes have, as HDFS sees it. */
  private static int blocks(HailMiniCluster cluster) throws Exception {
    String pool = cluster.dfs().getNamesystem().getBlockPoolId();
    int blocks = 0;
    for (DataNode node : cluster.dfs().getDataNodes()) {
      blocks += node.getFSDataset().deepCopyReplica(pool).size();
    }
    return blocks;
  }

  /** Rows of the blocks that HDFS' own stream reads, each of which is a sound HAIL block. */
  private static int rows(HailMiniCluster cluster, Path path) throws Exception {
    int rows = 0;
    for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), path)) {
      byte[] bytes = new byte[(int) block.getBlockSize()];
      try (FSDataInputStream in = CallerMark.marked(() -> cluster.fileSystem().open(path))) {
        in.readFully(block.getStartOffset(), bytes);
      }
      BlockVerifier.verify(BlockSource.of(bytes));
      rows += BlockFront.parse(bytes, bytes.length).rowCount();
    }
    return rows;
  }
}
