// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.AccessPath;
import dev.hail.format.block.BlockSorter;
import dev.hail.format.block.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoSpace;
import dev.hail.protocol.Publication;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pseudo block replicas, honest ones and others, on a real cluster. */
final class PseudoReplicaTest {
  private static final int VISITS = 2;

  private static HailMiniCluster cluster;
  private static int files;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.ADAPTIVE_COLLECT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.ADAPTIVE_STAGING_EXPIRY, "15s");
    // Whoever wants to keep others from truncating files has HAIL's provider; here it is not there.
    cluster =
        HailMiniCluster.builder().dataNodes(2).configuration(conf).withoutAppendVeto().build();
    cluster.awaitHail();
    // Where nothing is ever published nothing lies about.
    assertThat(cluster.fileSystem().exists(new Path("/.hail"))).isFalse();
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      assertThat(directory.getStagingDirectory()).isEqualTo("/.hail/staging");
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** A file of one block that is sorted by attributes 1 and 3. */
  private static Path write(byte[] block, short mode) throws IOException {
    Path directory = new Path("/pseudo" + files++);
    cluster.fileSystem().mkdirs(directory);
    Path path = new Path(directory, "file");
    TestBlocks.write(cluster.fileSystem(), path, 2, block);
    cluster.fileSystem().setPermission(path, new FsPermission(mode));
    return cluster.fileSystem().makeQualified(path);
  }

  private static PseudoName name(Path path) throws IOException {
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    return new PseudoName(
        located.getBlock().getBlockId(), located.getBlock().getGenerationStamp(), VISITS);
  }

  private static boolean publish(Path path, byte[] block, PseudoName name, String writer)
      throws IOException {
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    try (PseudoWriter pseudo = new PseudoWriter(cluster.configuration(), file, writer)) {
      return pseudo.write(block, block.length, file.source(), name).isPublished();
    }
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"}).doAs(action);
  }

  private static List<PseudoReplica> pseudo(Path path) throws IOException {
    return HailFile.open(cluster.configuration(), path).blocks().get(0).pseudo();
  }

  private static void assertNothingStaged() throws IOException {
    Path staging = PseudoLayout.of(cluster.configuration()).staging();
    assertThat(cluster.fileSystem().listStatus(staging)).isEmpty();
  }

  @Test
  void aPublishedReplicaIsReadLikeAnyOtherAndTheSecondOneGoes() throws Exception {
    byte[] block = TestBlocks.block(21, 4_000, 1, 3);
    Path path = write(block, (short) 0644);
    byte[] sorted = BlockSorter.sort(block, block.length, VISITS);
    assertThat(publish(path, sorted, name(path), "first")).isTrue();
    assertThat(publish(path, sorted, name(path), "second")).isFalse();
    assertNothingStaged();

    HailFile file = HailFile.open(cluster.configuration(), path);
    HailBlock only = file.blocks().get(0);
    assertThat(only.pseudo()).singleElement().returns(VISITS, PseudoReplica::sortAttribute);
    assertThat(only.pseudo().get(0).port()).isEqualTo(holder(only.pseudo().get(0)).getXferPort());
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
    TestBlocks.assertHealthy(cluster, new Path(only.pseudo().get(0).path()));
  }

  private static DataNode holder(PseudoReplica replica) {
    return cluster.dfs().getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(replica.located().datanodeUuid()))
        .findFirst()
        .orElseThrow();
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
  void aReplicaThatWasStagedUnsortedIsSortedByItsDatanode() throws Exception {
    byte[] block = TestBlocks.block(22, 2_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "unsorted")).isTrue();
    assertThat(pseudo(path)).singleElement().returns(VISITS, PseudoReplica::sortAttribute);
  }

  @Test
  void otherRowsAreRefused() throws Exception {
    Path path = write(TestBlocks.block(23, 2_000, 1, 3), (short) 0644);
    byte[] other = TestBlocks.block(24, 2_000, 1, 3);
    byte[] sorted = BlockSorter.sort(other, other.length, VISITS);
    assertThatThrownBy(() -> publish(path, sorted, name(path), "forger"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not hold the rows of block");
    assertThat(pseudo(path)).isEmpty();
    assertNothingStaged();
  }

  @Test
  void anotherGenerationOrBlockIsRefused() throws Exception {
    byte[] block = TestBlocks.block(25, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    PseudoName name = name(path);
    for (PseudoName wrong :
        List.of(
            new PseudoName(name.blockId(), name.generationStamp() + 1, VISITS),
            new PseudoName(name.blockId() + 1_000, name.generationStamp(), VISITS))) {
      assertThatThrownBy(() -> publish(path, block, wrong, "late"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is not a block of " + path.toUri().getPath() + " any more");
    }
    assertNothingStaged();
  }

  @Test
  void onlyWhoMayWriteTheSourcePublishes() throws Exception {
    byte[] block = TestBlocks.block(26, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    PseudoName name = name(path);
    assertThatThrownBy(() -> as("mallory", () -> publish(path, block, name, "reader")))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("mallory");
    cluster.fileSystem().setOwner(path, "owner", "people");
    assertThat(as("owner", () -> publish(path, block, name, "owner"))).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    assertThat(cluster.fileSystem().getFileStatus(replica).getOwner()).isEqualTo("owner");
    assertNothingStaged();
  }

  @Test
  void aStagedFileOfAnotherUserIsRefused() throws Exception {
    byte[] block = TestBlocks.block(27, 1_000, 1, 3);
    Path path = write(block, (short) 0666);
    Path staged =
        new Path(PseudoLayout.of(cluster.configuration()).staging(), "x." + name(path).fileName());
    TestBlocks.write(cluster.fileSystem(), staged, 1, block);
    PseudoName name = name(path);
    Publication publication =
        new Publication(
            path.toUri().getPath(),
            name.blockId(),
            name.generationStamp(),
            VISITS,
            staged.toString());
    assertThatThrownBy(
            () ->
                as(
                    "mallory",
                    () -> {
                      try (HailClientProtocol directory =
                          HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
                        return directory.publish(publication);
                      }
                    }))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("not mallory's to publish");
    cluster.fileSystem().delete(staged, false);
  }

  @Test
  void nobodyKeepsOthersFromPublishingByBeingThereFirst() throws Exception {
    byte[] block = TestBlocks.block(41, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    Path guessed =
        new Path(
            PseudoLayout.of(cluster.configuration()).staging(), name(path).stagedName("attempt"));
    as(
        "mallory",
        () -> {
          try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
            return fs.mkdirs(guessed, new FsPermission((short) 0700));
          }
        });
    cluster.fileSystem().setOwner(path, "owner", "people");
    assertThat(as("owner", () -> publish(path, block, name(path), "attempt"))).isTrue();
    cluster.fileSystem().delete(guessed, true);
  }

  @Test
  void replicasOfReplicasAreRefusedAsTheyWouldHaveBudgetsWithoutEnd() throws Exception {
    byte[] block = TestBlocks.block(42, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    cluster.fileSystem().setOwner(path, "owner", "people");
    assertThat(as("owner", () -> publish(path, block, name(path), "w"))).isTrue();
    Path replica = cluster.fileSystem().makeQualified(new Path(pseudo(path).get(0).path()));
    assertThatThrownBy(() -> as("owner", () -> publish(replica, block, name(replica), "w")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(replica.toUri().getPath() + " is in /.hail")
        .hasMessageContaining("index the file that it was made of");
    assertThat(pseudo(replica)).isEmpty();
    assertNothingStaged();
  }

  @Test
  void replicasAreReplicatedWhereTheirDirectoryIsErasureCoded() throws Exception {
    byte[] block = TestBlocks.block(43, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    Path staging = PseudoLayout.of(cluster.configuration()).staging();
    String policy = "XOR-2-1-1024k";
    cluster.fileSystem().enableErasureCodingPolicy(policy);
    // As it inherits one from the root of the file system.
    cluster.fileSystem().setErasureCodingPolicy(staging, policy);
    try {
      assertThat(publish(path, block, name(path), "w")).isTrue();
    } finally {
      cluster.fileSystem().unsetErasureCodingPolicy(staging);
    }
    assertThat(pseudo(path)).hasSize(1);
  }

  @Test
  void whenAnAclIsTakenAwayNobodyGetsWhatItsMaskKeptFromHim() throws Exception {
    byte[] block = TestBlocks.block(44, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    setAcl(path, "user::rw-,user:friend:r--,group::rw-,mask::---,other::---");
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    assertThat(cluster.fileSystem().getFileStatus(replica).hasAcl()).isTrue();
    setAcl(path, "user::rw-,group::---,other::---");
    List<FileStatus> seen = new ArrayList<>();
    Waiting.until(
        "the replica has no ACL",
        () -> {
          seen.add(cluster.fileSystem().getFileStatus(replica));
          return !seen.get(seen.size() - 1).hasAcl();
        });
    assertThat(seen).allMatch(status -> status.getPermission().toShort() == 0600);
  }

  private static void setAcl(Path path, String acl) throws IOException {
    cluster.fileSystem().setAcl(path, AclEntry.parseAclSpec(acl, true));
  }

  @Test
  void filesElsewhereAreRefused() throws Exception {
    byte[] block = TestBlocks.block(28, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    PseudoName name = name(path);
    for (String elsewhere : List.of("/elsewhere", "/.hail/staging/../x", "/.hail/replicas/a/b")) {
      Publication publication =
          new Publication(
              path.toUri().getPath(), name.blockId(), name.generationStamp(), VISITS, elsewhere);
      try (HailClientProtocol directory =
          HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
        assertThatThrownBy(() -> directory.publish(publication))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("is not in /.hail/staging");
      }
    }
  }

  @Test
  void whoMayNotReachTheSourceCannotReachItsReplicas() throws Exception {
    byte[] block = TestBlocks.block(29, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    cluster.fileSystem().setPermission(path.getParent(), new FsPermission((short) 0700));
    assertThatThrownBy(() -> as("mallory", () -> HailFile.open(cluster.configuration(), path)))
        .isInstanceOf(AccessControlException.class);
    // The file itself is readable, but its directory's name is not to be found out.
    Path replicas = replica.getParent().getParent();
    assertThatThrownBy(
            () ->
                as(
                    "mallory",
                    () -> FileSystem.newInstance(cluster.configuration()).listStatus(replicas)))
        .isInstanceOf(AccessControlException.class);
    assertThat(replica.getParent().getName()).matches("[0-9a-f]{32}-[0-9a-f]+");
  }

  @Test
  void indexesAreAddedShownCheckedAndDroppedByHand() throws Exception {
    HailShell shell = new HailShell(cluster);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 6_000; i++) {
      text.append(i).append(",name ").append(i * 7919 % 6_000).append('\n');
    }
    HailShell.Result put =
        shell.runWithInput(
            text.toString(),
            "put",
            "--schema",
            "k INT, name STRING",
            "--index",
            "k",
            "--block-size",
            "16k",
            "-",
            "/by-hand");
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(cluster, new Path("/by-hand"), 2);
    String[] query = {"cat", "--stats", "--filter", "name = 'name 42'", "/by-hand"};
    List<String> expected =
        text.toString().lines().filter(line -> line.endsWith(",name 42")).toList();
    HailShell.Result scan = shell.run(query);
    assertThat(scan.out().lines().toList()).isEqualTo(expected);
    assertThat(scan.err()).doesNotContain("index equality");

    HailShell.Result add = shell.run("index", "add", "--by", "name", "/by-hand");
    assertThat(add.code()).as("%s", add).isZero();
    assertThat(add.out()).contains("blocks indexed by name, 0 had it");
    assertThat(shell.run("index", "add", "--by", "name", "/by-hand").out()).contains(": 0 of ");
    HailShell.Result show = shell.run("index", "show", "/by-hand");
    int blocks = HailFile.open(cluster.configuration(), new Path("/by-hand")).blocks().size();
    assertThat(show.out()).contains(" +name").containsPattern("name +" + blocks + "/" + blocks);
    assertThat(show.out())
        .containsPattern("name +" + blocks + " +[0-9.]+ KB +0.00 +in use\\n")
        .containsPattern("take [0-9.]+ KB of [0-9.]+ KB for this file, [0-9.]+ .?B of any number");
    HailShell.Result lookup = shell.run(query);
    assertThat(lookup.out().lines().toList()).isEqualTo(expected);
    assertThat(lookup.err()).contains("index equality").doesNotContain("scan ");
    HailShell.Result fsck = shell.run("fsck", "/by-hand");
    assertThat(fsck.code()).as("%s", fsck).isZero();
    assertThat(fsck.out()).contains(3 * blocks + " sound replicas");

    damageFirst("/by-hand");
    HailShell.Result found = shell.run("fsck", "/by-hand");
    assertThat(found.code()).as("%s", found).isEqualTo(1);
    assertThat(found.out()).contains("Pseudo replica /.hail/replicas/");
    // The damage is in every row: the block's other replicas answer.
    assertThat(shell.run(query).out().lines().toList()).isEqualTo(expected);

    // Who read it has told HDFS of the damage.
    Waiting.until("the damaged one is collected", () -> pseudo(new Path("/by-hand")).isEmpty());
    assertThat(shell.run("index", "add", "--by", "name", "/by-hand").out())
        .contains(": 1 of " + blocks + " blocks indexed by name");

    HailShell.Result drop = shell.run("index", "drop", "--by", "name", "/by-hand");
    assertThat(drop.code()).as("%s", drop).isZero();
    assertThat(drop.out()).contains(blocks + " of " + blocks + " blocks had an index by name");
    assertThat(shell.run("index", "show", "/by-hand").out()).doesNotContain("+name");
    HailShell.Result again = shell.run("index", "drop", "--by", "name", "/by-hand");
    assertThat(again.code()).as("%s", again).isZero();
    assertThat(again.out()).isEqualTo("/by-hand: nothing was dropped; there is no index by name\n");
    assertThat(shell.run("index", "drop", "--by", "@1", "/by-hand").out())
        .contains("is of the upload, and stays");
    assertThat(shell.run(query).out().lines().toList()).isEqualTo(expected);
    assertThat(shell.run("index", "add", "--by", "nope", "/by-hand").code()).isEqualTo(1);
    assertThat(shell.run("index", "drop", "/by-hand").code()).isEqualTo(2);
  }

  @Test
  void datanodesOfOneHostAreToldApartByTheirPorts() throws Exception {
    HailShell shell = new HailShell(cluster);
    String text = "1,one\n2,two\n".repeat(20_000);
    String[] put = {"put", "--schema", "k INT, name STRING", "--replication", "1", "--index", "k"};
    List<String> command = new ArrayList<>(List.of(put));
    command.addAll(List.of("--block-size", "16k", "-", "/by-port"));
    HailShell.Result result = shell.runWithInput(text, command.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(shell.run("index", "add", "--by", "name", "/by-port").code()).isZero();
    // Of so many blocks some have their copies on different datanodes.
    assertThat(shell.run("index", "show", "/by-port").out())
        .containsPattern("127\\.0\\.0\\.1:\\d+ \\+name")
        .doesNotContainPattern("(?<!:\\d{1,5}) \\+name");
    cluster.fileSystem().delete(new Path("/by-port"), false);
  }

  /** Changes bytes all over one pseudo replica of a file. */
  private static void damageFirst(String path) throws IOException {
    PseudoReplica replica = pseudo(new Path(path)).get(0);
    LocatedBlock block = TestBlocks.located(cluster.fileSystem(), new Path(replica.path())).get(0);
    for (DataNode node : cluster.dfs().getDataNodes()) {
      File file = TestBlocks.file(node, block.getBlock());
      if (file != null) {
        byte[] bytes = Files.readAllBytes(file.toPath());
        for (int i = 100; i < bytes.length; i += 100) {
          bytes[i] ^= 1;
        }
        Files.write(file.toPath(), bytes);
      }
    }
  }

  @Test
  void aRightThatIsLeftInASnapshotOnlyIsNone() throws Exception {
    byte[] block = TestBlocks.block(31, 1_000, 1, 3);
    Path path = write(block, (short) 0666);
    PseudoName name = name(path);
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    cluster.fileSystem().setPermission(path, new FsPermission((short) 0600));
    assertThat(publish(path, block, name, "owner")).isTrue();
    Path inSnapshot = new Path(path.getParent(), ".snapshot/s/file");
    for (Path asked : List.of(path, inSnapshot)) {
      String source = asked.toUri().getPath();
      assertThatThrownBy(() -> as("mallory", () -> publish(asked, block, name, "mallory")))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> as("mallory", () -> unpublish(source)))
          .isInstanceOf(AccessControlException.class);
    }
    assertThat(pseudo(path)).hasSize(1);
  }

  private static int unpublish(String path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory.unpublish(path, VISITS);
    }
  }

  @Test
  void aDirectoryThatIsClosedClosesTheReplicasToo() throws Exception {
    byte[] block = TestBlocks.block(32, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path known = new Path(pseudo(path).get(0).path());
    assertThat(as("mallory", () -> canOpen(known))).isTrue();
    cluster.fileSystem().setPermission(path.getParent(), new FsPermission((short) 0700));
    Waiting.until(
        "readers are told that the replica has moved",
        () -> pseudo(path).stream().noneMatch(r -> r.path().equals(known.toString())));
    assertThat(cluster.fileSystem().exists(known)).isFalse();
    assertThat(as("mallory", () -> canOpen(known))).isFalse();
    assertThat(pseudo(path)).hasSize(1);
    HailFile file = HailFile.open(cluster.configuration(), path);
    ScanOptions options = ScanOptions.of(cluster.configuration(), null, 1);
    assertThat(rows(file, Predicate.parse("visits < 0", file.schema()), options)).isNotEmpty();
  }

  private static boolean canOpen(Path path) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(cluster.configuration());
        FSDataInputStream in = fs.open(path)) {
      return in.read() >= 0;
    } catch (FileNotFoundException gone) {
      return false;
    }
  }

  @Test
  void whatAnybodyLeavesInStagingGoesAndKeepsNothingElse() throws Exception {
    Path staging = PseudoLayout.of(cluster.configuration()).staging();
    as(
        "mallory",
        () -> {
          try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
            fs.mkdirs(new Path(staging, "a/b"));
            fs.create(new Path(staging, "z")).close();
            return null;
          }
        });
    Waiting.until("both are gone", () -> cluster.fileSystem().listStatus(staging).length == 0);
  }

  @Test
  void whatIsStagedWithATimeInTheFutureIsCollectedToo() throws Exception {
    Path staged = new Path(PseudoLayout.of(cluster.configuration()).staging(), "tomorrow");
    cluster.fileSystem().create(staged).close();
    cluster
        .fileSystem()
        .setTimes(staged, System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1), -1);
    Waiting.until("it is gone", () -> !cluster.fileSystem().exists(staged));
  }

  @Test
  void aDatanodeThatHangsHoldsItsPublicationForSecondsAndNobodyElse() throws Exception {
    byte[] block = TestBlocks.block(40, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    PseudoName name = name(path);
    Path staged =
        new Path(PseudoLayout.of(cluster.configuration()).staging(), name.stagedName("hung"));
    TestBlocks.write(cluster.fileSystem(), staged, 1, block);
    Publication publication =
        new Publication(
            path.toUri().getPath(),
            name.blockId(),
            name.generationStamp(),
            VISITS,
            staged.toString());
    Configuration patient = new Configuration(cluster.configuration());
    patient.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "40s");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HailClientProtocol publisher = HailProxies.clientProxy(patient, cluster.uri());
        HailClientProtocol directory =
            HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      Waiting.until(
          "the staged block is known",
          () ->
              !directory.getReplicas(staged.toString(), 0, 1).blocks().get(0).replicas().isEmpty());
      try (ReadGate gate = ReadGate.shut()) {
        Future<Publication.Answer> held = thread.submit(() -> publisher.publish(publication));
        gate.awaitReader();
        assertThat(directory.getReplicas(publication.path(), 0, 1).blocks()).hasSize(1);
        assertThat(directory.getSpace(publication.path()).fileUsed()).isZero();
        // By the namenode, which gave up: the gate is shut still.
        assertThatThrownBy(held::get).hasCauseInstanceOf(RemoteException.class);
      }
      assertThat(pseudo(path)).isEmpty();
    } finally {
      thread.shutdownNow();
      cluster.fileSystem().delete(staged, false);
    }
    assertThat(publish(path, block, name, "w")).isTrue();
  }

  @Test
  void aReplicaThatItsOwnerSpoiledGoesAndKeepsNothingElse() throws Exception {
    byte[] block = TestBlocks.block(33, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path spoiled = new Path(pseudo(path).get(0).path());
    long collected = DaemonMetrics.ofNameNodes("CollectedPseudoReplicas");
    assertThat(cluster.fileSystem().truncate(spoiled, 0)).isTrue();
    Waiting.until(
        "the spoiled file is gone and forgotten",
        () ->
            !cluster.fileSystem().exists(spoiled)
                && DaemonMetrics.ofNameNodes("CollectedPseudoReplicas") > collected);
    assertThat(publish(path, block, name(path), "again")).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    cluster.fileSystem().delete(path, false);
    Waiting.until("its directory is gone", () -> !cluster.fileSystem().exists(replica.getParent()));
  }

  @Test
  void whatIsDoneToAReplicaByHandIsCountedInTheNextRound() throws Exception {
    byte[] block = TestBlocks.block(39, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    assertThat(space(path).fileUsed()).isEqualTo(block.length);
    Path replica = new Path(pseudo(path).get(0).path());
    cluster.fileSystem().setReplication(replica, (short) 2);
    Waiting.until(
        "one copy is kept",
        () ->
            cluster.fileSystem().getFileStatus(replica).getReplication() == 1
                && TestBlocks.located(cluster.fileSystem(), replica).get(0).getLocations().length
                    == 1);
    assertThat(space(path).fileUsed()).isEqualTo(block.length);

    cluster.fileSystem().delete(replica.getParent(), true);
    Waiting.until(
        "what was removed is not counted",
        () -> space(path).fileUsed() == 0 && pseudo(path).isEmpty());

    assertThat(publish(path, block, name(path), "again")).isTrue();
    assertThat(space(path).fileUsed()).isEqualTo(block.length);
    Path again = new Path(pseudo(path).get(0).path());
    cluster.fileSystem().rename(again, new Path(path.getParent(), "moved-away"));
    Waiting.until(
        "what was moved away is not counted",
        () -> space(path).fileUsed() == 0 && pseudo(path).isEmpty());
    assertThat(publish(path, block, name(path), "once more")).isTrue();
    assertThat(pseudo(path)).hasSize(1);
    assertThat(space(path).fileUsed()).isEqualTo(block.length);
  }

  private static PseudoSpace space(Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory.getSpace(path.toUri().getPath());
    }
  }

  @Test
  void aDamagedReplicaGoesWhenSomebodyHasMetIt() throws Exception {
    byte[] block = TestBlocks.block(36, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    cluster
        .dfs()
        .corruptBlockOnDataNodes(
            TestBlocks.located(cluster.fileSystem(), replica).get(0).getBlock());
    try (FSDataInputStream in = cluster.fileSystem().open(replica)) {
      assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
    }
    Waiting.until("readers are not told of it any more", () -> pseudo(path).isEmpty());
    assertThat(cluster.fileSystem().exists(replica)).isFalse();
    assertThat(publish(path, block, name(path), "again")).isTrue();
    assertThat(pseudo(path)).hasSize(1);
  }

  @Test
  void aBlockThatIsShorterThanTheNamenodeAllowsIsDeclaredLonger() throws Exception {
    byte[] block = TestBlocks.block(37, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    Configuration least = new Configuration(cluster.configuration());
    least.set("dfs.namenode.fs-limits.min-block-size", "2m");
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    try (PseudoWriter writer = new PseudoWriter(least, file, "w")) {
      assertThat(writer.write(block, block.length, file.source(), name(path)))
          .returns(true, Publication.Answer::isPublished);
    }
    Path replica = new Path(pseudo(path).get(0).path());
    assertThat(cluster.fileSystem().getFileStatus(replica).getBlockSize()).isEqualTo(2 << 20);
    assertThat(cluster.fileSystem().getFileStatus(replica).getLen()).isEqualTo(block.length);
  }

  @Test
  void anUnsortedCopyIsNotPublished() throws Exception {
    byte[] block = TestBlocks.block(38, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    PseudoName none = new PseudoName(name(path).blockId(), name(path).generationStamp(), 0);
    assertThatThrownBy(() -> publish(path, block, none, "w"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is to have no order");
    assertNothingStaged();
  }

  @Test
  void anotherFileAtTheOldPathGivesItsAccessToNoReplica() throws Exception {
    byte[] block = TestBlocks.block(34, 1_000, 1, 3);
    Path path = write(block, (short) 0600);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    Path replica = new Path(pseudo(path).get(0).path());
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    cluster.fileSystem().delete(path, false);
    TestBlocks.write(cluster.fileSystem(), path, 2, block);
    cluster.fileSystem().setPermission(path, new FsPermission((short) 0666));
    // Whatever is collected after that was collected with the new file there.
    Path mark = new Path(PseudoLayout.of(cluster.configuration()).staging(), "mark");
    cluster.fileSystem().create(mark).close();
    Waiting.until("rounds have passed", () -> !cluster.fileSystem().exists(mark));
    assertThat(cluster.fileSystem().getFileStatus(replica).getPermission().toShort())
        .isEqualTo((short) 0600);
  }

  @Test
  void anotherFileAtTheOldPathHasNoUsesOfTheOneInTheSnapshot() throws Exception {
    byte[] block = TestBlocks.block(45, 1_000, 1, 3);
    Path path = write(block, (short) 0644);
    assertThat(publish(path, block, name(path), "w")).isTrue();
    cluster.fileSystem().allowSnapshot(path.getParent());
    cluster.fileSystem().createSnapshot(path.getParent(), "s");
    String inSnapshot = new Path(path.getParent(), ".snapshot/s/file").toUri().getPath();
    cluster.fileSystem().delete(path, false);
    TestBlocks.write(cluster.fileSystem(), path, 2, block);
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      directory.noteUse(new IndexUseNote(path.toUri().getPath(), VISITS, 0, 0, 7));
      Waiting.until(
          "uses of the file are kept",
          () -> cluster.fileSystem().getXAttrs(path).containsKey(HailXAttributes.USE));
      directory.noteUse(new IndexUseNote(inSnapshot, VISITS, 10, 5, 0));
    }
    // The first one may have begun before.
    awaitRound();
    awaitRound();
    assertThat(new String(cluster.fileSystem().getXAttr(path, HailXAttributes.USE), UTF_8))
        .contains(" served=0.000 ");
  }

  /** Waits until all is collected that was there to collect. */
  private static void awaitRound() throws Exception {
    Path mark = new Path(PseudoLayout.of(cluster.configuration()).staging(), "round");
    cluster.fileSystem().create(mark).close();
    cluster.fileSystem().setTimes(mark, 0, -1);
    Waiting.until("a round has passed", () -> !cluster.fileSystem().exists(mark));
  }

  @Test
  void readersHaveNothingKeptWithFilesWithoutSchema() throws Exception {
    byte[] block = TestBlocks.block(47, 1_000, 1, 3);
    Path readable = write(block, (short) 0644);
    Path writable = write(block, (short) 0666);
    as(
        "mallory",
        () -> {
          try (HailClientProtocol directory =
              HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
            for (Path path : List.of(readable, writable)) {
              IndexUseNote note = new IndexUseNote(path.toUri().getPath(), VISITS, 0, 0, 7);
              assertThat(directory.noteUse(note).roomBytes()).isPositive();
            }
            return null;
          }
        });
    Waiting.until(
        "uses by who may write are kept",
        () -> cluster.fileSystem().getXAttrs(writable).containsKey(HailXAttributes.USE));
    awaitRound();
    assertThat(cluster.fileSystem().getXAttrs(readable)).doesNotContainKey(HailXAttributes.USE);
    // Of an index that is there it counts.
    assertThat(publish(readable, block, name(readable), "w")).isTrue();
    as(
        "mallory",
        () -> {
          try (HailClientProtocol directory =
              HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
            String path = readable.toUri().getPath();
            return directory.noteUse(new IndexUseNote(path, VISITS, 9, 5, 0));
          }
        });
    Waiting.until(
        "uses by who may read are kept",
        () -> cluster.fileSystem().getXAttrs(readable).containsKey(HailXAttributes.USE));
  }

  @Test
  void whatJobsCostIsKeptUnderWhateverPathTheyKnowAFile() throws Exception {
    byte[] block = TestBlocks.block(46, 1_000, 1, 3);
    Path odd = write(block, (short) 0644);
    Path other = write(block, (short) 0644);
    String source = odd.toUri().getPath();
    // The second one is the same to the namenode, but no path to its clients.
    for (String path : List.of(source, "/" + source, other.toUri().getPath())) {
      try (HailClientProtocol directory =
          HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
        Indexing job = new Indexing("job", path, VISITS);
        directory.beginIndexing(job, new Indexing.Plan(1, 1, 1, 1, 1, false, 0, 1));
        directory.taskEnded(job, new Indexing.TaskCost(Indexing.TaskKind.SCAN, 1.5, 0));
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

  @Test
  void namesSayWhatAFileIs() {
    PseudoName name = new PseudoName(1073741825L, 1001, 4);
    assertThat(name.fileName()).isEqualTo("1073741825_1001_4");
    assertThat(PseudoName.parse(name.fileName())).isEqualTo(name);
    assertThat(PseudoName.parse(name.stagedName("attempt_1_2.x"))).isEqualTo(name);
    for (String no :
        Arrays.asList("", "1_2", "1_2_x", "a_1_2_3", "1_2_3.", "99999999999999999999_1_1")) {
      assertThat(PseudoName.parse(no)).as(no).isNull();
    }
    PseudoLayout layout = new PseudoLayout(new Path("/.hail"));
    assertThat(layout.nameOf("/.hail/staging/w.1_2_3")).isEqualTo(new PseudoName(1, 2, 3));
    Path claimed = layout.claimed(new Path("/.hail/staging/w.1_2_3"), "a/../user");
    assertThat(claimed.getParent()).isEqualTo(new Path("/.hail/claimed"));
    assertThat(layout.nameOf(claimed.toString())).isEqualTo(new PseudoName(1, 2, 3));
    assertThat(layout.nameOf("/.hail/replicas/ab/1_2_3")).isEqualTo(new PseudoName(1, 2, 3));
    assertThat(layout.nameOf("/.hail/1_2_3")).isNull();
    assertThat(layout.nameOf("/.hail/replicas/1_2_3")).isNull();
    assertThat(layout.nameOf("/.hailx/staging/1_2_3")).isNull();
  }
}
