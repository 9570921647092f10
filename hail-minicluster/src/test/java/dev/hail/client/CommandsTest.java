// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.TestBlocks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the commands print. */
@ExtendWith(SharedCluster.class)
class CommandsTest {
  private static final String SCHEMA = "k INT, name STRING, day DATE";
  private static final String TEXT =
      "3,\"say \"\"hi\"\", friend\",2001-01-03\n1,,2001-01-01\nx,bad,2001-01-01\n2,\"\",\n";

  private final HailShell shell;

  CommandsTest(HailShell shell) throws Exception {
    this.shell = shell;
    HailShell.Result put =
        shell.runWithInput(
            TEXT, "put", "-f", "--schema", SCHEMA, "--index", "k,day", "-", "/commands");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(put.out()).contains("/commands: 3 rows in 1 block, indexed by k, day");
    assertThat(put.err()).contains("1 bad record kept").contains("standard input line 3");
  }

  @Test
  void unknownCommand_run_isAnsweredWithKnownOnes() throws Exception {
    HailShell.Result result = shell.run("bogus");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains("there is no command bogus")
        .contains("cat, ")
        .contains("put");
    HailShell.Result nested = shell.run("index", "shw");
    assertThat(nested.code()).isEqualTo(2);
    assertThat(nested.err())
        .startsWith("hail index: there is no command shw\n  The commands are ")
        .contains("show")
        .contains("`hail index COMMAND --help'");
    assertThat(shell.run("--nope").err()).contains("Unknown option: '--nope'");
  }

  @Test
  void cat_ofWholeFile_printsTextThatReadsBack() throws Exception {
    HailShell.Result all = shell.run("cat", "--header", "--filter", "k >= 1", "/commands");
    assertThat(all.out())
        .isEqualTo("k,name,day\n1,,2001-01-01\n2,\"\",\n3,\"say \"\"hi\"\", friend\",2001-01-03\n");
  }

  @Test
  void cat_withFilter_usesIndexAndProjects() throws Exception {
    HailShell.Result result =
        shell.run(
            "cat",
            "--filter",
            "day = '2001-01-03'",
            "--project",
            "name,@1",
            "--format",
            "json",
            "--stats",
            "/commands");
    assertThat(result.out()).isEqualTo("{\"name\":\"say \\\"hi\\\", friend\",\"k\":3}\n");
    assertThat(result.err()).contains("index equality");
  }

  @Test
  void cat_withOptions_limitsRowsAndShowsBadRecords() throws Exception {
    assertThat(shell.run("cat", "--limit", "2", "/commands").out().lines()).hasSize(2);
    assertThat(shell.run("cat", "--bad", "/commands").out())
        .startsWith("3\t")
        .endsWith("\tx,bad,2001-01-01\n");
    assertThat(shell.run("cat", "--bad", "--limit", "1", "/commands").code()).isEqualTo(2);
  }

  @Test
  void cat_intoFile_writesItWhole(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("out.csv");
    assertThat(shell.run("cat", "-o", file.toString(), "--project", "k", "/commands").code())
        .isZero();
    assertThat(Files.readString(file).lines()).containsExactlyInAnyOrder("1", "2", "3");
    assertThat(folder.toFile().list()).containsExactly("out.csv");
  }

  @Test
  void copy_ofFileWithoutRows_hasItsSchema() throws Exception {
    assertThat(shell.runWithInput("", "put", "--schema", SCHEMA, "-", "/no-rows").problems())
        .isEmpty();
    assertThat(shell.run("cp", "/no-rows", "/no-rows-copy").problems()).isEmpty();
    assertThat(shell.run("schema", "show", "/no-rows-copy").out())
        .isEqualTo(shell.run("schema", "show", "/no-rows").out())
        .isNotEmpty();
    assertThat(shell.run("cat", "/no-rows-copy").out()).isEmpty();
  }

  @Test
  void argument_behindTwoDashes_isNoOption() throws Exception {
    HailShell.Result cat = shell.run("cat", "/commands", "--", "--limit=1");
    assertThat(cat.code()).as("%s", cat).isEqualTo(1);
    assertThat(cat.err()).startsWith("hail cat: `--limit=1': No such file or directory");
    HailShell.Result put =
        shell.runWithInput("1\n", "put", "--parents", "--schema", "k INT", "--", "-", "-f");
    assertThat(put.problems()).isEmpty();
    assertThat(shell.run("cat", "--", "-f").out()).isEqualTo("1\n");
    shell.fileSystem().delete(new org.apache.hadoop.fs.Path("-f"), false);
  }

