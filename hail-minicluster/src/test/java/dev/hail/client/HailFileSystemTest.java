// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.fs.HailFileSystem;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.TestBlocks;
import dev.hail.testing.CanonicalRow;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.RandomCase;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HAIL files and others, copied as bytes by Hadoop's own tools through {@code hail://}. */
@ExtendWith(SharedCluster.class)
class HailFileSystemTest {
  private static final List<Integer> ORDERS = List.of(1, 2, 3);

  private final HailShell shell;
  private final DistributedFileSystem hdfs;
  private final Configuration configuration;
  private FileSystem hail;

  HailFileSystemTest(HailShell shell) {
    this.shell = shell;
    this.hdfs = shell.fileSystem();
    this.configuration = new Configuration(shell.cluster().configuration());
  }

  @BeforeEach
  void open() throws IOException {
    hail = FileSystem.newInstance(URI.create(uri("/")), configuration);
    hdfs.mkdirs(new Path("/bytes"));
  }

  @AfterEach
  void remove() throws IOException {
    hail.close();
    hdfs.delete(new Path("/bytes"), true);
  }

  private String uri(String path) {
    return "hail://" + hdfs.getUri().getAuthority() + path;
  }

  private static List<String> rows(long seed) {
    return NamedRows.of(seed, 4_000);
  }

  private void put(List<String> rows, String path) throws Exception {
    NamedRows.put(shell, rows, "\"na,me\"", path);
  }

  private FileStatus status(String path) throws IOException {
    return hdfs.getFileStatus(new Path(path));
  }

  private List<Long> blockLengths(String path) throws IOException {
    return TestBlocks.located(hdfs, new Path(path)).stream()
        .map(LocatedBlock::getBlockSize)
        .toList();
  }

  /** Rows, blocks, orders, attributes and checksum are those of the source. */
  private void assertWholeCopy(String source, String copy, List<String> rows) throws Exception {
    TestBlocks.awaitReplication(shell.cluster(), new Path(copy), 3);
    assertThat(blockLengths(copy)).hasSizeGreaterThan(3).isEqualTo(blockLengths(source));
    for (LocatedBlock block : TestBlocks.located(hdfs, new Path(copy))) {
      Map<String, byte[]> replicas = TestBlocks.replicas(shell.cluster(), block.getBlock());
      assertThat(TestBlocks.orders(replicas)).as("%s", block).isEqualTo(ORDERS);
    }
    HailShell.Result fsck = shell.run("fsck", copy);
    assertThat(fsck.code()).as("%s", fsck).isZero();
    HailShell.Result cat = shell.run("cat", copy);
    assertThat(cat.code()).as("%s", cat).isZero();
    RightAnswer.expect(
        () -> assertThat(cat.out().lines()).containsExactlyInAnyOrderElementsOf(rows));
    for (String name :
        List.of(HailXAttributes.VERSION, HailXAttributes.SCHEMA, HailXAttributes.INDEX)) {
      assertThat(hdfs.getXAttr(new Path(copy), name))
          .as(name)
          .isEqualTo(hdfs.getXAttr(new Path(source), name));
    }
    assertThat(hail.getFileChecksum(new Path(uri(copy))))
        .isEqualTo(hail.getFileChecksum(new Path(uri(source))));
  }

  /** What a command of HDFS' shell printed, a character for each byte; it must succeed. */
  private String fs(String... arguments) throws Exception {
    HailShell.Result result = HdfsShell.run(configuration, arguments);
    assertThat(result.code()).as("%s: %s", List.of(arguments), result).isZero();
    return StandardCharsets.ISO_8859_1.decode(result.bytes().duplicate()).toString();
  }

  private void distcp(String... arguments) throws Exception {
    assertThat(ToolRunner.run(configuration, new DistCp(configuration, null), arguments))
        .as("%s", List.of(arguments))
        .isZero();
  }

