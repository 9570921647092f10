// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.minicluster.TestBlocks;
import dev.hail.protocol.CallerMark;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files whose blocks a plain copy has glued together, read all the same and put right. */
@ExtendWith(SharedCluster.class)
class GluedFileTest {
  private static final int SMALLEST_BLOCK = 4_096;
  private static final int CHUNK = 512;

  private final HailShell shell;
  private final DistributedFileSystem hdfs;

  GluedFileTest(HailShell shell) {
    this.shell = shell;
    this.hdfs = shell.fileSystem();
  }

  @BeforeEach
  void makeFolder() throws IOException {
    hdfs.mkdirs(new Path("/glued"));
  }

  @AfterEach
  void removeFolder() throws IOException {
    hdfs.delete(new Path("/glued"), true);
  }

  private static List<String> rows(long seed) {
    return NamedRows.of(seed, 5_000);
  }

  private void put(List<String> rows, String path) throws Exception {
    NamedRows.put(shell, rows, "name", path);
    TestBlocks.awaitReplication(shell.cluster(), new Path(path), 3);
  }

  /** The bytes as a plain client reads them that is allowed to. */
  private byte[] plainBytes(String path) throws IOException {
    return CallerMark.marked(
        () -> {
          try (FSDataInputStream in = hdfs.open(new Path(path))) {
            return in.readAllBytes();
          }
        });
  }

  private void plainWrite(byte[] bytes, String path, long blockSize) throws Exception {
    try (FSDataOutputStream out = hdfs.create(new Path(path), true, 4_096, (short) 3, blockSize)) {
      out.write(bytes);
    }
    TestBlocks.awaitReplication(shell.cluster(), new Path(path), 3);
  }

  private List<String> cat(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "cat";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    HailShell.Result cat = shell.run(command);
    assertThat(cat.code()).as("%s", cat).isZero();
    return cat.out().lines().toList();
  }

  private void assertAnswers(String path, List<String> rows) throws Exception {
    assertRows(cat(path), rows);
    assertRows(
        cat("--filter", "k = 7", path), rows.stream().filter(row -> row.startsWith("7,")).toList());
    assertRows(
        cat("--filter", "name = 'name 11'", path),
        rows.stream().filter(row -> row.contains(",name 11,")).toList());
  }