  @Test
  void argument_thatBeginsWithAt_isNoFileOfArguments() throws Exception {
    String[] byName = {"cat", "--project", "name", "--filter", "k = 1", "/commands"};
    Path source = Path.of("@commands-test.csv");
    List<Path> files = List.of(Path.of("2"), Path.of("1 = 1"), Path.of("commands-test.csv"));
    try {
      for (Path file : files) {
        Files.writeString(file, "k");
      }
      Files.writeString(source, "7\n");
      HailShell.Result byNumber =
          shell.run("cat", "--project", "@2", "--filter", "@1 = 1", "/commands");
      assertThat(byNumber.problems()).isEmpty();
      assertThat(byNumber.out()).isNotEmpty().isEqualTo(shell.run(byName).out());
      assertThat(shell.run("schema", "infer", source.toString()).problems()).isEmpty();
      HailShell.Result put =
          shell.run("put", "-f", "--schema", "k INT", "--index", "@1", source.toString(), "/at");
      assertThat(put.problems()).isEmpty();
      assertThat(shell.run("cat", "/at").out()).isEqualTo("7\n");
    } finally {
      Files.deleteIfExists(source);
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Test
  void nullToken_thatLooksLikeAnOption_isTheArgumentAfterNull(@TempDir Path folder)
      throws Exception {
    String text = "1,-1\n2,2\n3,-1\n";
    String[] put = {"put", "-f", "--schema", "k INT, v INT", "--null", "-1", "-", "/tokens"};
    assertThat(shell.runWithInput(text, put).problems()).isEmpty();
    assertThat(shell.run("cat", "--filter", "v is null", "/tokens").out())
        .isEqualTo("1,-1\n3,-1\n");
    assertThat(shell.run("cat", "--null", "-9999", "/tokens").out())
        .isEqualTo("1,-9999\n2,2\n3,-9999\n");
    assertThat(shell.run("cat", "--null", "2", "--filter", "v = 2", "/tokens").out())
        .isEqualTo("\"2\",\"2\"\n");
    String dates = Files.writeString(folder.resolve("days"), "-1\n2001-01-01\n").toString();
    assertThat(shell.run("schema", "infer", "--null", "-1", dates).out()).contains("c1 DATE");
  }

  @Test
  void cat_intoAnythingElse_isLikeAShellsRedirection(@TempDir Path folder) throws Exception {
    assertThat(printKeysInto("-").out().lines()).containsExactlyInAnyOrder("1", "2", "3");
    assertThat(Path.of("-")).doesNotExist();

    Path part = Files.writeString(folder.resolve("out.csv.part"), "mine");
    Path file = Files.writeString(folder.resolve("out.csv"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("out.csv"));
    assertThat(shell.run("cat", "-o", link.toString(), "--filter", "k = 'x'", "/commands").code())
        .isEqualTo(1);
    assertThat(file).hasContent("old");
    assertThat(printKeysInto(link.toString()).code()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(part).hasContent("mine");

    assertThat(printKeysInto(folder.toString()).err())
        .startsWith("hail cat: `" + folder + "': Is a directory\n");
    assertThat(printKeysInto("").err()).startsWith("hail cat: `': is no name of a file");
    HailShell.Result full = printKeysInto("/dev/full");
    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).isEqualTo("hail cat: `/dev/full': No space left on device\n");
  }

  private HailShell.Result printKeysInto(String output) throws Exception {
    return shell.run("cat", "--project", "k", "/commands", "-o", output);
  }

  @Test
  void cat_ofManyBlocks_keepsTheirOrder() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append(i).append(",name,2001-01-01\n");
    }
    HailShell.Result put =
        shell.runWithInput(
            text.toString(),
            "put",
            "-f",
            "--schema",
            SCHEMA,
            "--index",
            "k",
            "--replication",
            "1",
            "--block-size",
            "16k",
            "-",
            "/many");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(shell.run("cat", "/many").out()).isEqualTo(text.toString());
    assertThat(shell.run("cat", "--limit", "3", "--project", "k", "/many").out())
        .isEqualTo("0\n1\n2\n");
    assertThat(shell.run("cat", "--unordered", "/many").out().lines().sorted())
        .isEqualTo(text.toString().lines().sorted().toList());
  }

  @Test
  void listingsAndStatistics_ofFiles_tellWhatIsThere() throws Exception {
    assertThat(shell.run("ls", "/comm*").out()).contains("HAIL[k,day]").contains("/commands");
    HailShell.Result stat = shell.run("stat", "--blocks", "/commands");
    assertThat(stat.out())
        .containsPattern("rows +3\n")
        .containsPattern("bad records +1\n")
        .containsPattern("indexes +k, day\n")
        .contains("block 0: HAIL block, format 1");
    assertThat(shell.run("schema", "show", "/commands").out())
        .containsPattern("k INT, +-- @1\nname STRING, +-- @2\nday DATE +-- @3\n");
    HailShell.Result index = shell.run("index", "show", "--fronts", "/commands");
    assertThat(index.out()).contains("(k)").contains("(day)").containsPattern("k +1/1");
    String costs = "target=41.25s task-start=1.2s scan=5.1s index-overhead=0.9s index-scan=unknown";
    shell
        .fileSystem()
        .setXAttr(
            new org.apache.hadoop.fs.Path("/commands"),
            "user.hail.adaptive.2",
            costs.getBytes(UTF_8));
    assertThat(shell.run("index", "show", "/commands").out())
        .contains("jobs by name: the first took 41.3 s for its map phase")
        .contains("1.20 s to start, a block read whole 5.10 s, 0.90 s more if it is indexed\n");
    TestBlocks.awaitReplication(shell.cluster(), new org.apache.hadoop.fs.Path("/commands"), 3);
    HailShell.Result fsck = shell.run("fsck", "/commands");
    assertThat(fsck.out()).as("%s", fsck).contains("HEALTHY").contains("3 sound replicas");
    assertThat(fsck.code()).isZero();
  }

  @Test
  void fsck_withoutHailFile_saysThatNothingWasChecked() throws Exception {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/fsck-none/below");
    shell.fileSystem().mkdirs(folder);
    try (var out = shell.fileSystem().create(new org.apache.hadoop.fs.Path(folder, "plain"))) {
      out.writeBytes("just text");
    }
    HailShell.Result none = shell.run("fsck", "/fsck-none");
    assertThat(none.code()).as("%s", none).isZero();
    assertThat(none.out()).isEqualTo("NOTHING CHECKED: 0 files, 0 problems\n");
    assertThat(none.err()).contains("hail fsck: `/fsck-none': no HAIL file").contains("hdfs fsck");
    TestBlocks.awaitReplication(shell.cluster(), new org.apache.hadoop.fs.Path("/commands"), 3);
    HailShell.Result both = shell.run("fsck", "/fsck-none", "/commands");
    assertThat(both.code()).as("%s", both).isZero();
    assertThat(both.out()).contains("\nHEALTHY: 1 file, 0 problems\n");
    assertThat(both.err()).contains("`/fsck-none': no HAIL file");
  }

  @Test
  void schema_ofSampleText_isProposed() throws Exception {
    HailShell.Result result =
        shell.runWithInput("a,b\n1,2001-01-01\n2,2001-01-02\n", "schema", "infer", "--header", "-");
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out()).contains("a INT,").contains("b DATE");
  }