  @Test
  void hadoopFsCp_ofHailFile_isACopyWithItsOrders() throws Exception {
    List<String> rows = rows(1);
    put(rows, "/bytes/a");
    fs("-cp", uri("/bytes/a"), uri("/bytes/b"));
    assertWholeCopy("/bytes/a", "/bytes/b", rows);
    // Attributes that only the source knows.
    fs("-cp", "-ptopax", uri("/bytes/a"), uri("/bytes/c"));
    assertWholeCopy("/bytes/a", "/bytes/c", rows);
    assertThat(hdfs.getXAttrs(new Path("/bytes/c"))).containsKey(HailXAttributes.FORMAT);
    assertThat(status("/bytes/c").getModificationTime())
        .isEqualTo(status("/bytes/a").getModificationTime());
  }

  @Test
  void distcp_ofTree_copiesHailFilesAndOthers() throws Exception {
    List<String> rows = rows(2);
    put(rows, "/bytes/from/a");
    byte[] plain = random(3, 150_000);
    write(hdfs, "/bytes/from/deep/plain", plain);
    write(hdfs, "/bytes/from/empty", new byte[0]);
    distcp("-pbx", uri("/bytes/from"), uri("/bytes/to"));
    assertWholeCopy("/bytes/from/a", "/bytes/to/a", rows);
    assertThat(read(hdfs, "/bytes/to/deep/plain")).isEqualTo(plain);
    assertThat(status("/bytes/to/empty").getLen()).isZero();
    assertThat(hdfs.getXAttrs(new Path("/bytes/to/a")))
        .containsOnlyKeys(hdfs.getXAttrs(new Path("/bytes/from/a")).keySet());
  }

  @Test
  void distcpUpdate_ofFileWithOtherRows_replacesIt() throws Exception {
    put(rows(4), "/bytes/from/a");
    distcp("-pbx", uri("/bytes/from"), uri("/bytes/to"));
    List<String> rows = new ArrayList<>(rows(4));
    rows.set(17, rows.get(17).replaceAll("^\\d+", "901"));
    hdfs.delete(new Path("/bytes/from/a"), false);
    put(rows, "/bytes/from/a");
    assertThat(hail.getFileChecksum(new Path(uri("/bytes/to/a"))))
        .isNotEqualTo(hail.getFileChecksum(new Path(uri("/bytes/from/a"))));
    distcp("-pbx", "-update", uri("/bytes/from"), uri("/bytes/to"));
    assertWholeCopy("/bytes/from/a", "/bytes/to/a", rows);
  }

  @Test
  void distcp_toLocalFilesAndBack_isTheSameFile(@TempDir java.nio.file.Path folder)
      throws Exception {
    List<String> rows = rows(5);
    put(rows, "/bytes/from/a");
    String local = folder.resolve("backup").toUri().toString();
    distcp(uri("/bytes/from"), local);
    assertThat(Files.size(folder.resolve("backup/a"))).isEqualTo(status("/bytes/from/a").getLen());
    distcp(local, uri("/bytes/back"));
    assertWholeCopy("/bytes/from/a", "/bytes/back/a", rows);
    String got = folder.resolve("got").toString();
    fs("-get", uri("/bytes/from/a"), got);
    fs("-put", got, uri("/bytes/again"));
    assertWholeCopy("/bytes/from/a", "/bytes/again", rows);
  }

  @Test
  void replicas_ofAllOrders_haveOneContentHash() throws Exception {
    put(rows(6), "/bytes/a");
    TestBlocks.awaitReplication(shell.cluster(), new Path("/bytes/a"), 3);
    for (LocatedBlock block : TestBlocks.located(hdfs, new Path("/bytes/a"))) {
      Map<String, byte[]> replicas = TestBlocks.replicas(shell.cluster(), block.getBlock());
      assertThat(TestBlocks.orders(replicas)).isEqualTo(ORDERS);
      List<Long> hashes = new ArrayList<>();
      for (byte[] replica : replicas.values()) {
        hashes.add(Preamble.read(replica, replica.length).contentHash());
      }
      assertThat(hashes).containsOnly(hashes.get(0));
    }
    // The namenode shuffles the replicas, so these are read from several.
    for (int i = 0; i < 5; i++) {
      assertThat(hail.getFileChecksum(new Path(uri("/bytes/a"))))
          .isEqualTo(hail.getFileChecksum(new Path(uri("/bytes/a"))))
          .extracting("algorithmName")
          .isEqualTo("HAIL-CONTENT-1");
    }
    assertThat(hail.getFileChecksum(new Path(uri("/bytes/a")), 1)).isNull();
  }

