// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailFile;
import dev.hail.minicluster.TestBlocks;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedCluster.class)
class PutTest {
  private static final String SCHEMA = "k INT, name STRING, day DATE";

  private final HailShell shell;

  PutTest(HailShell shell) {
    this.shell = shell;
  }

  @BeforeEach
  void makeDirectory() throws Exception {
    shell.fileSystem().mkdirs(new Path("/put"));
  }

  @Test
  void text_put_becomesFileWithSchemaAndIndexes() throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            rows(20_000), "put", "--schema", SCHEMA, "--index", "k,day,@2", "-", "/put/whole");
    assertThat(put.code()).as("%s", put).isZero();
    HailFile file = HailFile.open(shell.cluster().configuration(), new Path("/put/whole"));
    assertThat(file.schema().toSql()).isEqualToIgnoringCase("k INT, name STRING, day DATE");
    assertThat(file.indexAttributes()).containsExactly(1, 3, 2);
    assertThat(file.blocks()).hasSizeGreaterThan(3);
    assertThat(file.directoryFailure()).isNull();
    assertThat(file.blocks())
        .allSatisfy(
            block ->
                assertThat(block.replicas())
                    .extracting(replica -> replica.replica().sortAttribute())
                    .containsExactlyInAnyOrder(1, 2, 3));
    assertThat(shell.fileSystem().listStatus(new Path("/put"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{open", "{x,y}", "[ab]", "back\\slash", "star*", "<b>&'\"%41 #é😀"})
  void names_withPatternCharacters_arePutAsTheyAre(String name) throws Exception {
    Path directory = new Path("/put/" + name);
    shell.fileSystem().mkdirs(directory);
    String file = directory + "/" + name;
    HailShell.Result put =
        shell.runWithInput("1,a,2020-01-01\n", "put", "--schema", SCHEMA, "-", file);
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(shell.cluster(), new Path(file), 3);
    for (String command : List.of("cat", "stat", "ls", "fsck")) {
      HailShell.Result read = shell.run(command, file);
      assertThat(read.code()).as("%s: %s", command, read).isZero();
    }
    assertThat(shell.run("cat", file).out()).isEqualTo("1,a,2020-01-01\n");
    shell.fileSystem().delete(directory, true);
  }

  @Test
  void firstValue_thatBeginsLikeByteOrderMark_isReadBackFromWhatCatPrints() throws Exception {
    for (String quoting : List.of("--quote", "--no-quote")) {
      String[] put = {"put", "-f", "--schema", "name STRING, k INT", quoting, "-", "/put/marked"};
      // The first of the two marks is left out.
      assertThat(shell.runWithInput("\uFEFF\uFEFFa,1\n", put).code()).isZero();
      HailShell.Result printed = shell.run("cat", "/put/marked");
      assertThat(printed.out())
          .isEqualTo(quoting.equals("--quote") ? "\"\uFEFFa\",1\n" : "\uFEFF\uFEFFa,1\n");
      assertThat(shell.runWithInput(printed.out(), put).code()).isZero();
      assertThat(shell.run("cat", "--format", "json", "/put/marked").out())
          .isEqualTo("{\"name\":\"\uFEFFa\",\"k\":1}\n");
    }
    shell.fileSystem().delete(new Path("/put/marked"), false);
  }

  @Test
  void compressedText_onCluster_isPut() throws Exception {
    String text = rows(500);
    Path raw = new Path("/put/raw.csv.gz");
    try (OutputStream out = new GZIPOutputStream(shell.fileSystem().create(raw))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    String source = shell.fileSystem().makeQualified(raw).toString();
    HailShell.Result put =
        shell.run("put", "--schema", SCHEMA, "--index", "k", source, "/put/unzipped");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(shell.run("cat", "/put/unzipped").out().lines().sorted().toList())
        .isEqualTo(text.lines().sorted().toList());
    assertThat(shell.fileSystem().delete(raw, false)).isTrue();
  }

  @Test
  void replicas_moreThanDatanodes_areToldAsTheyAre() throws Exception {
    String[] put = {"put", "-f", "--schema", SCHEMA, "--replication", "5", "-", "/put/five"};
    HailShell.Result five = shell.runWithInput(rows(10), put);
    assertThat(five.code()).as("%s", five).isZero();
    assertThat(five.out()).contains("3 of 5 replicas");
    assertThat(five.err())
        .contains("/put/five': has blocks with 3 of 5 replicas so far; HDFS makes the others when");
    put[5] = "3";
    HailShell.Result three = shell.runWithInput(rows(10), put);
    assertThat(three.out()).contains(", 3 replicas");
    assertThat(three.err()).isEmpty();
  }

  @Test
  void replicas_thatTheNamenodeRefuses_areRefusedInItsWords() throws Exception {
    HailShell.Result refused =
        shell.runWithInput(
            rows(10), "put", "--schema", SCHEMA, "--replication", "600", "-", "/put/many");
    assertThat(refused.code()).as("%s", refused).isEqualTo(1);
    assertThat(refused.err()).contains("hail put: ", "600", "maximum of 512");
    assertThat(refused.err().lines()).hasSizeLessThanOrEqualTo(2);
    assertThat(shell.fileSystem().listStatus(new Path("/put")))
        .extracting(status -> status.getPath().getName())
        .noneMatch(name -> name.equals("many") || name.startsWith(".hail-put"));
  }

  @Test
  void missingParents_withOption_areMade() throws Exception {
    String[] put = {"put", "--parents", "--schema", SCHEMA, "-", "/put/a/b/c/file"};
    HailShell.Result made = shell.runWithInput(rows(10), put);
    assertThat(made.code()).as("%s", made).isZero();
    assertThat(shell.run("cat", "/put/a/b/c/file").out().lines()).hasSize(10);
    HailShell.Result again = shell.runWithInput(rows(10), put);
    assertThat(again.code()).as("%s", again).isEqualTo(1);
    assertThat(again.err()).contains("File exists");
    put[4] = "/no/such/source";
    put[5] = "/put/none/file";
    assertThat(shell.run(put).code()).isEqualTo(1);
    assertThat(shell.fileSystem().exists(new Path("/put/none"))).isFalse();
    shell.fileSystem().delete(new Path("/put/a"), true);
  }

  @Test
  void sources_thatCannotAllBePut_areRefusedBeforeTheFirst(@TempDir java.nio.file.Path folder)
      throws Exception {
    for (String source : List.of("a/x.csv", "b/x.csv")) {
      Files.createDirectories(folder.resolve(source).getParent());
      Files.writeString(folder.resolve(source), rows(10));
    }
    Path into = new Path("/put/into");
    shell.fileSystem().mkdirs(into);
    String first = folder + "/a/x.csv";
    Path secret = new Path("/put/secret");
    shell.fileSystem().create(secret).close();
    shell.fileSystem().setPermission(secret, new FsPermission("000"));
    shell.fileSystem().setPermission(into, new FsPermission("777"));
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"strangers"});
    for (String other :
        List.of(folder + "/b/x.csv", "/no/such/source", "-", "hdfs:///put/secret")) {
      String[] put = {"put", "-f", "--schema", SCHEMA, first, other, "/put/into"};
      HailShell.Result refused =
          stranger.doAs((PrivilegedExceptionAction<HailShell.Result>) () -> shell.run(put));
      assertThat(refused.code()).as("%s", refused).isEqualTo(1);
      assertThat(shell.fileSystem().listStatus(into)).as("%s", refused).isEmpty();
    }
    shell.fileSystem().delete(secret, true);
    shell.fileSystem().delete(into, true);
  }

  @Test
  void replacedFile_keepsModeGroupAndAcl() throws Exception {
    DistributedFileSystem hdfs = shell.fileSystem();
    Path closed = new Path("/rights/closed");
    String[] put = {"put", "-f", "--parents", "--schema", SCHEMA, "-", closed.toString()};
    String[] source = {"put", "-f", "--schema", SCHEMA, "-", "/rights/open"};
    assertThat(shell.runWithInput(rows(2), put).problems()).isEmpty();
    assertThat(shell.runWithInput(rows(3), source).problems()).isEmpty();
    hdfs.setOwner(closed, null, "few");
    hdfs.setPermission(closed, new FsPermission((short) 0640));
    hdfs.modifyAclEntries(closed, AclEntry.parseAclSpec("user:bob:r--", true));
    FileStatus before = hdfs.getFileStatus(closed);
    List<AclEntry> acl = hdfs.getAclStatus(closed).getEntries();
    String[] copy = {"cp", "-f", "/rights/open", closed.toString()};
    for (String[] command : List.of(put, copy)) {
      assertThat(shell.runWithInput(rows(4), command).problems()).isEmpty();
      FileStatus after = hdfs.getFileStatus(closed);
      assertThat(inode(after)).isNotEqualTo(inode(before));
      assertThat(after.getPermission()).isEqualTo(before.getPermission());
      assertThat(after.getGroup()).isEqualTo("few");
      assertThat(hdfs.getAclStatus(closed).getEntries()).isEqualTo(acl);
    }
    // Who may not give the group would open the file to another one.
    hdfs.setPermission(new Path("/rights"), new FsPermission((short) 0777));
    HailShell.Result refused = as("bob", put);
    assertThat(refused.code()).as("%s", refused).isEqualTo(1);
    assertThat(refused.err())
        .contains("/rights/closed': belongs to the group few, and what replaces it would not")
        .contains("Let a member of the group replace it, or remove it first.");
    assertThat(shell.run("cat", closed.toString()).out().lines()).hasSize(3);
    hdfs.delete(new Path("/rights"), true);
  }

  @Test
  void directory_thatMayNotBeListed_takesCopies() throws Exception {
    DistributedFileSystem hdfs = shell.fileSystem();
    Path drop = new Path("/drop");
    String[] put = {"put", "--schema", SCHEMA, "-", "/dropped"};
    assertThat(shell.runWithInput(rows(2), put).problems()).isEmpty();
    hdfs.mkdirs(drop);
    hdfs.setPermission(drop, new FsPermission((short) 0733));
    assertThat(as("bob", "cp", "/dropped", "/drop/copy").problems()).isEmpty();
    assertThat(hdfs.listStatus(drop)).hasSize(1);
    hdfs.delete(drop, true);
    hdfs.delete(new Path("/dropped"), false);
  }

  private static long inode(FileStatus status) {
    return ((HdfsFileStatus) status).getFileId();
  }

  @Test
  void fileOfAnother_inAStickyDirectory_isNotReplaced() throws Exception {
    DistributedFileSystem hdfs = shell.fileSystem();
    Path shared = new Path("/put/shared");
    FsPermission everybody = new FsPermission((short) 01777);
    hdfs.mkdirs(shared);
    hdfs.setPermission(shared, everybody);
    String[] put = {"put", "-f", "--schema", SCHEMA, "-", "/put/shared/x"};
    String[] copy = {"cp", "-f", "/put/shared/other", "/put/shared/x"};
    assertThat(as("bob", put).problems()).isEmpty();
    String[] second = put.clone();
    second[put.length - 1] = "/put/shared/other";
    assertThat(as("eve", second).problems()).isEmpty();

    FileStatus before = hdfs.getFileStatus(new Path("/put/shared/x"));
    for (String[] command : List.of(put, copy)) {
      HailShell.Result refused = as("eve", command);
      assertThat(refused.code()).as("%s", refused).isEqualTo(1);
      assertThat(refused.err())
          .contains("/put/shared/x': Permission denied by sticky bit: user=eve")
          .contains("Ask its owner, or choose another name.");
      assertThat(hdfs.listStatus(shared)).hasSize(2);
      assertThat(inode(hdfs.getFileStatus(before.getPath()))).isEqualTo(inode(before));
    }
    // The owner may, the superuser may, and everybody where no sticky bit is.
    assertThat(as("bob", put).problems()).isEmpty();
    assertThat(shell.runWithInput(rows(2), put).problems()).isEmpty();
    hdfs.setPermission(shared, new FsPermission((short) 0777));
    assertThat(as("eve", put).problems()).isEmpty();
    hdfs.setPermission(shared, everybody);
    assertThat(as("eve", copy).problems()).isEmpty();
    hdfs.delete(shared, true);
  }

  private HailShell.Result as(String user, String... words) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"})
        .doAs(
            (PrivilegedExceptionAction<HailShell.Result>) () -> shell.runWithInput(rows(2), words));
  }

  @Test
  void directoryOnCluster_withHiddenNames_isPutWithoutThem() throws Exception {
    String text = rows(10);
    Path tree = new Path("/put/tree");
    for (String hidden : List.of("_temporary/0/part", "s/.staging/x", "_SUCCESS", "s/.b.crc")) {
      create(new Path(tree, hidden), "9,hidden,2020-01-01\n");
    }
    String[] put = {"put", "--schema", SCHEMA, "hdfs:///put/tree", "/put/visible"};
    HailShell.Result nothing = shell.run(put);
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err())
        .contains("hail put: `hdfs:///put/tree': has no files to read", "_temporary' (hidden)");
    create(new Path(tree, "s/b"), text);
    create(new Path(tree, "s/zipped.csv"), "PK\3\4\24");
    assertThat(shell.run(put).err()).contains("s/zipped.csv': is not text", "it is a zip archive");
    assertThat(shell.fileSystem().exists(new Path("/put/visible"))).isFalse();
    shell.fileSystem().delete(new Path(tree, "s/zipped.csv"), false);
    HailShell.Result done = shell.run(put);
    assertThat(done.code()).as("%s", done).isZero();
    assertThat(done.err()).isEmpty();
    assertThat(shell.run("cat", "/put/visible").out()).isEqualTo(text);
    shell.fileSystem().delete(tree, true);
    shell.fileSystem().delete(new Path("/put/visible"), false);
  }

  @Test
  void directory_withPipe_isPutWithoutIt(@TempDir java.nio.file.Path folder) throws Exception {
    String text = rows(10);
    Files.writeString(folder.resolve("a.csv"), text);
    java.nio.file.Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String notice = "`" + folder + "': left out: `" + pipe + "' (a pipe, socket or device)\n";
    HailShell.Result inferred = shell.run("schema", "infer", folder.toString());
    assertThat(inferred.code()).as("%s", inferred).isZero();
    assertThat(inferred.err()).isEqualTo("hail schema infer: " + notice);
    HailShell.Result put = shell.run("put", "--schema", SCHEMA, folder.toString(), "/put/piped");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(put.err()).isEqualTo("hail put: " + notice);
    assertThat(shell.run("cat", "/put/piped").out()).isEqualTo(text);
    shell.fileSystem().delete(new Path("/put/piped"), false);
  }

  @Test
  void source_thatIsTheDestination_staysAsItIs() throws Exception {
    Path raw = new Path("/put/raw/x");
    create(raw, rows(10));
    String cluster = shell.fileSystem().getUri().toString();
    String byAddress = cluster.replace("localhost", "127.0.0.1");
    for (String source : List.of("hdfs:///put/raw/x", cluster + "/put/raw/x", "hdfs:///put/raw")) {
      for (String destination : List.of("/put/raw/x", byAddress + "/put/raw/x")) {
        HailShell.Result refused = shell.run("put", "-f", "--schema", SCHEMA, source, destination);
        assertThat(refused.code()).as("%s", refused).isEqualTo(1);
        assertThat(refused.err()).contains(source, "the file to make");
      }
    }
    HailShell.Result into =
        shell.run("put", "-f", "--schema", SCHEMA, "hdfs:///put/raw/x", "/put/raw");
    assertThat(into.code()).as("%s", into).isEqualTo(1);
    assertThat(shell.fileSystem().getFileStatus(raw).getLen()).isEqualTo(rows(10).length());
    shell.fileSystem().delete(raw.getParent(), true);
  }

  private void create(Path file, String text) throws Exception {
    try (OutputStream out = shell.fileSystem().create(file)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String rows(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i * 7919 % count).append(",name ").append(i % 97).append(",2020-01-");
      text.append(String.format(Locale.ROOT, "%02d", i % 28 + 1)).append('\n');
    }
    return text.toString();
  }
}