  @Test
  void wrongUsage_exitsWithTwo() throws Exception {
    assertThat(shell.run("nonsense").code()).isEqualTo(2);
    assertThat(shell.run("cat").code()).isEqualTo(2);
  }

  @Test
  void completionScript_readByBash_completesCommandsAndOptions(@TempDir Path folder)
      throws Exception {
    HailShell.Result script = shell.run("completion");
    assertThat(script.code()).as("%s", script).isZero();
    Path file = folder.resolve("completion");
    Files.writeString(file, script.out());
    assertThat(completed(file, "sta")).containsExactly("stat");
    assertThat(completed(file, "index", "sh")).containsExactly("show");
    assertThat(completed(file, "cat", "--fil")).containsExactly("--filter");
  }

  /** What bash offers for the last of the words after {@code hail}. */
  private static List<String> completed(Path script, String... words) throws Exception {
    String typed =
        Arrays.stream(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    String program =
        String.format(
            Locale.ROOT,
            "source %s; COMP_WORDS=(hail %s); COMP_CWORD=%d; _complete_hail; printf '%%s\\n'"
                + " \"${COMPREPLY[@]}\"",
            script,
            typed,
            words.length);
    Process bash =
        new ProcessBuilder("bash", "-c", program)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String offered = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).isZero();
    return offered.lines().map(String::strip).toList();
  }

  @Test
  void emptyText_uploaded_makesEmptyFile() throws Exception {
    HailShell.Result put =
        shell.runWithInput("", "put", "-f", "--schema", SCHEMA, "--index", "k", "-", "/empty");
    assertThat(put.code()).as("%s", put).isZero();
    assertThat(shell.run("cat", "--filter", "k = 1", "/empty").out()).isEmpty();
    assertThat(shell.run("schema", "show", "/empty").out()).contains("day DATE");
    assertThat(shell.run("fsck", "/empty").code()).isZero();
  }
}