  @Test
  void randomFiles_copied_haveTheRowsOfTheirSource(@TempDir java.nio.file.Path folder)
      throws Exception {
    for (long seed : TestSeeds.of(4).toArray()) {
      RandomCase randomCase = RandomCase.of(seed, 800);
      if (randomCase.schema().size() == 1) {
        continue;
      }
      String source = "/bytes/random-" + seed;
      put(randomCase, source, folder);
      // A file without blocks has its schema in its attributes alone.
      boolean empty = status(source).getLen() == 0;
      // A block with a long row is longer than the cluster's blocks.
      fs(
          "-Ddfs.blocksize=4194304",
          "-Dfs.hail.impl.disable.cache=true",
          "-cp",
          empty ? "-ptopax" : "-f",
          uri(source),
          uri(source + "-copy"));
      HailFile copy = HailFile.open(configuration, new Path(source + "-copy"));
      assertThat(copy.schema()).as("%s", randomCase).isEqualTo(randomCase.schema());
      assertThat(copy.indexAttributes()).isEqualTo(randomCase.indexAttributes());
      int[] all = IntStream.rangeClosed(1, copy.schema().size()).toArray();
      try (DuckDbOracle oracle = new DuckDbOracle(randomCase)) {
        List<String> expected = oracle.select("TRUE", all);
        RightAnswer.expect(
            rows(copy, all),
            rows ->
                assertThat(rows)
                    .as("%s", randomCase)
                    .containsExactlyInAnyOrderElementsOf(expected));
      }
    }
  }

  private void put(RandomCase randomCase, String path, java.nio.file.Path folder) throws Exception {
    java.nio.file.Path text = folder.resolve("case" + randomCase.seed());
    Files.write(text, randomCase.text());
    java.nio.file.Path schema = folder.resolve("schema" + randomCase.seed());
    Files.writeString(schema, randomCase.schema().toSql());
    StringJoiner index = new StringJoiner(",");
    for (int position : randomCase.indexAttributes()) {
      index.add("@" + position);
    }
    List<String> arguments =
        new ArrayList<>(List.of("put", "--block-size", "8k", "--index", index.toString()));
    arguments.addAll(List.of("--schema", schema.toString()));
    arguments.addAll(List.of("--max-bad", Integer.toString(randomCase.badRowCount())));
    arguments.addAll(TextOptions.of(randomCase.textFormat()));
    arguments.addAll(List.of(text.toString(), path));
    HailShell.Result put = shell.run(arguments.toArray(String[]::new));
    assertThat(put.code()).as("%s%n%s", randomCase, put).isZero();
  }

  private List<String> rows(HailFile file, int[] projection) throws IOException {
    List<String> found = new ArrayList<>();
    ScanOptions options = ScanOptions.of(configuration, null, 1);
    for (HailBlock block : file.blocks()) {
      try (BlockScan scan =
          BlockScan.open(file, block, new Predicate.True(), projection, options)) {
        RowBatch batch = new RowBatch();
        while (scan.next(batch)) {
          found.addAll(CanonicalRow.of(file.schema(), batch, projection));
        }
      }
    }
    return found;
  }

  @Test
  void filesOfOtherFormats_written_comeOutAsTheyWere() throws Exception {
    byte[] block = TestBlocks.block(7, 300, 1);
    byte[] preambleOnly = Arrays.copyOf(block, Preamble.LENGTH);
    byte[] torn = Arrays.copyOf(block, block.length - 1);
    byte[] garbageBehindMagic = random(8, 100_000);
    System.arraycopy(block, 0, garbageBehindMagic, 0, 20);
    byte[] newer = block.clone();
    newer[16] = 9;
    int i = 0;
    for (byte[] bytes :
        List.of(
            new byte[0],
            random(9, 71),
            random(10, 200_000),
            preambleOnly,
            torn,
            garbageBehindMagic)) {
      String path = "/bytes/other" + i++;
      write(hail, uri(path), bytes);
      assertThat(read(hail, uri(path))).as(path).isEqualTo(bytes);
      assertThat(hail.getFileStatus(new Path(uri(path))).getLen()).isEqualTo(bytes.length);
    }
    assertThat(hail.getFileChecksum(new Path(uri("/bytes/other2"))))
        .isEqualTo(hdfs.getFileChecksum(new Path("/bytes/other2")));
    assertThatThrownBy(() -> write(hail, uri("/bytes/newer"), newer))
        .hasMessageContaining("HAIL format version 9");
  }

