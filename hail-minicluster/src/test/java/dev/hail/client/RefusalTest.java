// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import java.io.File;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, with which words and which exit code. */
@ExtendWith(SharedCluster.class)
class RefusalTest {
  private static final String SCHEMA = "k INT, name STRING";

  private final HailShell shell;

  RefusalTest(HailShell shell) {
    this.shell = shell;
  }

  @Test
  void put_withoutSchema_isUsageError() throws Exception {
    HailShell.Result result = shell.runWithInput("1,a\n", "put", "-", "/no-schema");
    assertThat(result.code()).as("%s", result).isEqualTo(2);
    assertThat(result.err()).contains("hail put: no schema").contains("schema infer");
  }

  @Test
  void put_withUnknownIndexAttribute_namesThoseThatExist() throws Exception {
    HailShell.Result result = put("1,a\n", "/unknown", "--index", "nope");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("nope").contains("name");
  }

  @Test
  void put_withMoreIndexesThanReplicas_isRefused() throws Exception {
    HailShell.Result result =
        put("1,a\n", "/more-than-replicas", "--index", "k,name", "--replication", "1");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("2 index attributes").contains("--replication 2");
    assertThat(shell.fileSystem().exists(new Path("/more-than-replicas"))).isFalse();
  }

  @Test
  void put_withBlockSizeGivingTooManyBlocks_isRefused() throws Exception {
    java.nio.file.Path text = Files.createTempFile("rows", ".csv");
    try {
      Files.writeString(text, "1,a\n".repeat(30_000));
      HailShell.Result result =
          shell.run("put", "--schema", SCHEMA, "--block-size", "10", text.toString(), "/blocks");
      assertThat(result.code()).as("%s", result).isEqualTo(1);
      assertThat(result.err())
          .contains("120000 bytes of text in blocks of 10 bytes are 12000 blocks or more")
          .contains("--block-size of at least 12 bytes")
          .contains("dfs.namenode.fs-limits.max-blocks-per-file");
      assertThat(shell.fileSystem().exists(new Path("/blocks"))).isFalse();
    } finally {
      Files.delete(text);
    }
  }

  @Test
  void put_toExistingDestination_keepsItUnlessOverwritten() throws Exception {
    assertThat(put("1,a\n", "/existing").code()).isZero();
    HailShell.Result second = put("2,b\n", "/existing");
    assertThat(second.code()).as("%s", second).isEqualTo(1);
    assertThat(second.err()).contains("`").contains("File exists").contains("--overwrite");
    assertThat(shell.run("cat", "/existing").out()).isEqualTo("1,a\n");
    assertThat(put("2,b\n", "/existing", "--overwrite").code()).isZero();
    assertThat(shell.run("cat", "/existing").out()).isEqualTo("2,b\n");
  }

  @Test
  void put_withMissingSourceOrParent_namesIt() throws Exception {
    HailShell.Result source = shell.run("put", "--schema", SCHEMA, "/no/such/file", "/x");
    assertThat(source.code()).isEqualTo(1);
    assertThat(source.err()).contains("`/no/such/file': No such file or directory");
    HailShell.Result parent = put("1,a\n", "/no/such/folder/x");
    assertThat(parent.code()).isEqualTo(1);
    assertThat(parent.err())
        .contains("/no/such/folder': No such file or directory")
        .contains("hdfs dfs -mkdir -p");
  }

  /** A user's first file, before an administrator has made the user's home. */
  @Test
  void nameAlone_withoutHomeDirectory_namesTheHomeToMake() throws Exception {
    assertThat(put("1,a\n", "/to-copy").code()).isZero();
    HailShell.Result put = withoutHome(() -> put("1,a\n", "rows"));
    assertThat(put.code()).isEqualTo(1);
    assertThat(put.err())
        .contains("/user/homeless': No such file or directory")
        .containsPattern("hdfs dfs -mkdir -p \\S+/user/homeless\\)");
    HailShell.Result cp = withoutHome(() -> shell.run("cp", "/to-copy", "rows"));
    assertThat(cp.code()).isEqualTo(1);
    assertThat(cp.err()).contains("/user/homeless': No such file or directory");
    HailShell.Result ls = withoutHome(() -> shell.run("ls"));
    assertThat(ls.code()).isEqualTo(1);
    assertThat(ls.err()).contains("/user/homeless' does not exist");
  }

