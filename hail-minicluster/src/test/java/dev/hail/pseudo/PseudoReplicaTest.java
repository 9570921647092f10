// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoSpace;
import dev.hail.protocol.SuspectReplica;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pseudo replicas, honest ones and others, on a real cluster. */
final class PseudoReplicaTest {
  private static final int VISITS = 2;

  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    // Whoever wants to keep others from truncating files has HAIL's provider; here it is not there.
    cluster =
        HailMiniCluster.builder().dataNodes(2).configuration(conf).withoutAppendVeto().build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** A file of one block that is sorted by attributes 1 and 3. */
  private static Path write(byte[] block, short mode) throws Exception {
    Path directory = new Path("/pseudo" + files++);
    cluster.fileSystem().mkdirs(directory);
    Path path = new Path(directory, "file");
    TestBlocks.store(cluster, path, 2, block);
    cluster.fileSystem().setPermission(path, new FsPermission(mode));
    return cluster.fileSystem().makeQualified(path);
  }

  private static BlockOrder order(Path path) throws IOException {
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    return new BlockOrder(
        located.getBlock().getBlockId(), located.getBlock().getGenerationStamp(), VISITS);
  }

  private static byte[] sorted(byte[] block) throws IOException {
    return BlockSorter.sort(block, block.length, VISITS);
  }

  private static boolean store(Path path, byte[] sorted, BlockOrder order) throws IOException {
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    try (PseudoWriter pseudo = new PseudoWriter(cluster.configuration(), file, "")) {
      return pseudo.write(sorted, sorted.length, file.source(), order).isGranted();
    }
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"}).doAs(action);
  }