  @Test
  void bytes_behindTheLastHailBlock_followInAnHdfsBlockOfTheirOwn() throws Exception {
    byte[] block = TestBlocks.block(7, 300, 1);
    for (byte[] rest : List.of(random(15, 1_000), Arrays.copyOf(block, 20))) {
      byte[] bytes = Arrays.copyOf(block, block.length + rest.length);
      System.arraycopy(rest, 0, bytes, block.length, rest.length);
      write(hail, uri("/bytes/both"), bytes);
      assertThat(blockLengths("/bytes/both"))
          .containsExactly((long) block.length, (long) rest.length);
      byte[] found = read(hail, uri("/bytes/both"));
      assertThat(TestBlocks.rows(Arrays.copyOf(found, block.length)))
          .isEqualTo(TestBlocks.rows(block));
      assertThat(Arrays.copyOfRange(found, block.length, found.length)).isEqualTo(rest);
      assertThat(hail.getFileChecksum(new Path(uri("/bytes/both")))).isNull();
    }
  }

  @Test
  void bytes_inPiecesOfAnySize_areReadAndWritten() throws Exception {
    put(rows(11), "/bytes/a");
    int length = (int) status("/bytes/a").getLen();
    Random random = new Random(11);
    byte[] whole = new byte[length];
    try (FSDataInputStream in = hail.open(new Path(uri("/bytes/a")));
        FSDataOutputStream out = hail.create(new Path(uri("/bytes/b")))) {
      in.readFully(0, whole);
      int at = 0;
      while (at < length) {
        byte[] piece = new byte[Math.min(length - at, 1 + random.nextInt(5_000))];
        in.seek(at);
        in.readFully(piece);
        assertThat(piece).isEqualTo(Arrays.copyOfRange(whole, at, at + piece.length));
        assertThat(in.getPos()).isEqualTo(at + piece.length);
        for (int done = 0; done < piece.length; ) {
          int count = Math.min(piece.length - done, 1 + random.nextInt(100));
          out.write(piece, done, count);
          done += count;
        }
        at += piece.length;
      }
      assertThat(in.read()).isEqualTo(-1);
      assertThatThrownBy(() -> in.seek(length + 1L)).isInstanceOf(IOException.class);
    }
    assertWholeCopy("/bytes/a", "/bytes/b", rows(11));
  }