  private static void assertRows(List<String> found, List<String> expected) {
    RightAnswer.expect(
        () -> assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected));
  }

  /** Replicas that no datanode sorted have the same bytes, so no reader can mix them. */
  private void assertGlued(String path) throws Exception {
    HailFile file = HailFile.open(shell.cluster().configuration(), new Path(path));
    assertThat(file.blocks()).anyMatch(HailBlock::isGlued);
    Set<Long> whole = new HashSet<>();
    for (HailBlock block : file.blocks()) {
      if (!block.isGlued()) {
        whole.add(block.id());
      }
    }
    for (LocatedBlock block : TestBlocks.located(hdfs, new Path(path))) {
      if (!whole.contains(block.getBlock().getBlockId())) {
        Map<String, byte[]> replicas = TestBlocks.replicas(shell.cluster(), block.getBlock());
        byte[] first = replicas.values().iterator().next();
        assertThat(replicas).hasSize(3);
        RightAnswer.expect(
            replicas.values(),
            all -> assertThat(all).allMatch(other -> Arrays.equals(first, other)));
      }
    }
  }

  private void assertPutRight(String source, String glued, List<String> rows) throws Exception {
    HailShell.Result fsck = shell.run("fsck", glued);
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.said())
        .contains("Shares HDFS blocks")
        .contains("hail cp")
        .doesNotContain("damaged");
    String copy = glued + "-right";
    HailShell.Result cp = shell.run("cp", glued, copy);
    assertThat(cp.code()).as("%s", cp).isZero();
    TestBlocks.awaitReplication(shell.cluster(), new Path(copy), 3);
    assertRows(cat(copy), rows);
    assertThat(lengths(copy)).isEqualTo(lengths(source));
    for (LocatedBlock block : TestBlocks.located(hdfs, new Path(copy))) {
      assertThat(TestBlocks.orders(TestBlocks.replicas(shell.cluster(), block.getBlock())))
          .isEqualTo(List.of(1, 2, 3));
    }
    HailShell.Result sound = shell.run("fsck", copy);
    assertThat(sound.code()).as("%s", sound).isZero();
    assertThat(hdfs.getXAttr(new Path(copy), HailXAttributes.INDEX))
        .isEqualTo(hdfs.getXAttr(new Path(source), HailXAttributes.INDEX));
  }

  private List<Long> lengths(String path) throws IOException {
    return TestBlocks.located(hdfs, new Path(path)).stream()
        .map(LocatedBlock::getBlockSize)
        .toList();
  }

  @Test
  void fileInOneHdfsBlock_isReadAndPutRight() throws Exception {
    List<String> rows = rows(51);
    put(rows, "/glued/a");
    plainWrite(plainBytes("/glued/a"), "/glued/b", 8 << 20);
    assertThat(lengths("/glued/b")).hasSize(1);
    assertGlued("/glued/b");
    assertAnswers("/glued/b", rows);
    assertPutRight("/glued/a", "/glued/b", rows);
  }

  @Test
  void fileCutAnywhere_isReadAndPutRight() throws Exception {
    for (long seed : TestSeeds.of(2).toArray()) {
      List<String> rows = rows(seed);
      put(rows, "/glued/a" + seed);
      long blockSize = SMALLEST_BLOCK + (long) CHUNK * new Random(seed).nextInt(80);
      String copy = "/glued/b" + seed;
      plainWrite(plainBytes("/glued/a" + seed), copy, blockSize);
      assertGlued(copy);
      assertAnswers(copy, rows);
      assertPutRight("/glued/a" + seed, copy, rows);
    }
  }

  @Test
  void joinedFile_ofWholeAndGluedBlocks_isRead() throws Exception {
    List<String> rows = rows(52);
    put(rows.subList(0, 2_500), "/glued/a");
    put(rows.subList(2_500, 5_000), "/glued/c");
    plainWrite(
        plainBytes("/glued/c"),
        "/glued/b",
        hdfs.getFileStatus(new Path("/glued/a")).getBlockSize());
    hdfs.concat(new Path("/glued/a"), new Path[] {new Path("/glued/b")});
    HailFile file = HailFile.open(shell.cluster().configuration(), new Path("/glued/a"));
    assertThat(file.blocks()).anyMatch(HailBlock::isGlued).anyMatch(block -> !block.isGlued());
    assertAnswers("/glued/a", rows);
  }

  @Test
  void glued_withMixOfTwoOrders_isRefused() throws Exception {
    List<String> rows = rows(53);
    put(rows, "/glued/a");
    LocatedBlock first = TestBlocks.located(hdfs, new Path("/glued/a")).get(0);
    byte[] bytes = plainBytes("/glued/a");
    int half = (int) first.getBlockSize() / 2;
    byte[] start = Arrays.copyOf(bytes, half);
    byte[] other =
        TestBlocks.replicas(shell.cluster(), first.getBlock()).values().stream()
            .filter(replica -> !Arrays.equals(start, Arrays.copyOf(replica, half)))
            .findFirst()
            .orElseThrow();
    // As a plain client leaves it that went on in another replica.
    System.arraycopy(other, half, bytes, half, other.length - half);
    plainWrite(bytes, "/glued/mixed", 8 << 20);
    for (String filter : List.of("k >= 0", "k = 7", "name = 'name 11'", "at = 5")) {
      HailShell.Result cat = shell.run("cat", "--filter", filter, "/glued/mixed");
      assertThat(cat.code()).as("%s", cat).isEqualTo(1);
      assertThat(rows).containsAll(cat.out().lines().toList());
    }
    HailShell.Result fsck = shell.run("fsck", "/glued/mixed");
    assertThat(fsck.code()).isEqualTo(1);
    assertThat(fsck.said()).contains("damaged");
  }

  @Test
  void glued_withoutItsEnd_isRefused() throws Exception {
    put(rows(54), "/glued/a");
    byte[] bytes = plainBytes("/glued/a");
    plainWrite(Arrays.copyOf(bytes, bytes.length - 100), "/glued/torn", 8 << 20);
    HailShell.Result cat = shell.run("cat", "/glued/torn");
    assertThat(cat.code()).as("%s", cat).isEqualTo(1);
    assertThat(cat.out()).isEmpty();
    assertThat(shell.run("cp", "/glued/torn", "/glued/c").code()).isEqualTo(1);
    assertThat(hdfs.listStatus(new Path("/glued"))).hasSize(2);
  }

  @Test
  void copyWithoutAttributes_inDirectory_isCheckedAndListed() throws Exception {
    put(rows(56), "/glued/a");
    plainWrite(plainBytes("/glued/a"), "/glued/below/b", 8 << 20);
    plainWrite("just text\n".repeat(100).getBytes(UTF_8), "/glued/below/text", 8 << 20);
    assertThat(hdfs.getXAttrs(new Path("/glued/below/b"))).isEmpty();
    hdfs.create(new Path("/glued/below/empty")).close();
    // A block of an upload that has not joined it yet.
    plainWrite(plainBytes("/glued/a"), "/glued/.hail-put-me-host~1~1~1/0", 8 << 20);
    HailShell.Result fsck = shell.run("fsck", "/glued");
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains("/glued/a: ", "/glued/below/b: ", "NOT HEALTHY: 2 files, ")
        .contains("Shares HDFS blocks", "hail cp")
        .doesNotContain("/glued/below/text", "/glued/below/empty", ".hail-put");
    HailShell.Result ls = shell.run("ls", "-R", "/glued");
    assertThat(ls.code()).as("%s", ls).isZero();
    assertThat(ls.out())
        .containsPattern("HAIL\\[k,name,at\\] +/glued/a\n")
        .containsPattern(" HAIL +/glued/below/b\n")
        .containsPattern(" - +/glued/below/text\n");
  }

  /** As `hdfs fsck -move' leaves a file of which a block is lost: a part of it, plain. */
  @Test
  void partOfFileWithoutAttributes_inDirectory_isCheckedOrNamed() throws Exception {
    put(rows(57), "/glued/a");
    byte[] bytes = plainBytes("/glued/a");
    int first = (int) TestBlocks.located(hdfs, new Path("/glued/a")).get(0).getBlockSize();
    plainWrite(Arrays.copyOf(bytes, first), "/glued/lost/0", 8 << 20);
    plainWrite(Arrays.copyOf(bytes, first - 100), "/glued/lost/1", 8 << 20);
    plainWrite(Arrays.copyOf(bytes, 40), "/glued/lost/2", 8 << 20);
    HailShell.Result fsck = shell.run("fsck", "/glued/lost");
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains("/glued/lost/0: ", "/glued/lost/1: ", "/glued/lost/2: not checked")
        .contains("NOT HEALTHY: 3 files, ");
  }

  @Test
  void otherCommands_onGluedFile_work() throws Exception {
    put(rows(55), "/glued/a");
    plainWrite(plainBytes("/glued/a"), "/glued/b", 16 << 10);
    HailShell.Result stat = shell.run("stat", "/glued/b");
    assertThat(stat.code()).as("%s", stat).isZero();
    assertThat(stat.out()).contains("5,000");
    HailShell.Result show = shell.run("index", "show", "/glued/b");
    assertThat(show.code()).as("%s", show).isZero();
    HailShell.Result advise = shell.run("index", "advise", "/glued/b");
    assertThat(advise.code()).as("%s", advise).isEqualTo(1);
    assertThat(advise.err()).contains("no attribute user.hail.schema", "hail cp");
    HailShell.Result add = shell.run("index", "add", "--by", "name", "/glued/b");
    assertThat(add.code()).as("%s", add).isEqualTo(1);
    assertThat(add.said()).contains("hail cp");
    HailShell.Result cp = shell.run("cp", "/glued/b", "/glued/a");
    assertThat(cp.code()).as("%s", cp).isEqualTo(1);
    assertThat(cp.said()).contains("File exists");
    HailShell.Result replaced = shell.run("cp", "-f", "/glued/b", "/glued/a");
    assertThat(replaced.code()).as("%s", replaced).isZero();
    assertAnswers("/glued/a", rows(55));
  }
}
