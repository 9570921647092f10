// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.fs.TemporaryName;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.StoredFile;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code hail query --overwrite} replaces, when, and what it leaves alone. */
final class QueryOutputTest {
  private static final Path INPUT = new Path("/in/t");
  private static final Path OUTPUT = new Path("/out/rows");
  private static final Path KEPT = new Path(OUTPUT, "kept");

  private static JobFixture fixture;
  private static DistributedFileSystem hdfs;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(1));
    hdfs = fixture.cluster().fileSystem();
    for (Path file : List.of(INPUT, new Path("/side/u"))) {
      HailShell.Result put =
          new HailShell(fixture.cluster())
              .runWithInput(
                  "1,a\n2,b\n3,c\n",
                  "put",
                  "--parents",
                  "--replication=1",
                  "--schema=k INT, v STRING",
                  "-",
                  file.toString());
      assertThat(put.problems()).isEmpty();
    }
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @BeforeEach
  void writeOldOutput() throws IOException {
    hdfs.mkdirs(OUTPUT);
    try (FSDataOutputStream out = hdfs.create(new Path(OUTPUT, "part-old"))) {
      out.writeBytes("old\n");
    }
  }

  @AfterEach
  void removeOutput() throws IOException {
    hdfs.delete(OUTPUT.getParent(), true);
  }

  @Test
  void output_isReplaced_withItsRights() throws Exception {
    hdfs.setPermission(OUTPUT, new FsPermission((short) 0750));
    hdfs.setOwner(OUTPUT, null, "analysts");
    assertThat(query("--filter", "k >= 2").problems()).isEmpty();
    assertThat(fixture.lines(OUTPUT, "part-")).containsExactly("2,b", "3,c");
    FileStatus replaced = hdfs.getFileStatus(OUTPUT);
    assertThat(replaced.getPermission()).isEqualTo(new FsPermission((short) 0750));
    assertThat(replaced.getGroup()).isEqualTo("analysts");
    assertThat(hdfs.listStatus(OUTPUT.getParent())).containsExactly(replaced);

    List<AclEntry> acl = AclEntry.parseAclSpec("user:ann:r-x", true);
    hdfs.modifyAclEntries(OUTPUT, acl);
    hdfs.setPermission(OUTPUT, new FsPermission((short) 01750));
    assertThat(query("--filter", "k = 1").problems()).isEmpty();
    assertThat(fixture.lines(OUTPUT, "part-")).containsExactly("1,a");
    assertThat(hdfs.getAclStatus(OUTPUT).getEntries()).containsAll(acl);
    assertThat(hdfs.getFileStatus(OUTPUT).getPermission().getStickyBit()).isTrue();
  }

  /** ALIAS stands for another name of the namenode, HAIL for HAIL's file system on it. */
  @ParameterizedTest
  @CsvSource({
    "/in/t, /in/t, is what the query reads",
    "/in/t/, ALIAS/in/t, is what the query reads",
    "ALIAS/in//t, /i*/*, is what the query reads",
    "/out/../in, /in/t, holds hdfs:",
    "ALIAS/in/, /i*/*, holds hdfs:",
    "/in, ALIAS/in, is what the query reads",
    "/side, /in/t, is what the query reads",
    "ALIAS/side/u, /in/t, 'lies in hdfs:'",
    "/in/t/out, /in/t, Is not a directory",
    "ALIAS/in/out, /in, 'lies in hdfs:'",
    "HAIL/in, /in/t, holds hdfs:",
    "/, /in/t, Is a directory"
  })
  void output_thatSharesFilesWithInput_isRefused(String output, String input, String reason)
      throws Exception {
    String alias = "hdfs://127.0.0.1:" + fixture.cluster().dfs().getNameNodePort();
    assertThat(hdfs.getUri().toString()).isNotEqualTo(alias);
    List<StoredFile> before = content();
    HailShell.Result refused =
        HailShell.run(
            fixture.local(),
            "",
            "query",
            "--overwrite",
            "--join=u=/side on k = k",
            "--output="
                + output
                    .replace("ALIAS", alias)
                    .replace("HAIL", "hail://" + hdfs.getUri().getAuthority()),
            input.replace("ALIAS", alias));
    assertThat(refused.code()).as("%s", refused).isEqualTo(1);
    assertThat(refused.err()).contains("hail query: `", "': " + reason);
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void output_thatHoldsAConfiguredInput_isRefused() throws Exception {
    Configuration conf = fixture.local();
    conf.set(FileInputFormat.INPUT_DIR, "/in");
    List<StoredFile> before = content();
    HailShell.Result refused =
        HailShell.run(conf, "", "query", "--overwrite", "--output=/in", "/side");
    assertThat(refused.err()).startsWith("hail query: `/in': is what the query reads");
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void output_inADirectoryThatIsRead_isRefused() throws Exception {
    HailShell.Result refused =
        HailShell.run(fixture.local(), "", "query", "--output=/in/new", "/in");
    assertThat(refused.err())
        .isEqualTo(
            String.format(
                "hail query: `/in/new': lies in %s/in, which the query reads%n"
                    + "  Write to another --output.%n",
                hdfs.getUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--filter=k =",
        "--filter=nope = 1",
        "--project=nope",
        "--delimiter=ab",
        "--join=u=/nowhere on k = k",
        "--join=u=/side on nope = k",
        "/nowhere"
      })
  void wrongQuery_leavesTheOldOutput(String wrong) throws Exception {
    List<StoredFile> before = content();
    assertThat(query(wrong).code()).isPositive();
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void failedJob_leavesTheOldOutput() throws Exception {
    List<StoredFile> before = content();
    hdfs.setQuota(OUTPUT.getParent(), HdfsConstants.QUOTA_DONT_SET, 5);
    assertThat(query().code()).isEqualTo(1);
    hdfs.setQuota(OUTPUT.getParent(), HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void newOutput_ofFailedJob_isNotThere() throws Exception {
    Path parent = OUTPUT.getParent();
    hdfs.delete(OUTPUT, true);
    hdfs.setQuota(parent, HdfsConstants.QUOTA_DONT_SET, 5);
    HailShell.Result failed = newOutput();
    hdfs.setQuota(parent, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err()).contains("hail query: `" + OUTPUT + "': not written, because job_");
    assertThat(hdfs.listStatus(parent)).isEmpty();
  }

  @Test
  void outputThatAKilledQueryMovedAway_isPutBack() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    String host = TemporaryName.ofThisProcess("query").host();
    TemporaryName killed = new TemporaryName("query", host, ended.pid(), 0, "x");
    Path folder = new Path(OUTPUT.getParent(), killed.text(user));
    hdfs.mkdirs(new Path(folder, "old"));
    List<StoredFile> before = content();
    assertThat(hdfs.rename(OUTPUT, new Path(folder, "old/" + OUTPUT.getName()))).isTrue();
    assertThat(newOutput().err()).startsWith("hail query: `" + OUTPUT + "': File exists");
    before.removeIf(file -> file.path().toString().contains(killed.text(user)));
    assertThat(content()).isEqualTo(before);

    // What it moved away is not thrown away because something else is in the place.
    hdfs.mkdirs(new Path(folder, "old/" + OUTPUT.getName()));
    List<StoredFile> both = content();
    assertThat(newOutput().err()).startsWith("hail query: `" + OUTPUT + "': File exists");
    assertThat(content()).isEqualTo(both);
    hdfs.delete(folder, true);
  }

  @Test
  void newOutput_onFileSystemWithoutFileContext_isThere() throws Exception {
    Path target = new Path("hail://" + hdfs.getUri().getAuthority() + OUTPUT + "-above");
    HailShell.Result query =
        HailShell.run(fixture.local(), "", "query", "--output=" + target, INPUT.toString());
    assertThat(query.problems()).isEmpty();
    assertThat(hdfs.exists(new Path(OUTPUT + "-above/_SUCCESS"))).isTrue();
    assertThat(hdfs.delete(new Path(OUTPUT + "-above"), true)).isTrue();
  }

  private static HailShell.Result newOutput() throws Exception {
    return HailShell.run(fixture.local(), "", "query", "--output=" + OUTPUT, INPUT.toString());
  }

  @Test
  void failedCommit_leavesTheOldOutput() throws Exception {
    Configuration conf = fixture.local();
    conf.setClass("fs.hdfs.impl", SnapshotTaker.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    hdfs.mkdirs(KEPT);
    hdfs.allowSnapshot(KEPT);
    List<StoredFile> before = content();
    HailShell.Result failed = HailShell.run(conf, "", words());
    try {
      assertThat(failed.code()).as("%s", failed).isEqualTo(1);
      assertThat(content()).isEqualTo(before);
      // Now known before anything runs.
      HailShell.Result refused = query();
      assertThat(refused.err()).contains("`" + OUTPUT + "': ", "cannot be", "Choose another name.");
      assertThat(content()).isEqualTo(before);
    } finally {
      hdfs.deleteSnapshot(KEPT, "s");
    }
  }

  @Test
  void outputMadeMeanwhile_staysAndIsNamed() throws Exception {
    hdfs.delete(OUTPUT, true);
    Configuration conf = fixture.local();
    conf.setClass("fs.hdfs.impl", OutputMaker.class, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    HailShell.Result failed =
        HailShell.run(conf, "", "query", "--output=" + OUTPUT, INPUT.toString());
    assertThat(failed.code()).as("%s", failed).isEqualTo(1);
    assertThat(failed.err()).contains("File exists; it was made while the job ran");
    assertThat(hdfs.getFileStatus(OUTPUT).isFile()).isTrue();
    assertThat(hdfs.listStatus(OUTPUT.getParent())).hasSize(1);
  }

  /** Makes a file in the place of the output when the job begins to write. */
  static final class OutputMaker extends DistributedFileSystem {
    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
      boolean made = super.mkdirs(path, permission);
      if (path.toString().endsWith("/_temporary/0")) {
        create(OUTPUT).close();
      }
      return made;
    }
  }

  /** Takes a snapshot in the old output when the job begins to write. */
  static final class SnapshotTaker extends DistributedFileSystem {
    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
      boolean made = super.mkdirs(path, permission);
      if (path.toString().endsWith("/_temporary/0")) {
        createSnapshot(KEPT, "s");
      }
      return made;
    }
  }

  @Test
  void outputOfAnother_inAStickyDirectory_isRefused() throws Exception {
    hdfs.setOwner(OUTPUT, "bob", "people");
    hdfs.setPermission(OUTPUT.getParent(), new FsPermission((short) 01777));
    hdfs.setPermission(OUTPUT, new FsPermission((short) 0777));
    List<StoredFile> before = content();
    HailShell.Result refused = as("eve");
    assertThat(refused.code()).as("%s", refused).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("hail query: `" + OUTPUT + "': Permission denied by sticky bit: user=eve");
    assertThat(content()).isEqualTo(before);
    assertThat(as("bob").problems()).isEmpty();
    assertThat(fixture.lines(OUTPUT, "part-")).hasSize(3);
  }

  private static HailShell.Result as(String user) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"})
        .doAs((PrivilegedExceptionAction<HailShell.Result>) () -> query());
  }

  @Test
  void output_thatARenameWouldChange_isRefused() throws Exception {
    hdfs.allowSnapshot(OUTPUT);
    List<StoredFile> before = content();
    assertThat(query().err()).contains("has snapshots enabled", "Write to a directory in it.");
    Path file = new Path(OUTPUT, "part-old");
    HailShell.Result refused =
        HailShell.run(
            fixture.local(), "", "query", "--overwrite", "--output=" + file, INPUT.toString());
    assertThat(refused.err()).contains("is a file");
    assertThat(content()).isEqualTo(before);
  }

  private static HailShell.Result query(String... options) throws Exception {
    return HailShell.run(fixture.local(), "", words(options));
  }

  private static String[] words(String... options) {
    List<String> words = new ArrayList<>(List.of("query", "--overwrite", "--output=" + OUTPUT));
    words.addAll(List.of(options));
    words.add(INPUT.toString());
    return words.toArray(String[]::new);
  }

  /** All that could be lost. */
  private static List<StoredFile> content() throws IOException {
    List<StoredFile> content = new ArrayList<>();
    for (String top : List.of("/in", "/side", "/out")) {
      content.addAll(StoredFile.below(hdfs, new Path(top)));
    }
    content.replaceAll(StoredFile::withoutTimeOfDirectory);
    return content;
  }
}