  @Test
  void block_longerThanDeclared_isRefusedWithTheWay() throws Exception {
    put(rows(12), "/bytes/a");
    byte[] bytes = read(hail, uri("/bytes/a"));
    Path small = new Path(uri("/bytes/small"));
    FSDataOutputStream out = hail.create(small, true, 4_096, (short) 3, 4_096);
    assertThatThrownBy(() -> out.write(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("takes blocks of up to 4096");
    out.close();
    assertThatThrownBy(() -> hail.append(small)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void replica_sortedAnewWhileItIsRead_endsTheStreamWithAnError() throws Exception {
    List<String> rows =
        IntStream.range(0, 9_000).mapToObj(i -> i * 7 % 9_000 + ",n " + i % 31 + "," + i).toList();
    HailShell.Result put =
        shell.runWithInput(
            String.join("\n", rows),
            "put",
            "--block-size",
            "1m",
            "--replication",
            "1",
            "--schema",
            "k INT, name STRING, at INT",
            "--index",
            "k",
            "-",
            "/bytes/one");
    assertThat(put.code()).as("%s", put).isZero();
    LocatedBlock block = TestBlocks.located(hdfs, new Path("/bytes/one")).get(0);
    byte[] bytes = read(hail, uri("/bytes/one"));
    int reads = -1;
    int failed = 0;
    for (int at = 0; at <= reads || reads < 0; at++) {
      try (ReplacedReplica replaced = new ReplacedReplica(holder(block), block.getBlock(), at)) {
        try {
          byte[] found = read(hail, uri("/bytes/one"));
          if (at != 1) {
            assertThat(found).as("replaced at read " + at + " of " + reads).isEqualTo(bytes);
          }
        } catch (IOException failure) {
          failed++;
          assertThat(failure).hasMessageContaining("changed its row order");
        }
        reads = Math.max(reads, replaced.reads());
      }
    }
    assertThat(failed).isBetween(1, reads - 1);
  }

  private DataNode holder(LocatedBlock block) {
    return shell.cluster().dfs().getDataNodes().stream()
        .filter(n -> n.getDatanodeUuid().equals(block.getLocations()[0].getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void commandsOfHadoopFs_onHailFile_work(@TempDir java.nio.file.Path folder) throws Exception {
    put(rows(13), "/bytes/a");
    String file = uri("/bytes/a");
    assertThat(fs("-ls", uri("/bytes"))).contains(file);
    assertThat(fs("-cat", file)).startsWith("ARROW1");
    assertThat(fs("-tail", file)).hasSize(1024);
    assertThat(fs("-checksum", file)).contains("HAIL-CONTENT-1");
    assertThat(fs("-du", file)).contains(Long.toString(status("/bytes/a").getLen()));
    assertThat(fs("-stat", "%b", file)).contains(Long.toString(status("/bytes/a").getLen()));
    assertThat(fs("-count", file)).contains("1");
    assertThat(fs("-getfattr", "-d", file)).contains(HailXAttributes.SCHEMA);
    fs("-df", uri("/"));
    fs("-test", "-f", file);
    fs("-chmod", "600", file);
    fs("-setfacl", "-m", "user:bob:r--", file);
    assertThat(fs("-getfacl", file)).contains("user:bob");
    fs("-setfattr", "-n", "user.mine", "-v", "x", file);
    fs("-setrep", "3", file);
    fs("-touch", file);
    fs("-mkdir", uri("/bytes/d"));
    fs("-mv", file, uri("/bytes/d/b"));
    fs("-getmerge", uri("/bytes/d"), folder.resolve("merged").toString());
    assertThat(Files.size(folder.resolve("merged"))).isEqualTo(status("/bytes/d/b").getLen());
    fs("-rm", "-skipTrash", uri("/bytes/d/b"));
    assertThat(hdfs.exists(new Path("/bytes/d/b"))).isFalse();
  }

  @Test
  void fileContext_withItsKey_copies() throws Exception {
    List<String> rows = rows(14);
    put(rows, "/bytes/a");
    configuration.set("fs.AbstractFileSystem.hail.impl", "dev.hail.client.fs.HailFs");
    FileContext context = FileContext.getFileContext(URI.create(uri("/")), configuration);
    assertThat(context.util().copy(new Path(uri("/bytes/a")), new Path(uri("/bytes/b")))).isTrue();
    assertWholeCopy("/bytes/a", "/bytes/b", rows);
  }

  @Test
  void otherNames_ofTheFileSystem_leadToHdfs() throws Exception {
    try (FileSystem bare = FileSystem.newInstance(URI.create("hail:///"), configuration)) {
      assertThat(bare).isInstanceOf(HailFileSystem.class);
      assertThat(bare.getUri()).isEqualTo(hail.getUri());
    }
    assertThatThrownBy(() -> hail.getFileStatus(new Path("hail://elsewhere:8020/x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> hail.open(new Path(uri("/bytes")))).isInstanceOf(IOException.class);
    Configuration local = new Configuration(configuration);
    local.set("fs.defaultFS", "file:///");
    assertThatThrownBy(() -> FileSystem.newInstance(URI.create("hail:///"), local))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("names no namenode");
  }

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(FileSystem fs, String path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(new Path(path))) {
      out.write(bytes);
    }
  }

  private static byte[] read(FileSystem fs, String path) throws IOException {
    try (FSDataInputStream in = fs.open(new Path(path))) {
      return in.readAllBytes();
    }
  }
}
