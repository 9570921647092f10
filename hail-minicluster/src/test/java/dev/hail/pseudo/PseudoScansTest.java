// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.DiskBalancerWorkStatus;
import org.apache.hadoop.hdfs.server.datanode.HailSuspects;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.diskbalancer.datamodel.DiskBalancerVolume;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.MoveStep;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.NodePlan;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What HDFS does to the blocks of a datanode, and not to its pseudo replicas. */
final class PseudoScansTest {
  private static final int VISITS = 2;

  private static NativeIO.POSIX.CacheManipulator manipulator;
  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    // Locking memory takes native code, and the rest of the cache does not.
    manipulator = NativeIO.POSIX.getCacheManipulator();
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 16 << 20);
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 300);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 300);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_SCAN_PERIOD_HOURS_KEY, 1);
    cluster = HailMiniCluster.builder().dataNodes(1).configuration(conf).quickHeartbeats().build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
    NativeIO.POSIX.setCacheManipulator(manipulator);
  }

  private static Path write(byte[] block) throws Exception {
    Path path = new Path("/scanned" + files++);
    TestBlocks.store(cluster, path, 1, block);
    return path;
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  private static DataNode datanode() {
    return cluster.dfs().getDataNodes().get(0);
  }

  private static FsVolumeSpi volumeOf(File file) throws IOException {
    try (var volumes = datanode().getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (file.toPath().startsWith(new File(volume.getBaseURI()).toPath())) {
          return volume;
        }
      }
    }
    throw new AssertionError("No volume has " + file);
  }

  private static FsVolumeSpi otherThan(FsVolumeSpi one) throws IOException {
    try (var volumes = datanode().getFSDataset().getFsVolumeReferences()) {
      return volumes.get(0).equals(one) ? volumes.get(1) : volumes.get(0);
    }
  }

  @Test
  void diskBalancer_movingBlocks_leavesPseudoReplicas() throws Exception {
    byte[] block = TestBlocks.block(111, 2_000, 1, 3);
    SentReplica replica = new SentReplica(cluster, write(block), VISITS, 0);
    replica.send(sorted(block));
    var lying = replica.files();
    FsVolumeSpi from = volumeOf(TestBlocks.file(datanode(), replica.source()));
    FsVolumeSpi to = otherThan(from);

    balance(from, to, 100L * block.length);
    awaitOwnOn(to, replica);
    assertThat(replica.files()).isEqualTo(lying);
    assertThat(replica.read()).isEqualTo(sorted(block));
    balance(to, from, 100L * block.length);
    awaitOwnOn(from, replica);
    assertThat(replica.files()).isEqualTo(lying);
    assertThat(replica.read()).isEqualTo(sorted(block));
  }

  private static void awaitOwnOn(FsVolumeSpi volume, SentReplica replica) throws Exception {
    Waiting.until(
        "the block's own replica is on " + volume,
        () -> volumeOf(TestBlocks.file(datanode(), replica.source())).equals(volume));
  }

  /** Has HDFS move whatever it finds on one disk. */
  private static void balance(FsVolumeSpi from, FsVolumeSpi to, long bytes) throws Exception {
    MoveStep step = new MoveStep(disk(from), 0, disk(to), bytes, "DISK");
    NodePlan plan = new NodePlan("localhost", datanode().getIpcPort());
    plan.setNodeUUID(datanode().getDatanodeUuid());
    plan.setTimeStamp(System.currentTimeMillis());
    plan.setVolumeSetPlans(List.of(step));
    String json = plan.toJson();
    byte[] hash = MessageDigest.getInstance("SHA-1").digest(json.getBytes(UTF_8));
    datanode().submitDiskBalancerPlan(HexFormat.of().formatHex(hash), 1, "plan", json, false);
    Waiting.until(
        "all is moved",
        () ->
            datanode().queryDiskBalancerPlan().getResult()
                == DiskBalancerWorkStatus.Result.PLAN_DONE);
  }

  private static DiskBalancerVolume disk(FsVolumeSpi volume) {
    DiskBalancerVolume disk = new DiskBalancerVolume();
    disk.setUuid(volume.getStorageID());
    disk.setPath(new File(volume.getBaseURI()).getPath());
    disk.setStorageType("DISK");
    return disk;
  }

  @Test
  void cachedFile_withPseudoReplicas_cachesOnlyItsBlocks() throws Exception {
    byte[] block = TestBlocks.block(112, 2_000, 1, 3);
    Path path = write(block);
    SentReplica replica = new SentReplica(cluster, path, VISITS, 0);
    replica.send(sorted(block));
    cluster.fileSystem().addCachePool(new CachePoolInfo("pool"));
    long directive =
        cluster
            .fileSystem()
            .addCacheDirective(
                new CacheDirectiveInfo.Builder().setPath(path).setPool("pool").build());
    String pool = replica.block().getBlockPoolId();
    Waiting.until(
        "the block is cached",
        () -> datanode().getFSDataset().getCacheReport(pool).contains(sourceId(replica)));
    assertThat(datanode().getFSDataset().getCacheReport(pool)).containsOnly(sourceId(replica));
    assertThat(replica.read()).isEqualTo(sorted(block));
    cluster.fileSystem().removeCacheDirective(directive);
    Waiting.until(
        "it is not cached", () -> datanode().getFSDataset().getCacheReport(pool).isEmpty());
    assertThat(replica.read()).isEqualTo(sorted(block));
  }

  private static long sourceId(SentReplica replica) {
    return replica.source().getBlockId();
  }

  @Test
  void diskScans_passing_leavePseudoReplicas() throws Exception {
    byte[] block = TestBlocks.block(113, 2_000, 1, 3);
    SentReplica replica = new SentReplica(cluster, write(block), VISITS, 0);
    replica.send(sorted(block));
    FsVolumeSpi volume = volumeOf(replica.files().get(0));
    // Of the suspects of a disk the next one's damage is told when the first was looked at.
    Path damaged = write(block);
    SentReplica next = new SentReplica(cluster, damaged, VISITS, 0);
    while (!volumeOf(TestBlocks.file(datanode(), next.source())).equals(volume)) {
      damaged = write(block);
      next = new SentReplica(cluster, damaged, VISITS, 0);
    }
    File data = TestBlocks.file(datanode(), next.source());
    byte[] bytes = Files.readAllBytes(data.toPath());
    bytes[bytes.length / 2] ^= 1;
    Files.write(data.toPath(), bytes);
    HailSuspects.add(datanode(), volume.getStorageID(), replica.block());
    HailSuspects.add(datanode(), volume.getStorageID(), next.source());
    Path corrupt = damaged;
    Waiting.until(
        "the damage is told",
        () -> TestBlocks.located(cluster.fileSystem(), corrupt).get(0).isCorrupt());

    DataNodeTestUtils.runDirectoryScanner(datanode());
    cluster.dfs().triggerBlockReports();
    assertThat(replica.files()).hasSize(2);
    assertThat(replica.read()).isEqualTo(sorted(block));
    cluster.fileSystem().delete(corrupt, false);
  }
}