  private static HailShell.Result withoutHome(PrivilegedExceptionAction<HailShell.Result> action)
      throws Exception {
    return UserGroupInformation.createUserForTesting("homeless", new String[] {"users"})
        .doAs(action);
  }

  @Test
  void put_intoErasureCodedDirectory_isRefused() throws Exception {
    Path directory = new Path("/striped");
    shell.fileSystem().mkdirs(directory);
    shell.fileSystem().enableErasureCodingPolicy("XOR-2-1-1024k");
    shell.fileSystem().setErasureCodingPolicy(directory, "XOR-2-1-1024k");
    HailShell.Result result = put("1,a\n", "/striped/x");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("is erasure coded (XOR-2-1-1024k)");
  }

  @Test
  void put_intoDirectoryOfSomeoneElse_isRefusedWithReason() throws Exception {
    Path directory = new Path("/private");
    shell.fileSystem().mkdirs(directory, new FsPermission((short) 0700));
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"strangers"});
    HailShell.Result result =
        stranger.doAs(
            (java.security.PrivilegedExceptionAction<HailShell.Result>)
                () -> put("1,a\n", "/private/x"));
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("ermission denied").doesNotContain("denied: Permission");
  }

  @Test
  void concatenatedFiles_ofOtherNamesOrTypes_areRefusedNotMixed() throws Exception {
    for (String other : new String[] {"name STRING, k INT", "k STRING, name STRING, more INT"}) {
      String path = "/mixed" + other.length();
      String row = other.startsWith("name") ? "b,2\n" : "c,d,3\n";
      assertThat(put("1,a\n", path).code()).isZero();
      HailShell.Result second =
          shell.runWithInput(row, "put", "--schema", other, "-", path + "-other");
      assertThat(second.code()).as("%s", second).isZero();
      shell.fileSystem().concat(new Path(path), new Path[] {new Path(path + "-other")});

      for (String filter : new String[] {"", "k = 2", "name = 'b'"}) {
        HailShell.Result result = shell.run("cat", "--filter", filter, path);
        assertThat(result.code()).as("%s", result).isEqualTo(1);
        assertThat(result.err())
            .contains(path)
            .contains("the block has the schema (" + other + ")")
            .contains("its file has (" + SCHEMA + ")")
            .contains("upload their rows again");
      }
      HailShell.Result fsck = shell.run("fsck", path);
      assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
      assertThat(fsck.out()).contains("has another schema than the file");
    }
  }

  @Test
  void snapshots_readOrWritten_areReadSilentlyAndNotWritten() throws Exception {
    Path directory = new Path("/snapshots");
    shell.fileSystem().mkdirs(directory);
    shell.fileSystem().allowSnapshot(directory);
    assertThat(put("1,a\n", "/snapshots/file").code()).isZero();
    shell.fileSystem().createSnapshot(directory, "first");
    assertThat(put("2,b\n", "/snapshots/file", "--overwrite").code()).isZero();

    HailShell.Result read =
        shell.run("cat", "--filter", "k = 1", "/snapshots/.snapshot/first/file");
    assertThat(read.code()).as("%s", read).isZero();
    assertThat(read.out()).isEqualTo("1,a\n");
    assertThat(read.err()).isEmpty();
    HailShell.Result written = put("3,c\n", "/snapshots/.snapshot/first/other");
    assertThat(written.code()).as("%s", written).isEqualTo(1);
    assertThat(written.err()).contains("is in a snapshot").contains("outside of .snapshot");
    HailShell.Result indexed =
        shell.run("index", "add", "--by", "@2", "/snapshots/.snapshot/first/file");
    assertThat(indexed.code()).as("%s", indexed).isEqualTo(1);
    assertThat(indexed.err())
        .contains("is in a snapshot, where no index can be added")
        .contains("Index the file by its path outside of the snapshot");
  }

  @Test
  void concatenatedFiles_ofOneSchema_areReadAsOne() throws Exception {
    assertThat(put("1,a\n", "/joined").code()).isZero();
    assertThat(put("2,b\n", "/joined-other").code()).isZero();
    shell.fileSystem().concat(new Path("/joined"), new Path[] {new Path("/joined-other")});
    assertThat(shell.run("cat", "/joined").out()).isEqualTo("1,a\n2,b\n");
  }

  @Test
  void fsck_withFileItCannotOpen_checksTheOthers() throws Exception {
    shell.fileSystem().mkdirs(new Path("/checked"));
    assertThat(put("1,a\n", "/checked/closed").code()).isZero();
    assertThat(put("2,b\n", "/checked/open").code()).isZero();
    shell.fileSystem().setPermission(new Path("/checked/closed"), new FsPermission((short) 0600));
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"strangers"});
    HailShell.Result result =
        stranger.doAs(
            (java.security.PrivilegedExceptionAction<HailShell.Result>)
                () -> shell.run("fsck", "/checked"));
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.out())
        .contains("ermission denied", "/checked/closed: not checked", "/checked/open: 1 block,");
  }

  @Test
  void directoryThatCannotBeListed_isNamedAndOthersAreCheckedAndListed() throws Exception {
    shell.fileSystem().mkdirs(new Path("/listed/closed"));
    assertThat(put("1,a\n", "/listed/open").code()).isZero();
    shell.fileSystem().setPermission(new Path("/listed/closed"), new FsPermission((short) 0700));
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"strangers"});
    HailShell.Result fsck = stranger.doAs(run("fsck", "/listed"));
    assertThat(fsck.code()).as("%s", fsck).isEqualTo(1);
    assertThat(fsck.out())
        .contains("ermission denied", "/listed/closed: not checked", "/listed/open: 1 block,");
    HailShell.Result ls = stranger.doAs(run("ls", "-R", "/listed"));
    assertThat(ls.code()).as("%s", ls).isEqualTo(1);
    assertThat(ls.err()).contains("ermission denied", "/listed/closed");
    assertThat(ls.out()).contains("/listed/closed\n", "/listed/open\n");
  }

  private java.security.PrivilegedExceptionAction<HailShell.Result> run(String... words) {
    return () -> shell.run(words);
  }

  @Test
  void fsck_withPathsItCannotCheck_namesThemAndChecksTheOthers(@TempDir File local)
      throws Exception {
    assertThat(put("1,a\n", "/reachable").code()).isZero();
    Files.writeString(local.toPath().resolve("text"), "text");
    HailShell.Result result =
        shell.run("fsck", "/unreachable", local.toURI().toString(), "/reachable");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("`/unreachable': No such file or directory");
    assertThat(result.out())
        .contains("is on file:///, not on HDFS", "/reachable: 1 block,", "NOT HEALTHY: 2 files, ");
  }

  @Test
  void put_beyondQuota_isExplained() throws Exception {
    Path directory = new Path("/small");
    shell.fileSystem().mkdirs(directory);
    shell.fileSystem().setQuota(directory, Long.MAX_VALUE - 1, 1000);
    HailShell.Result result = put("1,a\n", "/small/x");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("quota exceeded").contains("dfsadmin");
    assertThat(shell.fileSystem().listStatus(directory)).isEmpty();
  }

  @Test
  void put_ofLargeBlockBeyondSpaceQuota_isExplained() throws Exception {
    Path directory = new Path("/small-space");
    shell.fileSystem().mkdirs(directory);
    shell.fileSystem().setQuota(directory, Long.MAX_VALUE - 1, 1 << 20);
    // More than the packets that a stream keeps, so that the write fails and not the close.
    Random random = new Random(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      text.append(i).append(',').append(Long.toHexString(random.nextLong()));
      text.append(Long.toHexString(random.nextLong())).append('\n');
    }
    HailShell.Result result = put(text.toString(), "/small-space/x", "--block-size", "32m");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err())
        .contains("hail put: `", "/small-space/x': quota exceeded: ")
        .contains("quota of /small-space is exceeded", "quota = 1048576 B")
        .contains("each block being written needs 96 MB there (32 MB x 3 replicas)")
        .contains("hdfs dfsadmin -setSpaceQuota", "--block-size", "--replication");
    assertThat(shell.fileSystem().listStatus(directory)).isEmpty();
  }

  @Test
  void put_beyondNameQuota_tellsWhatUploadNeeds() throws Exception {
    Path directory = new Path("/few-names");
    shell.fileSystem().mkdirs(directory);
    shell.fileSystem().setQuota(directory, 2, Long.MAX_VALUE - 1);
    HailShell.Result result = put("1,a\n", "/few-names/x");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err())
        .contains("/few-names is exceeded")
        .contains(
            "names for its folder, for the file in it and for each block",
            "hdfs dfsadmin -setQuota");
  }

  @Test
  void header_withOtherNamesOrOrder_isRefusedWithBothLists() throws Exception {
    for (String header : new String[] {"name,k", "k", "k,name,more", "a,b", "k,\"na\nme\""}) {
      HailShell.Result result = put(header + "\n1,a\n", "/header", "--header");
      assertThat(result.code()).as("%s", result).isEqualTo(1);
      assertThat(result.err())
          .contains("hail put: `standard input': the header does not name the attributes")
          .contains("the schema has (k, name)", "--header=skip");
      assertThat(shell.fileSystem().exists(new Path("/header"))).isFalse();
    }
    assertThat(put("name,k\n1,a\n", "/header", "--header").err())
        .contains("the order differs: the header has (name, k), the schema has (k, name)");
  }

  @Test
  void header_withNamesOfSchema_isTakenInAnyCase() throws Exception {
    for (String header : new String[] {"k,name", " K ,\"NAME\"", "\uFEFFk,name\r", "k,", ","}) {
      HailShell.Result result = put(header + "\n1,a\n", "/header-fits", "--header", "-f");
      assertThat(result.code()).as("%s: %s", header, result).isZero();
      assertThat(shell.run("cat", "/header-fits").out()).isEqualTo("1,a\n");
    }
    for (String option : new String[] {"--header=skip", "--header=SKIP"}) {
      HailShell.Result skipped = put("x,y,z\n1,a\n", "/header-fits", option, "-f");
      assertThat(skipped.code()).as("%s", skipped).isZero();
      assertThat(skipped.err()).isEmpty();
    }
    HailShell.Result explicit = put("x,y\n1,a\n", "/header-fits", "--header=compare", "-f");
    assertThat(explicit.code()).as("%s", explicit).isEqualTo(1);
    assertThat(put("1,a\n", "/header-fits", "--header=nonsense", "-f").code()).isEqualTo(2);
  }

  @Test
  void header_ofSecondSource_isComparedToo(@TempDir File folder) throws Exception {
    Files.writeString(folder.toPath().resolve("1.csv"), "k,name\n1,a\n");
    Files.writeString(folder.toPath().resolve("2.csv"), "name,k\nb,2\n");
    HailShell.Result result =
        shell.run("put", "--schema", SCHEMA, "--header", folder.getPath(), "/headers");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("2.csv': the header does not name");
    Files.writeString(folder.toPath().resolve("2.csv"), "k,name\n2,b\n");
    HailShell.Result good =
        shell.run("put", "--schema", SCHEMA, "--header", folder.getPath(), "/headers");
    assertThat(good.code()).as("%s", good).isZero();
    assertThat(shell.run("cat", "/headers").out()).isEqualTo("1,a\n2,b\n");
  }

  @Test
  void put_withTooManyBadRecords_failsAndLeavesNothing() throws Exception {
    shell.fileSystem().mkdirs(new Path("/bad"));
    HailShell.Result result = put("1,a\nx,b\ny,c\n", "/bad/x", "--max-bad", "1");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("2 bad records").contains("line 2").contains("--max-bad");
    assertThat(shell.fileSystem().listStatus(new Path("/bad"))).isEmpty();
  }

  @Test
  void put_ofTextWithoutFittingRow_isRefusedUnlessLimitAllows() throws Exception {
    shell.fileSystem().mkdirs(new Path("/misfit"));
    String text = "1|a\n".repeat(12_000);
    for (String blockSize : new String[] {"64m", "50k"}) {
      HailShell.Result result = put(text, "/misfit/x", "--block-size", blockSize);
      assertThat(result.code()).as("%s", result).isEqualTo(1);
      assertThat(result.err()).contains("fits the schema").contains("line 1").contains("--max-bad");
      assertThat(shell.fileSystem().listStatus(new Path("/misfit"))).isEmpty();
    }
    assertThat(put(text, "/misfit/x", "--max-bad", "12000").code()).isZero();
    assertThat(put("x\n1,a\n", "/misfit/one").code()).isZero();
    assertThat(put("", "/misfit/empty").code()).isZero();
  }

  @Test
  void misspelledKey_anywhereInOptions_isPointedOut() throws Exception {
    String typo = "hail.put.treads=1";
    for (String[] command :
        new String[][] {{"-D", typo, "cat", "/x"}, {"cat", "-D" + typo, "/x"}}) {
      HailShell.Result result = shell.run(command);
      assertThat(result.code()).as("%s", result).isEqualTo(2);
      assertThat(result.err()).contains("no key hail.put.treads").contains("hail.put.threads");
    }
    HailShell.Result other = shell.run("ls", "-D", "our.own=1", "-D", "hail.put.threads=1", "/");
    assertThat(other.code()).as("%s", other).isZero();
    HailShell.Result far = shell.run("ls", "-D", "hail.nonsense=1", "/");
    assertThat(far.code()).as("%s", far).isEqualTo(2);
    assertThat(far.err())
        .contains("no key hail.nonsense")
        .contains("hail-default.xml")
        .doesNotContain("nearest");
  }

  @Test
  void wrongConstants_inFilter_areShownWhereTheyStand() throws Exception {
    assertThat(put("1,a\n", "/filtered", "--overwrite").code()).isZero();
    HailShell.Result result = shell.run("cat", "--filter", "k = 'abc'", "/filtered");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("hail cat").contains("abc");
  }

  @Test
  void argument_thatCannotBeUnderstood_isUsageError() throws Exception {
    assertThat(put("1,a\n", "/understood", "--overwrite").code()).isZero();
    for (String[] command :
        new String[][] {
          {"put", "--schema", "a INTT", "-", "/x"},
          {"put", "--schema", SCHEMA, "--index", "k,,name", "-", "/x"},
          {"put", "--schema", SCHEMA, "--index", "\"k", "-", "/x"},
          {"put", "--schema", SCHEMA, "--block-size", "big", "-", "/x"},
          {"put", "--schema", SCHEMA, "--delimiter", "ab", "-", "/x"},
          {"put", "--schema", SCHEMA, "--replication", "-1", "-", "/x"},
          {"cat", "--filter", "k =", "/understood"},
          {"cat", "--filter", "name = 'a", "/understood"},
          {"cat", "--filter", "k = 1 name = 2", "/understood"},
          {"cat", "--project", "k,", "/understood"},
          {"cat", "--delimiter", "\"", "/understood"},
          {"cat", "--null", "a,b", "/understood"},
          {"schema", "infer", "--sample", "much", "-"},
          {"ls", "-fs", "no uri", "/"},
          {"index", "advise", "--replicas", "0", "/understood"},
          {"index", "add", "--by", "k", "--threads", "0", "/understood"},
        }) {
      HailShell.Result wrong = shell.runWithInput("1,a\n", command);
      assertThat(wrong.code()).as("%s: %s", List.of(command), wrong).isEqualTo(2);
      assertThat(wrong.err()).as("%s", List.of(command)).contains("--help' shows options");
    }
    for (String[] command :
        new String[][] {
          {"cat", "--filter", "nope = 1", "/understood"},
          {"cat", "--filter", "k = 'x'", "/understood"},
          {"cat", "--filter", "k LIKE 'x%'", "/understood"},
          {"cat", "--project", "nope", "/understood"},
        }) {
      HailShell.Result misfit = shell.run(command);
      assertThat(misfit.code()).as("%s: %s", List.of(command), misfit).isEqualTo(1);
    }
  }

  @Test
  void names_inQuotes_areTakenByAllOptions() throws Exception {
    String schema = "k INT, \"order date\" DATE, \"a,b\" STRING";
    HailShell.Result put =
        shell.runWithInput(
            "1,2020-01-01,x\n",
            "put",
            "--schema",
            schema,
            "--index",
            "\"order date\",\"a,b\"",
            "-",
            "/quoted");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(put.out()).contains("indexed by order date, a,b");
    HailShell.Result cat = shell.run("cat", "--project", "\"a,b\", order date, \"K\"", "/quoted");
    assertThat(cat.out()).as("%s", cat).isEqualTo("x,2020-01-01,1\n");
    assertThat(shell.run("index", "drop", "--by", "\"order date\"", "/quoted").code()).isZero();
  }

  @Test
  void plainFile_givenToCommands_isRefused() throws Exception {
    try (var out = shell.fileSystem().create(new Path("/plain"))) {
      out.writeBytes("just text");
    }
    HailShell.Result result = shell.run("cat", "/plain");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("is not a HAIL file").contains("hail put");
  }

  @Test
  void indexCommand_onUnfitFile_tellsFileOptionAndRemedy() throws Exception {
    assertThat(put("1,a\n", "/to-index").code()).isZero();
    for (String verb : new String[] {"add", "drop"}) {
      HailShell.Result unknown = shell.run("index", verb, "--by", "nope", "/to-index");
      assertThat(unknown.code()).as("%s", unknown).isEqualTo(1);
      assertThat(unknown.err())
          .contains("hail index " + verb + ": `/to-index': --by: Unknown attribute nope")
          .contains("the schema has @1 k, @2 name")
          .contains("hail schema show /to-index");
    }
    try (var out = shell.fileSystem().create(new Path("/not-to-index"))) {
      out.writeBytes("just text");
    }
    shell.fileSystem().mkdirs(new Path("/folder-to-index"));
    for (String[] command :
        new String[][] {{"add", "--by", "k"}, {"drop", "--by", "k"}, {"show"}, {"advise"}}) {
      for (String[] file :
          new String[][] {
            {"/not-to-index", "is not a HAIL file", "hail put"},
            {"/folder-to-index", "Is a directory", "Name a file in it"},
            {"/nothing-to-index", "No such file or directory", ""}
          }) {
        List<String> arguments = new ArrayList<>(List.of("index"));
        arguments.addAll(List.of(command));
        arguments.add(file[0]);
        HailShell.Result refused = shell.run(arguments.toArray(String[]::new));
        assertThat(refused.code()).as("%s", refused).isEqualTo(1);
        assertThat(refused.err())
            .as("%s", arguments)
            .contains("hail index " + command[0] + ": `", file[0] + "': " + file[1], file[2]);
      }
    }
  }

  @Test
  void sourceDirectory_withoutFiles_isReported(@TempDir File folder) throws Exception {
    Files.writeString(folder.toPath().resolve("_SUCCESS"), "");
    HailShell.Result result = shell.run("put", "--schema", SCHEMA, folder.getPath(), "/from-empty");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("has no files to read");
  }

  @Test
  void source_thatCannotBeDecompressed_isNamed(@TempDir File folder) throws Exception {
    Files.writeString(folder.toPath().resolve("1.csv"), "1,a\n");
    byte[] headAlone = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 3};
    Files.write(folder.toPath().resolve("2.csv.gz"), headAlone);
    HailShell.Result result = shell.run("put", "--schema", SCHEMA, folder.getPath(), "/damaged");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err()).contains("2.csv.gz': cannot be read");
    assertThat(shell.fileSystem().exists(new Path("/damaged"))).isFalse();
  }

  @Test
  void source_withoutLibraryOfItsCodec_isNamedWithRemedy(@TempDir File folder) throws Exception {
    java.nio.file.Path file = folder.toPath().resolve("1.csv.zst");
    Files.write(file, new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD});
    HailShell.Result result = shell.run("put", "--schema", SCHEMA, file.toString(), "/zst");
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.err())
        .contains("hail put: `" + file + "': is compressed (.zst)", "ZStandardCodec")
        .contains("zstd -dc 1.csv.zst | hail put ... - DST", "hadoop checknative");
    HailShell.Result inferred = shell.run("schema", "infer", file.toString());
    assertThat(inferred.code()).as("%s", inferred).isEqualTo(1);
    assertThat(inferred.err()).contains("is compressed (.zst)", "ZStandardCodec");
  }

  @Test
  void put_onClusterWithoutHail_isRefusedOrStoresUnsorted() throws Exception {
    Configuration settings = SharedCluster.settings();
    try (HailMiniCluster plain =
        HailMiniCluster.builder().dataNodes(1).withoutHail().configuration(settings).build()) {
      HailShell bare = new HailShell(plain);
      HailShell.Result refused =
          bare.runWithInput("2,b\n1,a\n", "put", "--schema", SCHEMA, "--index", "k", "-", "/x");
      assertThat(refused.code()).as("%s", refused).isEqualTo(1);
      assertThat(refused.err()).contains("does not run HAIL").contains("--allow-unindexed");
      HailShell.Result allowed =
          bare.runWithInput(
              "2,b\n1,a\n",
              "put",
              "--schema",
              SCHEMA,
              "--index",
              "k",
              "--allow-unindexed",
              "-",
              "/x");
      assertThat(allowed.code()).as("%s", allowed).isZero();
      assertThat(allowed.err()).contains("may lack indexes");
      assertThat(bare.run("cat", "--filter", "k = 1", "/x").out()).isEqualTo("1,a\n");
    }
  }

  private HailShell.Result put(String text, String destination, String... options)
      throws Exception {
    String[] arguments = new String[options.length + 5];
    arguments[0] = "put";
    arguments[1] = "--schema";
    arguments[2] = SCHEMA;
    System.arraycopy(options, 0, arguments, 3, options.length);
    arguments[arguments.length - 2] = "-";
    arguments[arguments.length - 1] = destination;
    return shell.runWithInput(text, arguments);
  }
}
