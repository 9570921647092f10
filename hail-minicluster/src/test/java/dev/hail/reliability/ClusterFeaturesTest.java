// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.HdfsShell;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HAIL files under what clusters have on: storage policies, trash, snapshots, proxy users. */
final class ClusterFeaturesTest {
  private static final StorageType[] STORAGES = {
    StorageType.DISK, StorageType.SSD, StorageType.RAM_DISK
  };
  private static final Table TABLE = Table.random(1_800, 6_000);
  private static final String PROXY = "gate";

  private static NativeIO.POSIX.CacheManipulator manipulator;
  private static FaultyCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    // Memory disks want locked memory, which takes native code.
    manipulator = NativeIO.POSIX.getCacheManipulator();
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    Configuration conf = FaultyCluster.settings();
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 512 << 10);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_LAZY_WRITER_INTERVAL_SEC, 1);
    conf.setInt(CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY, 60);
    conf.set("hadoop.proxyuser." + PROXY + ".hosts", "*");
    conf.set("hadoop.proxyuser." + PROXY + ".users", "alice,bob");
    cluster =
        FaultyCluster.start(
            conf,
            builder ->
                builder.customize(
                    hdfs -> hdfs.storagesPerDatanode(STORAGES.length).storageTypes(STORAGES)));
    ProxyUsers.refreshSuperUserGroupsConfiguration(conf);
  }

  @AfterAll
  static void stop() {
    ProxyUsers.refreshSuperUserGroupsConfiguration(new Configuration());
    if (cluster != null) {
      cluster.close();
    }
    NativeIO.POSIX.setCacheManipulator(manipulator);
  }

  @Test
  void replicas_underStoragePolicies_areSortedWhereTheyBelong() throws Exception {
    put("/all-ssd", HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    put("/one-ssd", HdfsConstants.ONESSD_STORAGE_POLICY_NAME);

    cluster.awaitWhole("/all-ssd/file", TABLE);
    cluster.awaitWhole("/one-ssd/file", TABLE);
    assertThat(storages("/all-ssd/file"))
        .allSatisfy(types -> assertThat(types).containsOnly(StorageType.SSD));
    assertThat(storages("/one-ssd/file"))
        .allSatisfy(
            types ->
                assertThat(types)
                    .containsExactlyInAnyOrder(
                        StorageType.SSD, StorageType.DISK, StorageType.DISK));
  }

  @Test
  void file_movedToOtherStorageByMover_keepsRowsAndOrders(@TempDir File folder) throws Exception {
    put("/moved", HdfsConstants.HOT_STORAGE_POLICY_NAME);
    cluster.awaitWhole("/moved/file", TABLE);
    cluster
        .fileSystem()
        .setStoragePolicy(new Path("/moved"), HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);

    HdfsTool.run(cluster, folder, RepeatedMover.class, "-p", "/moved");

    // The replica that was moved is located, too, until its datanode has deleted it.
    Waiting.until(
        "all replicas are on SSDs",
        () ->
            storages("/moved/file").stream()
                .flatMap(List::stream)
                .allMatch(type -> type == StorageType.SSD));
    cluster.awaitWhole("/moved/file", TABLE);
  }

  @Test
  void file_leavingMemoryDisk_isReadThroughout() throws Exception {
    long saved = savedBlocks();
    put("/memory", HdfsConstants.MEMORY_STORAGE_POLICY_NAME);
    assertThat(storages("/memory/file"))
        .allSatisfy(types -> assertThat(types).contains(StorageType.RAM_DISK));
    cluster.assertAnswers("/memory/file", TABLE);
    int inMemory =
        (int)
            storages("/memory/file").stream()
                .flatMap(List::stream)
                .filter(type -> type == StorageType.RAM_DISK)
                .count();
    Waiting.until("lazy writers have saved it", () -> savedBlocks() - saved >= inMemory);
    cluster.assertAnswers("/memory/file", TABLE);

    // Plain files: after an upload `hail put' would wait for orders that blocks in memory lack.
    byte[] text = TABLE.text().getBytes(StandardCharsets.UTF_8);
    for (int more = 0; storages("/memory/file").toString().contains("RAM_DISK"); more++) {
      try (OutputStream file = cluster.fileSystem().create(new Path("/memory/more" + more))) {
        file.write(text);
      }
    }
    cluster.assertAnswers("/memory/file", TABLE);
  }

  private static long savedBlocks() throws Exception {
    return DaemonMetrics.ofHdfs(cluster.hdfs(), "RamDiskBlocksLazyPersisted");
  }

  @Test
  void file_inTrash_isReadAndComesBackWhole() throws Exception {
    cluster.upload("/removed", TABLE);
    cluster.awaitOrders("/removed", 3);
    hdfs("-rm", "/removed");
    Path trash =
        new Path(cluster.fileSystem().getTrashRoot(new Path("/removed")), "Current/removed");
    assertThat(cluster.fileSystem().exists(new Path("/removed"))).isFalse();
    cluster.assertAnswers(trash.toString(), TABLE);
    assertIndexUsed(trash.toString());

    hdfs("-mv", trash.toString(), "/removed");
    cluster.awaitWhole("/removed", TABLE);
  }

  @Test
  void deletedFile_inSnapshot_isReadByIndexAndCopiedBack() throws Exception {
    cluster.fileSystem().mkdirs(new Path("/kept"));
    cluster.upload("/kept/file", TABLE);
    cluster.fileSystem().allowSnapshot(new Path("/kept"));
    cluster.fileSystem().createSnapshot(new Path("/kept"), "s");
    hdfs("-rm", "-skipTrash", "/kept/file");
    assertThat(cluster.fileSystem().exists(new Path("/kept/file"))).isFalse();

    String kept = "/kept/.snapshot/s/file";
    cluster.awaitWhole(kept, TABLE);
    assertIndexUsed(kept);
    HailShell.Result cp = cluster.shell().run("cp", kept, "/kept/file");
    assertThat(cp.code()).as("%s", cp).isZero();
    cluster.awaitWhole("/kept/file", TABLE);
  }

  @Test
  void proxyUser_withHail_hasTheRightsOfThePersonItActsFor() throws Exception {
    Path home = new Path("/alice");
    cluster.fileSystem().mkdirs(home);
    cluster.fileSystem().setOwner(home, "alice", "people");
    cluster.fileSystem().setPermission(home, new FsPermission((short) 0700));

    HailShell.Result put = as("alice", PROXY, () -> cluster.put("/alice/file", TABLE));
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(cluster.fileSystem().getFileStatus(new Path("/alice/file")).getOwner())
        .isEqualTo("alice");
    cluster.awaitOrders("/alice/file", 3);
    as("alice", PROXY, () -> assertIndexUsed("/alice/file"));
    HailShell.Result bob = as("bob", PROXY, () -> cluster.shell().run("cat", "/alice/file"));
    assertThat(bob.code()).as("%s", bob).isEqualTo(1);
    assertThat(bob.said()).contains("Permission denied").doesNotContain(TABLE.lines().get(0));
    HailShell.Result stranger =
        as("alice", "stranger", () -> cluster.shell().run("cat", "/alice/file"));
    assertThat(stranger.code()).as("%s", stranger).isEqualTo(1);
    assertThat(stranger.said()).contains("stranger is not allowed to impersonate alice");
    cluster.awaitWhole("/alice/file", TABLE);
  }

  private static void put(String directory, String policy) throws Exception {
    Path path = new Path(directory);
    cluster.fileSystem().mkdirs(path);
    cluster.fileSystem().setStoragePolicy(path, policy);
    cluster.upload(directory + "/file", TABLE);
  }

  /** The storage types of the replicas of each block. */
  private static List<List<StorageType>> storages(String path) throws IOException {
    List<LocatedBlock> blocks = TestBlocks.located(cluster.fileSystem(), new Path(path));
    assertThat(blocks).hasSizeGreaterThan(1);
    return blocks.stream().map(block -> Arrays.asList(block.getStorageTypes())).toList();
  }

  /** Asks for one key, and for the rows and the way to them. */
  private static Void assertIndexUsed(String path) throws Exception {
    String key = TABLE.lines().get(100).split(",", -1)[0];
    HailShell.Result cat = cluster.shell().run("cat", "--stats", "--filter", "k = " + key, path);
    assertThat(cat.code()).as("%s", cat).isZero();
    TABLE.assertFound(cat.out().lines().sorted().toList(), field -> field[0].equals(key));
    assertThat(cat.err()).contains("index equality").doesNotContain("scan");
    return null;
  }

  private static <T> T as(String person, String proxy, Callable<T> action) throws Exception {
    return UserGroupInformation.createProxyUser(
            person, UserGroupInformation.createRemoteUser(proxy))
        .doAs((PrivilegedExceptionAction<T>) action::call);
  }

  private static void hdfs(String... command) throws Exception {
    HailShell.Result result = HdfsShell.run(cluster.hdfs().configuration(), command);
    assertThat(result.code()).as("%s: %s", List.of(command), result).isZero();
  }
}