  private static List<PseudoReplica> pseudo(Path path) throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks().stream()
        .flatMap(block -> block.pseudo().stream())
        .toList();
  }

  private static HailClientProtocol directory() throws IOException {
    return HailProxies.clientProxy(cluster.configuration(), cluster.uri());
  }

  @Test
  void storedReplica_readAndOfferedAgain_isReadAndNotMadeTwice() throws Exception {
    byte[] block = TestBlocks.block(21, 4_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    assertThat(store(path, sorted(block), order(path))).isFalse();

    HailFile file = HailFile.open(cluster.configuration(), path);
    HailBlock only = file.blocks().get(0);
    assertThat(only.pseudo()).singleElement().returns(VISITS, PseudoReplica::sortAttribute);
    Predicate predicate = Predicate.parse("visits < 0", file.schema());
    ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
    int rows = 0;
    try (BlockScan scan = BlockScan.open(file, only, predicate, new int[] {VISITS}, options)) {
      assertThat(scan.accessPath()).isEqualTo(AccessPath.INDEX_RANGE);
      assertThat(scan.replica().pseudo()).isNotNull();
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          assertThat(batch.getInt(row, VISITS)).isNegative();
          rows++;
        }
      }
    }
    List<String> all = rows(file, new Predicate.True(), options);
    assertThat(rows).isEqualTo((int) all.stream().filter(row -> row.startsWith("-")).count());
    TestBlocks.assertHealthy(cluster, path);
    try (HailClientProtocol directory = directory()) {
      PseudoSpace space = directory.getSpace(path.toUri().getPath());
      assertThat(space.fileUsed()).isEqualTo(block.length);
    }
  }

  private static List<String> rows(HailFile file, Predicate predicate, ScanOptions options)
      throws IOException {
    List<String> rows = new ArrayList<>();
    int[] projection = {VISITS};
    try (BlockScan scan =
        BlockScan.open(file, file.blocks().get(0), predicate, projection, options)) {
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(Integer.toString(batch.getInt(row, VISITS)));
        }
      }
    }
    return rows;
  }

  @Test
  void replica_withOtherRows_isRefused() throws Exception {
    Path path = write(TestBlocks.block(23, 2_000, 1, 3), (short) 0644);
    byte[] other = TestBlocks.block(24, 2_000, 1, 3);
    assertThatThrownBy(() -> store(path, sorted(other), order(path)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not take");
    assertThat(pseudo(path)).isEmpty();
  }

  @Test
  void replica_ofOtherGenerationOrBlock_isRefused() throws Exception {
    byte[] block = TestBlocks.block(25, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    BlockOrder order = order(path);
    for (BlockOrder wrong :
        List.of(
            new BlockOrder(order.blockId(), order.generationStamp() + 1, VISITS),
            new BlockOrder(order.blockId() + 1_000, order.generationStamp(), VISITS))) {
      assertThatThrownBy(() -> store(path, sorted(block), wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is not a block of " + path.toUri().getPath() + " any more");
    }
    BlockOrder none = new BlockOrder(order.blockId(), order.generationStamp(), 0);
    assertThatThrownBy(() -> store(path, block, none))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot have an index by @0");
  }

  @Test
  void storeAndDrop_areAllowed_onlyToWritersOfSource() throws Exception {
    byte[] block = TestBlocks.block(26, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    BlockOrder order = order(path);
    assertThatThrownBy(() -> as("mallory", () -> store(path, sorted(block), order)))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("mallory");
    cluster.fileSystem().setOwner(path, "owner", "people");
    assertThat(as("owner", () -> store(path, sorted(block), order))).isTrue();
    assertThatThrownBy(() -> as("mallory", () -> drop(path)))
        .isInstanceOf(AccessControlException.class);
    assertThat(pseudo(path)).hasSize(1);
    assertThat(as("owner", () -> drop(path))).isEqualTo(1);
    assertThat(pseudo(path)).isEmpty();
  }

  private static int drop(Path path) throws IOException {
    try (HailClientProtocol directory = directory()) {
      return directory.dropIndex(path.toUri().getPath(), VISITS);
    }
  }

  @Test
  void droppedReplica_deletedByDatanode_canBeMadeAgain() throws Exception {
    byte[] block = TestBlocks.block(27, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    SentReplica first = new SentReplica(cluster, path, VISITS, 0);
    SentReplica second = first.onOtherDatanode();
    assertThat(first.isServed() || second.isServed()).isTrue();
    assertThat(drop(path)).isEqualTo(1);
    // Whether its datanode has deleted it or not heard of it yet: the other one has a place.
    assertThat(store(path, sorted(block), order(path))).isTrue();
    assertThat(pseudo(path)).hasSize(1);
    Waiting.until("it is deleted", () -> first.files().size() + second.files().size() == 2);
    assertThat(pseudo(path)).hasSize(1);
  }

  @Test
  void snapshotReader_afterFileIsGone_usesPseudoReplicas() throws Exception {
    byte[] block = TestBlocks.block(28, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    assertThat(store(path, sorted(block), order(path))).isTrue();
    Path inSnapshot = new Path(path.getParent(), ".snapshot/s/file");
    cluster.fileSystem().delete(path, false);
    HailFile file = HailFile.open(cluster.configuration(), inSnapshot);
    assertThat(file.blocks().get(0).pseudo()).hasSize(1);
    Predicate predicate = Predicate.parse("visits < 0", file.schema());
    assertThat(rows(file, predicate, ScanOptions.of(cluster.configuration(), null, 1)))
        .isNotEmpty();
    SentReplica replica = new SentReplica(cluster, inSnapshot, VISITS, 0);
    SentReplica other = replica.onOtherDatanode();
    cluster.fileSystem().deleteSnapshot(path.getParent(), "s");
    Waiting.until(
        "it goes with the snapshot", () -> replica.files().isEmpty() && other.files().isEmpty());
  }

  @Test
  void blocks_concatenatedToOtherFile_areCountedThere() throws Exception {
    byte[] block = TestBlocks.block(29, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    Path other = new Path(path.getParent(), "other");
    TestBlocks.store(cluster, other, 2, block);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    cluster.fileSystem().concat(other, new Path[] {path});
    try (HailClientProtocol directory = directory()) {
      Waiting.until(
          "it is counted for the other file",
          () -> directory.getSpace(other.toUri().getPath()).fileUsed() == block.length);
    }
    assertThat(pseudo(other)).hasSize(1);
    assertThat(drop(other)).isEqualTo(1);
  }

  @Test
  void damagedReplica_onceMet_isDropped() throws Exception {
    byte[] block = TestBlocks.block(36, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    PseudoDamage.of(cluster, pseudo(path).get(0));
    HailFile file = HailFile.open(cluster.configuration(), path);
    ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
    Predicate predicate = Predicate.parse("visits < 0", file.schema());
    List<String> all = rows(file, new Predicate.True(), options);
    assertThat(rows(file, predicate, options))
        .containsExactlyInAnyOrderElementsOf(
            all.stream().filter(row -> row.startsWith("-")).toList());
    Waiting.until("readers are not told of it any more", () -> pseudo(path).isEmpty());
    assertThat(store(path, sorted(block), order(path))).isTrue();
    assertThat(pseudo(path)).hasSize(1);
  }

  @Test
  void falseAlarm_aboutReplica_dropsNothing() throws Exception {
    byte[] block = TestBlocks.block(37, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    PseudoReplica replica = pseudo(path).get(0);
    byte[] other = TestBlocks.block(38, 1_000, 1, 3);
    Path damaged = write(other, (short) 0644);
    assertThat(store(damaged, sorted(other), order(damaged))).isTrue();
    PseudoReplica broken = pseudo(damaged).get(0);
    PseudoDamage.of(cluster, broken);
    try (HailClientProtocol directory = directory()) {
      for (int i = 0; i < 3; i++) {
        directory.suspectReplica(suspect(path, replica));
        directory.suspectReplica(suspect(damaged, broken));
      }
    }
    Waiting.until("the damaged one is dropped", () -> pseudo(damaged).isEmpty());
    assertThat(pseudo(path)).hasSize(1);
  }

  private static SuspectReplica suspect(Path path, PseudoReplica replica) throws IOException {
    return new SuspectReplica(
        path.toUri().getPath(), order(path).blockId(), VISITS, replica.datanodeUuid());
  }

  @Test
  void right_leftInSnapshotOnly_isNone() throws Exception {
    byte[] block = TestBlocks.block(31, 1_000, 1, 3);
    Path path = write(block, (short) 0666);
    BlockOrder order = order(path);
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    cluster.fileSystem().setPermission(path, new FsPermission((short) 0600));
    assertThat(store(path, sorted(block), order)).isTrue();
    Path inSnapshot = new Path(path.getParent(), ".snapshot/s/file");
    for (Path asked : List.of(path, inSnapshot)) {
      assertThatThrownBy(() -> as("mallory", () -> store(asked, sorted(block), order)))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> as("mallory", () -> drop(asked)))
          .isInstanceOf(AccessControlException.class);
    }
    assertThat(pseudo(path)).hasSize(1);
  }

  @Test
  void newFile_atOldPath_hasNoUsesOfFileInSnapshot() throws Exception {
    byte[] block = TestBlocks.block(45, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    Path mark = write(block, (short) 0644);
    assertThat(store(path, sorted(block), order(path))).isTrue();
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    String inSnapshot = new Path(path.getParent(), ".snapshot/s/file").toUri().getPath();
    cluster.fileSystem().delete(path, false);
    TestBlocks.write(cluster.fileSystem(), path, 2, block);
    try (HailClientProtocol directory = directory()) {
      directory.noteUse(new IndexUseNote(path.toUri().getPath(), VISITS, 0, 0, 7));
      awaitUses(path);
      directory.noteUse(new IndexUseNote(inSnapshot, VISITS, 10, 5, 0));
      directory.noteUse(new IndexUseNote(mark.toUri().getPath(), VISITS, 0, 0, 7));
    }
    // Uses are kept in the order in which they came.
    awaitUses(mark);
    assertThat(new String(cluster.fileSystem().getXAttr(path, HailXAttributes.USE), UTF_8))
        .contains(" served=0.000 ");
  }

  private static void awaitUses(Path path) throws Exception {
    Waiting.until(
        "uses of " + path + " are kept",
        () -> cluster.fileSystem().getXAttrs(path).containsKey(HailXAttributes.USE));
  }

  @Test
  void reads_ofFileWithoutSchema_keepNothingWithIt() throws Exception {
    byte[] block = TestBlocks.block(47, 1_000, 1, 3);
    Path readable = write(block, (short) 0644);
    Path writable = write(block, (short) 0666);
    as(
        "mallory",
        () -> {
          try (HailClientProtocol directory = directory()) {
            for (Path path : List.of(readable, writable)) {
              IndexUseNote note = new IndexUseNote(path.toUri().getPath(), VISITS, 0, 0, 7);
              assertThat(directory.noteUse(note).roomBytes()).isPositive();
            }
            return null;
          }
        });
    awaitUses(writable);
    assertThat(cluster.fileSystem().getXAttrs(readable)).doesNotContainKey(HailXAttributes.USE);
    // Of an index that is there it counts.
    assertThat(store(readable, sorted(block), order(readable))).isTrue();
    as(
        "mallory",
        () -> {
          try (HailClientProtocol directory = directory()) {
            String path = readable.toUri().getPath();
            return directory.noteUse(new IndexUseNote(path, VISITS, 9, 5, 0));
          }
        });
    awaitUses(readable);
  }

  @Test
  void costsOfJob_underAnyPathOfFile_areKept() throws Exception {
    byte[] block = TestBlocks.block(46, 1_000, 1, 3);
    Path odd = write(block, (short) 0644);
    Path other = write(block, (short) 0644);
    String source = odd.toUri().getPath();
    // The second one is the same to the namenode, but no path to its clients.
    for (String path : List.of(source, "/" + source, other.toUri().getPath())) {
      try (HailClientProtocol directory = directory()) {
        Indexing job = new Indexing("job", path, VISITS);
        directory.beginIndexing(job, new Indexing.Plan(1, 1, 1, 1, 1, 1, false, 0, 1));
        directory.taskEnded(job, new Indexing.TaskCost(Indexing.TaskKind.SCAN, 1.5, 0.5, 0, 1, 0));
      }
    }
    Path moved = new Path(odd.getParent(), "moved");
    assertThat(cluster.fileSystem().rename(odd, moved)).isTrue();
    for (Path path : List.of(moved, other)) {
      Waiting.until(
          "what jobs on " + path + " cost is kept",
          () ->
              cluster
                  .fileSystem()
                  .getXAttrs(path)
                  .containsKey(HailXAttributes.calibration(VISITS)));
    }
  }
}
