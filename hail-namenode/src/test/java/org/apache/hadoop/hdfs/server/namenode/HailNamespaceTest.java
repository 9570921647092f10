// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HAIL's view of a real namenode's namespace. */
class HailNamespaceTest {
  private static final int PATIENCE_MILLIS = 300_000;

  @TempDir private static java.nio.file.Path directory;

  private static MiniDFSCluster cluster;
  private static HailNamespace namespace;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 1_024);
    cluster = new MiniDFSCluster.Builder(conf, directory.toFile()).numDataNodes(1).build();
    cluster.waitActive();
    namespace = new HailNamespace(cluster.getNameNode());
    DFSTestUtil.createFile(cluster.getFileSystem(), new Path("/file"), 10, (short) 1, 7);
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  /** Who changes the namespace holds its lock; whoever looks at inodes meanwhile has to wait. */
  @Test
  void inodes_lookedUp_areReadUnderNamespaceLock() throws Exception {
    FSNamesystem namesystem = cluster.getNamesystem();
    long file = namesystem.getFSDirectory().getINode("/file").getId();
    long block = DFSTestUtil.getFirstBlock(cluster.getFileSystem(), new Path("/file")).getBlockId();
    Map<String, Consumer<HailNamespace>> questions =
        Map.of(
            "hasFile", n -> assertThat(n.inodes().hasFile(file)).isTrue(),
            "pathOf", n -> assertThat(n.inodes().pathOf(file)).isEqualTo("/file"),
            "extentOf", n -> assertThat(n.inodes().extentOf(file).length()).isEqualTo(10),
            "blocksOf", n -> assertThat(n.inodes().blocksOf(file)).containsExactly(block),
            "fileIdOf", n -> assertThat(n.blocks().fileIdOf(block)).isEqualTo(file),
            "ownerOf",
                n ->
                    assertThat(n.blocks().ownerOf(block))
                        .isEqualTo(System.getProperty("user.name")),
            "lengthOf", n -> assertThat(n.blocks().lengthOf(block)).isEqualTo(10),
            "blockState", n -> assertThat(n.blocks().blockState(block).complete()).isTrue());
    for (Map.Entry<String, Consumer<HailNamespace>> question : questions.entrySet()) {
      FutureTask<Boolean> answer =
          new FutureTask<>(
              () -> {
                question.getValue().accept(namespace);
                return true;
              });
      Thread asker = new Thread(answer, "asker of " + question.getKey());
      namesystem.writeLock();
      try {
        asker.start();
        GenericTestUtils.waitFor(
            () -> answer.isDone() || asker.getState() == Thread.State.WAITING, 5, PATIENCE_MILLIS);
        assertThat(answer.isDone()).as("%s was answered without the lock", question).isFalse();
      } finally {
        namesystem.writeUnlock();
      }
      assertThat(answer.get()).as(question.getKey()).isTrue();
    }
  }

  /** Budgets of space follow from what replicas take: none must grow for a number that is set. */
  @Test
  void wantedReplicas_notThere_takeNoSpace() throws Exception {
    Path path = new Path("/wanted");
    DFSTestUtil.createFile(cluster.getFileSystem(), path, 10, (short) 1, 7);
    long file = cluster.getNamesystem().getFSDirectory().getINode("/wanted").getId();
    HailInodes.FileExtent once = namespace.inodes().extentOf(file);
    cluster.getFileSystem().setReplication(path, (short) 500);
    assertThat(namespace.inodes().extentOf(file)).isEqualTo(once);
  }

  /**
   * Readers of a snapshot use pseudo replicas of its blocks, so that these count for their file and
   * can be found to be dropped.
   */
  @Test
  void blocksThatOnlySnapshotHas_areBlocksOfTheirFile() throws Exception {
    DistributedFileSystem fs = cluster.getFileSystem();
    Path parent = new Path("/snapshots");
    Path path = new Path(parent, "file");
    DFSTestUtil.createFile(fs, path, 1_024, 3_072, 1_024, (short) 1, 7);
    long file = cluster.getNamesystem().getFSDirectory().getINode(path.toString()).getId();
    long[] blocks = namespace.inodes().blocksOf(file);
    assertThat(blocks).hasSize(3);
    fs.allowSnapshot(parent);
    fs.createSnapshot(parent, "s");

    assertThat(fs.truncate(path, 1_024)).as("no block has to be cut").isTrue();
    assertThat(namespace.blocks().fileIdOf(blocks[2])).isEqualTo(file);
    assertThat(namespace.inodes().blocksOf(file)).containsExactlyInAnyOrder(blocks);
    assertThat(namespace.inodes().extentOf(file))
        .isEqualTo(new HailInodes.FileExtent(1_024, 3_072));

    fs.delete(path, false);
    assertThat(namespace.blocks().fileIdOf(blocks[2])).isEqualTo(file);
    assertThat(namespace.inodes().blocksOf(file)).containsExactlyInAnyOrder(blocks);
    fs.deleteSnapshot(parent, "s");
    assertThat(namespace.inodes().blocksOf(file)).isEmpty();
    assertThat(namespace.inodes().extentOf(file)).isNull();
  }

  /** HDFS keeps {@code ParentNotDirectoryException} for those who make something. */
  @Test
  void pathBelowFile_asked_isNotAccessible() throws Exception {
    String below = "/file/child";
    HailCheckedFiles files = namespace.files();
    assertThat(files.isWritable(below)).isFalse();
    UserGroupInformation[] callers = {
      UserGroupInformation.getCurrentUser(),
      UserGroupInformation.createUserForTesting("alice", new String[] {"users"})
    };
    for (UserGroupInformation caller : callers) {
      assertThatThrownBy(
              () ->
                  caller.doAs((PrivilegedExceptionAction<Long>) () -> files.readableFileId(below)))
          .as("asked by %s", caller)
          .isInstanceOf(AccessControlException.class);
    }
  }
}
