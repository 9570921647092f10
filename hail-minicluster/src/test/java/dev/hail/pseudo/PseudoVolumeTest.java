// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailFile;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.DU;
import org.apache.hadoop.fs.GetSpaceUsed;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FSCachingGetSpaceUsed;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaCachingGetSpaceUsed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pseudo replicas on disks that are taken out, put back, break, or are measured. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PseudoVolumeTest {
  private static final int VISITS = 2;
  private static final int REVENUE = 4;

  /** More than anything else in this process writes meanwhile. */
  private static final long MUCH = 1L << 30;

  /** What directories take, and the unused ends of files. */
  private static final long SLACK = 200 << 10;

  private static HailMiniCluster cluster;
  private static int files;

  /** Two datanodes of two disks, which measure their used space in two ways. */
  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 1);
    conf.set(DFSConfigKeys.DFS_DATANODE_DISK_CHECK_MIN_GAP_KEY, "0ms");
    // HDFS looks at the disks for its blocks, and not at the list that it writes when it ends.
    conf.set(DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_EXPIRY_TIME_KEY, "0");
    Configuration[] ways = {
      measuredBy(AskedDu.class, new Configuration(false)),
      measuredBy(AskedReplicas.class, new Configuration(false))
    };
    cluster =
        HailMiniCluster.builder()
            .dataNodes(2)
            .configuration(conf)
            .customize(builder -> builder.dataNodeConfOverlays(ways))
            .build();
    cluster.awaitHail();
  }

  private static Configuration measuredBy(Class<? extends GetSpaceUsed> way, Configuration conf) {
    conf.setClass(CommonConfigurationKeys.FS_GETSPACEUSED_CLASSNAME, way, GetSpaceUsed.class);
    return conf;
  }

  @AfterAll
  static void stop() {
    cluster.close();
    AskedDu.ALL.clear();
    AskedReplicas.ALL.clear();
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  private static Path write(byte[] block, int replication) throws Exception {
    Path path = new Path("/volume" + files++);
    TestBlocks.store(cluster, path, replication, block);
    return path;
  }

  // ---- disks that come and go ----

  /** A file whose block is on one disk, and the block's pseudo replica on one. */
  private record Placed(Path path, SentReplica replica, ByteBuffer sorted) {
    boolean isServedRightly() throws IOException {
      if (!replica.isServed()) {
        return false;
      }
      assertThat(ByteBuffer.wrap(replica.read())).isEqualTo(sorted);
      return true;
    }

    int known() throws IOException {
      return HailFile.open(cluster.configuration(), path).blocks().get(0).pseudo().size();
    }
  }

  private static Placed place(DataNode node, byte[] block, int ownDisk, int pseudoDisk)
      throws Exception {
    SentReplica replica = null;
    Path path = null;
    while (replica == null) {
      // HDFS takes datanodes by chance and their disks in turn.
      path = write(block, 1);
      SentReplica here = new SentReplica(cluster, path, VISITS, 0);
      if (here.datanode().equals(node)
          && isBelow(TestBlocks.file(node, here.source()), disks(node)[ownDisk])) {
        replica = here;
      } else {
        cluster.fileSystem().delete(path, false);
      }
    }
    FsVolumeSpi other = DataNodeTestUtils.getVolume(node, directory(disks(node)[1 - pseudoDisk]));
    other.reserveSpaceForReplica(MUCH);
    try {
      replica.send(sorted(block));
    } finally {
      other.releaseReservedSpace(MUCH);
    }
    assertThat(replica.files()).hasSize(2);
    for (File file : replica.files()) {
      assertThat(isBelow(file, disks(node)[pseudoDisk])).as("%s", file).isTrue();
    }
    Placed placed = new Placed(path, replica, ByteBuffer.wrap(sorted(block)));
    Waiting.until("the namenode knows", () -> placed.known() == 1);
    return placed;
  }

  private static boolean isBelow(File file, String disk) {
    return file.toPath().startsWith(directory(disk).toPath());
  }

  private static String[] disks(DataNode node) {
    return node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY).split(",", -1);
  }

  private static File directory(String location) {
    return new File(location.replaceFirst("^\\[.*?\\]", "").replaceFirst("^file:", ""));
  }

  private static void useDisks(DataNode node, String disks) throws Exception {
    node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, disks);
    cluster.dfs().triggerBlockReports();
  }

  @Test
  void disk_takenOutAndPutBack_bringsItsReplicas() throws Exception {
    DataNode node = cluster.dfs().getDataNodes().get(0);
    String all = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    byte[] block = TestBlocks.block(91, 1_000, 1, 3);
    Placed alone = place(node, block, 0, 1);
    Placed withItsBlock = place(node, block, 1, 1);
    Placed withoutItsBlock = place(node, block, 1, 0);
    Placed elsewhere = place(node, block, 0, 0);

    useDisks(node, disks(node)[0]);
    assertThat(alone.replica().isServed()).isFalse();
    assertThat(withItsBlock.replica().isServed()).isFalse();
    assertThat(withoutItsBlock.replica().isServed()).isFalse();
    assertThat(elsewhere.isServedRightly()).isTrue();
    Waiting.until("the one whose block went goes", () -> filesOf(withoutItsBlock) == 0);
    Waiting.until("the namenode is told", () -> alone.known() == 0);
    assertThat(filesOf(alone)).isEqualTo(2);
    assertThat(filesOf(withItsBlock)).as("nobody's on a disk that is gone").isEqualTo(2);

    useDisks(node, all);
    Waiting.until("one is back", alone::isServedRightly);
    Waiting.until("the other is back", withItsBlock::isServedRightly);
    Waiting.until("the namenode knows", () -> alone.known() == 1 && withItsBlock.known() == 1);
    assertThat(withoutItsBlock.replica().isServed()).isFalse();
    withoutItsBlock.replica().send(sorted(block));
    assertThat(withoutItsBlock.isServedRightly()).isTrue();
    for (Placed placed : List.of(alone, withItsBlock, withoutItsBlock, elsewhere)) {
      cluster.fileSystem().delete(placed.path(), false);
      Waiting.until("it goes with its block", () -> filesOf(placed) == 0);
    }
  }

  private static int filesOf(Placed placed) throws IOException {
    return placed.replica().filesAnywhere().size();
  }

  @Test
  void disk_breaking_losesOnlyItsReplicas() throws Exception {
    DataNode node = cluster.dfs().getDataNodes().get(1);
    String all = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    String first = disks(node)[0];
    byte[] block = TestBlocks.block(92, 1_000, 1, 3);
    Placed broken = place(node, block, 0, 1);
    Placed withoutItsBlock = place(node, block, 1, 0);
    Placed elsewhere = place(node, block, 0, 0);
    File disk = directory(disks(node)[1]);
    File aside = new File(disk.getParentFile(), disk.getName() + ".aside");

    // A file in place of the directory: nothing below it can be read or written, even by root.
    assertThat(disk.renameTo(aside)).isTrue();
    assertThat(disk.createNewFile()).isTrue();
    try {
      Waiting.until("the datanode has given the disk up", () -> isGivenUp(node, disk));
      Waiting.until("its own is not served", () -> !broken.replica().isServed());
      Waiting.until("nor whose block was on it", () -> !withoutItsBlock.replica().isServed());
      assertThat(elsewhere.isServedRightly()).isTrue();
    } finally {
      assertThat(disk.delete()).isTrue();
      assertThat(aside.renameTo(disk)).isTrue();
    }
    useDisks(node, first);
    useDisks(node, all);
    Waiting.until("its own is back", broken::isServedRightly);
    assertThat(elsewhere.isServedRightly()).isTrue();
    Waiting.until("the one whose block went is gone", () -> filesOf(withoutItsBlock) == 0);
  }

  /**
   * What HDFS meets at the start: it can make no directory on a disk, or cannot list its blocks.
   *
   * @param broken the directory of blocks that is none
   */
  @ParameterizedTest
  @ValueSource(strings = {"rbw", "finalized"})
  void disk_unreadableAtStart_turnsHailOffOnNoOther(String broken) throws Exception {
    DataNode before = cluster.dfs().getDataNodes().get(0);
    String all = before.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
    String[] disks = disks(before);
    byte[] block = TestBlocks.block(94, 1_000, 1, 3);
    Placed lost = place(before, block, 1, 1);
    Placed elsewhere = place(before, block, 0, 0);
    // One disk of the datanode cannot be read when it starts.
    File pool =
        new File(directory(disks[1]), "current/" + elsewhere.replica().block().getBlockPoolId());
    File blocks = new File(pool, "current/" + broken);
    File aside = new File(pool, "aside");

    HailMiniCluster.StoppedDataNode stopped = cluster.stopDataNode(0);
    assertThat(blocks.renameTo(aside)).isTrue();
    assertThat(blocks.createNewFile()).isTrue();
    try {
      cluster.startDataNode(stopped);
      // The other disk is served, and new blocks are sorted on it.
      Waiting.until("one of the other disk is served", elsewhere.replica()::isServed);
      Waiting.until("the namenode knows", () -> elsewhere.known() == 1);
      DataNode node = elsewhere.replica().datanode();
      assertThat(node.getFSDataset().getNumFailedVolumes()).isEqualTo(1);
      assertThat(lost.replica().isServed()).isFalse();
      Path fresh = writeOn(node, TestBlocks.block(95, 1_000, 1));
      TestBlocks.awaitOrders(cluster, fresh, 1);
      cluster.fileSystem().delete(fresh, false);
    } finally {
      assertThat(blocks.delete()).isTrue();
      assertThat(aside.renameTo(blocks)).isTrue();
    }
    DataNode node = elsewhere.replica().datanode();
    // The disk can be read again.
    useDisks(node, disks[0]);
    useDisks(node, all);
    Waiting.until("what is on the disk is back", lost.replica()::isServed);
    Waiting.until("the namenode knows", () -> lost.known() == 1);
    for (Placed placed : List.of(lost, elsewhere)) {
      assertThat(filesOf(placed)).isEqualTo(2);
      cluster.fileSystem().delete(placed.path(), false);
    }
  }

  /** A file whose block is on one datanode. */
  private static Path writeOn(DataNode node, byte[] block) throws Exception {
    while (true) {
      Path path = write(block, 1);
      if (new SentReplica(cluster, path, VISITS, 0).datanode().equals(node)) {
        return path;
      }
      cluster.fileSystem().delete(path, false);
    }
  }

  private static boolean isGivenUp(DataNode node, File disk) throws IOException {
    FsVolumeSpi volume = DataNodeTestUtils.getVolume(node, disk);
    if (volume != null) {
      node.checkDiskErrorAsync(volume);
    }
    return volume == null;
  }

  // ---- used space ----

  /** Measures when it is asked to. */
  public static final class AskedDu extends DU {
    static final List<AskedDu> ALL = new CopyOnWriteArrayList<>();

    public AskedDu(GetSpaceUsed.Builder builder) throws IOException {
      super(builder);
      ALL.add(this);
    }

    void measure() {
      refresh();
    }
  }

  /** Adds up the replicas that the dataset names, when it is asked to. */
  public static final class AskedReplicas extends ReplicaCachingGetSpaceUsed {
    static final List<AskedReplicas> ALL = new CopyOnWriteArrayList<>();

    public AskedReplicas(FSCachingGetSpaceUsed.Builder builder) throws IOException {
      super(builder);
      ALL.add(this);
    }

    void measure() {
      refresh();
    }
  }

  private static void measure() {
    assertThat(AskedDu.ALL).hasSizeGreaterThanOrEqualTo(2);
    assertThat(AskedReplicas.ALL).hasSizeGreaterThanOrEqualTo(2);
    AskedDu.ALL.forEach(AskedDu::measure);
    AskedReplicas.ALL.forEach(AskedReplicas::measure);
  }

  /** The first test: what it measures is to be of disks that were never taken out. */
  @Test
  @Order(1)
  void usedSpace_howeverMeasured_isWhatLiesOnDisks() throws Exception {
    byte[] block = TestBlocks.block(93, 40_000, 1, 3);
    assertThat(block.length).isGreaterThan((int) (4 * SLACK));
    Path path = write(block, 2);
    Map<Integer, SentReplica> replicas =
        Map.of(
            VISITS, new SentReplica(cluster, path, VISITS, 0),
            REVENUE, new SentReplica(cluster, path, REVENUE, 1));
    measure();
    for (Map.Entry<Integer, SentReplica> entry : replicas.entrySet()) {
      SentReplica replica = entry.getValue();
      long before = used(replica.datanode());
      replica.send(BlockSorter.sort(block, block.length, entry.getKey()));
      long bytes = replica.files().stream().mapToLong(File::length).sum();
      assertThat(used(replica.datanode())).as("at once").isEqualTo(before + bytes);
      assertMeasured(replica.datanode());
    }
    for (Map.Entry<Integer, SentReplica> entry : replicas.entrySet()) {
      SentReplica replica = entry.getValue();
      long before = used(replica.datanode());
      long bytes = replica.files().stream().mapToLong(File::length).sum();
      assertThat(drop(path, entry.getKey())).isEqualTo(1);
      Waiting.until("its files are gone", () -> replica.files().isEmpty());
      Waiting.until("its space, at once", () -> used(replica.datanode()) == before - bytes);
      assertMeasured(replica.datanode());
    }
    cluster.fileSystem().delete(path, false);
  }

  private static int drop(Path path, int attribute) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory.dropIndex(path.toUri().getPath(), attribute);
    }
  }

  private static void assertMeasured(DataNode node) throws IOException {
    measure();
    long lies = lengths(node);
    if (node.equals(cluster.dfs().getDataNodes().get(0))) {
      assertThat(used(node)).as("du").isBetween(lies, lies + SLACK);
    } else {
      assertThat(used(node)).as("replicas").isEqualTo(lies);
    }
  }

  private static long used(DataNode node) throws IOException {
    return node.getFSDataset().getDfsUsed();
  }

  /** Bytes of all files of blocks on a datanode's disks, as they lie there. */
  private static long lengths(DataNode node) throws IOException {
    long sum = 0;
    for (String disk : disks(node)) {
      for (java.nio.file.Path file :
          LiveFiles.find(
              directory(disk).toPath(), file -> file.getFileName().toString().startsWith("blk_"))) {
        // 0 if it is gone by now.
        sum += file.toFile().length();
      }
    }
    return sum;
  }
}
