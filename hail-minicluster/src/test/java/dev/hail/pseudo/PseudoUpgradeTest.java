// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upgrades of HDFS and ways back from them, and block pools that are removed. */
final class PseudoUpgradeTest {
  private static final int VISITS = 2;
  private static final int ROWS = 300;

  @TempDir private File directory;
  private HailMiniCluster cluster;

  private void start(boolean format, Consumer<MiniDFSCluster.Builder> options) throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    cluster =
        HailMiniCluster.builder()
            .dataNodes(1)
            .configuration(conf)
            .baseDirectory(directory)
            .format(format)
            .customize(options)
            .build();
    cluster.awaitHail();
  }

  private SentReplica write(String name, byte[] block) throws Exception {
    Path path = new Path(name);
    TestBlocks.write(cluster.fileSystem(), path, 1, block);
    return find(name);
  }

  private SentReplica find(String name) throws Exception {
    TestBlocks.awaitReplication(cluster, new Path(name), 1);
    return new SentReplica(cluster, new Path(name), VISITS, 0);
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  /** Other rows in a block of the same length. */
  private static byte[] othersOf(byte[] block) {
    long seed = 1_000;
    byte[] other = TestBlocks.block(seed, ROWS, 1, 3);
    while (other.length != block.length) {
      other = TestBlocks.block(++seed, ROWS, 1, 3);
    }
    return other;
  }

  private static void awaitServed(SentReplica replica, byte[] sorted) throws Exception {
    Waiting.until("it is served", replica::isServed);
    assertThat(replica.read()).isEqualTo(sorted);
  }

  @Test
  void upgrade_andRollback_keepReplicasOfRemainingBlocks() throws Exception {
    byte[] block = TestBlocks.block(131, ROWS, 1, 3);
    byte[] other = othersOf(block);
    start(true, options -> {});
    // A replica of the time before the upgrade.
    try (HailMiniCluster before = cluster) {
      write("/old", block).send(sorted(block));
      assertThat(before.fileSystem().exists(new Path("/old"))).isTrue();
    }

    // One more comes during the upgrade, with a block that the rollback will take away.
    SentReplica lost;
    Map<File, byte[]> files = new TreeMap<>();
    Configuration conf;
    start(false, options -> options.startupOption(StartupOption.UPGRADE));
    try (HailMiniCluster upgraded = cluster) {
      awaitServed(find("/old"), sorted(block));
      lost = write("/lost", block);
      lost.send(sorted(block));
      for (File file : lost.files()) {
        files.put(file, Files.readAllBytes(file.toPath()));
      }
      conf = upgraded.dfs().getConfiguration(0);
    }

    // After the rollback the first is there and the second is not, though a new block has its id.
    assertThat(NameNode.doRollback(conf, false)).isFalse();
    start(false, options -> options.dnStartupOption(StartupOption.ROLLBACK));
    try (HailMiniCluster back = cluster) {
      awaitServed(find("/old"), sorted(block));
      Waiting.until(
          "what has lost its block is gone", () -> files.keySet().stream().noneMatch(File::exists));
      SentReplica fresh = write("/fresh", other);
      assertThat(fresh.source()).as("given out again").isEqualTo(lost.source());
      assertThat(fresh.source().getGenerationStamp()).isEqualTo(lost.source().getGenerationStamp());
      assertThat(fresh.isServed()).isFalse();

      // As if its disk had been away meanwhile.
      HailMiniCluster.StoppedDataNode stopped = back.stopDataNode(0);
      stopped.properties().setDnArgs();
      for (Map.Entry<File, byte[]> file : files.entrySet()) {
        Files.createDirectories(file.getKey().getParentFile().toPath());
        Files.write(file.getKey().toPath(), file.getValue());
      }
      back.startDataNode(stopped);
      back.awaitHail();
      awaitServed(find("/old"), sorted(block));
      Waiting.until("it is deleted", () -> files.keySet().stream().noneMatch(File::exists));
      SentReplica again = find("/fresh");
      assertThat(again.isServed()).isFalse();
      again.send(sorted(other));
      assertThat(again.read()).isEqualTo(sorted(other));
    }
  }

  @Test
  void rollingUpgrade_andRollback_keepReplicas() throws Exception {
    byte[] block = TestBlocks.block(132, ROWS, 1, 3);
    start(true, options -> {});
    try (HailMiniCluster upgrading = cluster) {
      write("/kept", block).send(sorted(block));
      SentReplica gone = write("/gone", block);
      gone.send(sorted(block));
      prepareUpgrade();
      assertThat(upgrading.fileSystem().delete(new Path("/gone"), false)).isTrue();
      Waiting.until("the block is in the trash", () -> isInTrash(gone));
      Waiting.until("its pseudo replica is in no trash", () -> gone.filesAnywhere().isEmpty());
      awaitServed(find("/kept"), sorted(block));

      HailMiniCluster.StoppedDataNode stopped = upgrading.stopDataNode(0);
      upgrading.dfs().restartNameNode("-rollingUpgrade", "rollback");
      stopped.properties().setDnArgs("-rollback");
      upgrading.startDataNode(stopped);
      upgrading.awaitHail();
      awaitServed(find("/kept"), sorted(block));
      SentReplica back = find("/gone");
      assertThat(back.source()).isEqualTo(gone.source());
      assertThat(back.isServed()).isFalse();
      back.send(sorted(block));
      assertThat(back.read()).isEqualTo(sorted(block));

      prepareUpgrade();
      upgrading.fileSystem().rollingUpgrade(RollingUpgradeAction.FINALIZE);
      upgrading.dfs().triggerHeartbeats();
      awaitServed(find("/kept"), sorted(block));
      awaitServed(find("/gone"), sorted(block));
    }
  }

  private void prepareUpgrade() throws IOException {
    cluster.fileSystem().setSafeMode(SafeModeAction.ENTER);
    cluster.fileSystem().rollingUpgrade(RollingUpgradeAction.PREPARE);
    cluster.fileSystem().setSafeMode(SafeModeAction.LEAVE);
    cluster.dfs().triggerHeartbeats();
  }

  private boolean isInTrash(SentReplica replica) throws IOException {
    String name = replica.source().getBlockName();
    return !LiveFiles.find(
            directory.toPath(), file -> file.toString().contains("/trash/") && file.endsWith(name))
        .isEmpty();
  }

  @Test
  void blockPool_deleted_goesWithReplicasAndOnlyWhole() throws Exception {
    byte[] block = TestBlocks.block(133, ROWS, 1, 3);
    start(true, options -> options.numDataNodes(2));
    try (HailMiniCluster leaving = cluster) {
      leaving.awaitHail();
      Path path = new Path("/pool");
      TestBlocks.store(leaving, path, 2, block);
      SentReplica forced = new SentReplica(leaving, path, VISITS, 0);
      SentReplica empty = forced.onOtherDatanode();
      String pool = forced.source().getBlockPoolId();
      DataNode first = forced.datanode();
      DataNode second = empty.datanode();
      sendToOtherDisk(forced, sorted(block));

      leave(first, pool);
      assertThatThrownBy(() -> first.deleteBlockPool(pool, false)).isInstanceOf(IOException.class);
      assertThat(forced.filesAnywhere()).as("there is still a block of it").hasSize(2);
      first.deleteBlockPool(pool, true);
      assertThat(forced.filesAnywhere()).isEmpty();
      assertThat(poolDirectories(first, pool)).isZero();

      empty.send(sorted(block));
      assertThat(leaving.fileSystem().delete(path, false)).isTrue();
      Waiting.until("the block is gone", () -> !empty.hasSource());
      Waiting.until("its files are gone", () -> empty.filesAnywhere().isEmpty());
      leave(second, pool);
      second.deleteBlockPool(pool, false);
      assertThat(poolDirectories(second, pool)).isZero();
    }
  }

  /** To the disk that does not have the block itself. */
  private static void sendToOtherDisk(SentReplica replica, byte[] bytes) throws IOException {
    File own = TestBlocks.file(replica.datanode(), replica.source());
    FsVolumeSpi used = null;
    try (var volumes = replica.datanode().getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (own.toPath().startsWith(new File(volume.getBaseURI()).toPath())) {
          used = volume;
        }
      }
    }
    long much = 1L << 30;
    used.reserveSpaceForReplica(much);
    replica.send(bytes);
    used.releaseReservedSpace(much);
    assertThat(replica.files()).hasSize(2);
    for (File file : replica.files()) {
      assertThat(file.toPath().startsWith(new File(used.getBaseURI()).toPath())).isFalse();
    }
  }

  /** Has a datanode serve another name service from now on. */
  private static void leave(DataNode node, String pool) throws Exception {
    Configuration elsewhere = new Configuration(node.getConf());
    elsewhere.set(DFSConfigKeys.DFS_NAMESERVICES, "elsewhere");
    elsewhere.set(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY + ".elsewhere", "localhost:9");
    node.refreshNamenodes(elsewhere);
    Waiting.until("the datanode has left it", () -> !node.isBPServiceAlive(pool));
  }

  private static long poolDirectories(DataNode node, String pool) {
    return Stream.of(node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY).split(",", -1))
        .map(disk -> disk.replaceFirst("^\\[.*?\\]", "").replaceFirst("^file:", ""))
        .map(disk -> new File(disk, "current/" + pool))
        .filter(File::exists)
        .count();
  }
}
