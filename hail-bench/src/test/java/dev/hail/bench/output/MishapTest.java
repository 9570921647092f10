// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.SharedCluster;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.xattr.HailXAttributes;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Model.CommandSpec;

/** What each command says of each {@link Mishap}. */
@ExtendWith(SharedCluster.class)
class MishapTest {
  private static final int MOST_LINES = 5;

  /** Commands that do their work in spite of a mishap. */
  private static final Set<String> UNHARMED =
      Set.of(
          // What the namenode knows is enough.
          "index advise LOST_REPLICAS",
          "index drop LOST_REPLICAS",
          "index show LOST_REPLICAS",
          "ls LOST_REPLICAS",
          "schema show LOST_REPLICAS",
          "index drop DAMAGED_REPLICA",
          "index show DAMAGED_REPLICA",
          "ls DAMAGED_REPLICA",
          "schema show DAMAGED_REPLICA",
          "ls DAMAGED_ATTRIBUTE",
          // Another replica is read.
          "cat DAMAGED_REPLICA",
          "cp DAMAGED_REPLICA",
          "index add DAMAGED_REPLICA",
          "index advise DAMAGED_REPLICA",
          "query DAMAGED_REPLICA",
          "stat DAMAGED_REPLICA",
          // It lists them all.
          "ls NOT_A_HAIL_FILE");

  private final HailShell shell;
  private final DistributedFileSystem hdfs;

  MishapTest(HailShell shell) {
    this.shell = shell;
    this.hdfs = shell.cluster().fileSystem();
  }

  @Test
  void everyCommand_hasALine_thatGivesAllThatCanGoWrong() {
    Set<String> wanted = new TreeSet<>();
    CommandTree.commands().forEach(command -> addNames(command, wanted));
    Set<String> given = new TreeSet<>();
    for (CommandLineOf line : CommandLineOf.ALL) {
      given.add(line.command());
      for (String name : List.of("IN", "SRC", "OUT", "ATTRIBUTE", "FILTER", "SCHEMA")) {
        if (line.has(name)) {
          given.add(line.command() + " " + name);
        }
      }
    }
    assertThat(given).isEqualTo(wanted);
  }

  /** Adds the command, and for each option and parameter that a mishap can be in, its name. */
  private static void addNames(CommandSpec command, Set<String> names) {
    String words = command.qualifiedName();
    names.add(words);
    if (words.startsWith("bench") || words.startsWith("cluster") || words.equals("demo")) {
      return;
    }
    command.options().stream()
        .filter(option -> option.arity().max() > 0)
        .forEach(
            option -> {
              switch (option.longestName()) {
                case "--filter" -> names.add(words + " FILTER");
                case "--project", "--by", "--index" -> names.add(words + " ATTRIBUTE");
                case "--schema" -> names.add(words + " SCHEMA");
                case "--output" -> {
                  if (!words.equals("cat")) {
                    names.add(words + " OUT");
                  }
                }
                default -> {}
              }
            });
    command
        .positionalParameters()
        .forEach(
            parameter -> {
              String label = parameter.paramLabel();
              boolean text = words.equals("put") || words.equals("schema infer");
              if (label.endsWith("DST")) {
                names.add(words + " OUT");
              }
              if (label.contains("SRC") || label.equals("FILE") || label.equals("PATH")) {
                names.add(words + (text ? " SRC" : " IN"));
              }
            });
  }

  @BeforeEach
  void writeInputs() throws Exception {
    CommandInputs.write(shell);
    if (hdfs.exists(path("/mishaps"))) {
      return;
    }
    for (String copy :
        List.of("/mishaps/lost", "/mishaps/damaged", "/mishaps/worn", "/mishaps/closed/rows")) {
      hdfs.mkdirs(path(copy).getParent());
      CommandInputs.writeRows(shell, copy);
    }
    for (LocatedBlock block : TestBlocks.located(hdfs, path("/mishaps/lost"))) {
      for (DataNode node : shell.cluster().dfs().getDataNodes()) {
        Files.delete(TestBlocks.file(node, block.getBlock()).toPath());
      }
    }
    LocatedBlock block = TestBlocks.located(hdfs, path("/mishaps/damaged")).get(0);
    DataNode first = shell.cluster().dfs().getDataNodes().get(0);
    File replica = TestBlocks.file(first, block.getBlock());
    byte[] bytes = Files.readAllBytes(replica.toPath());
    bytes[bytes.length / 2] ^= 1;
    Files.write(replica.toPath(), bytes);
    hdfs.setXAttr(path("/mishaps/worn"), HailXAttributes.SCHEMA, "k NUMBER".getBytes(UTF_8));
    try (FSDataOutputStream out = hdfs.create(path("/mishaps/closed/plain"))) {
      out.writeBytes(CommandInputs.TEXT);
    }
    hdfs.setPermission(path("/mishaps/closed"), new FsPermission((short) 0700));
    hdfs.mkdirs(path("/mishaps/narrow"));
    hdfs.setQuota(path("/mishaps/narrow"), HdfsConstants.QUOTA_DONT_SET, 1);
  }

  @AfterAll
  static void removeInputs(HailShell shell) throws Exception {
    shell.cluster().fileSystem().delete(path("/mishaps"), true);
  }

  @ParameterizedTest
  @EnumSource
  void eachCommand_saysInAFewLinesWhatIsWrong(Mishap mishap, @TempDir Path folder)
      throws Exception {
    String text = Files.writeString(folder.resolve("text.xml"), "no XML\n").toString();
    String web = shell.cluster().namenodeWebAddresses().get(0).replaceFirst("http://", "");
    List<String> problems = new ArrayList<>();
    AutoCloseable mishapEnd = begin(mishap);
    try {
      for (CommandLineOf command : CommandLineOf.ALL) {
        if (mishap.concerns(command)) {
          String[] words = command.with(mishap, web, text);
          HailShell.Result result = run(mishap, words);
          if (mishap != Mishap.SAFE_MODE) {
            hdfs.delete(path("/made"), true);
          }
          String wrong = wrong(result, isUnharmed(command, mishap));
          if (!wrong.isEmpty()) {
            problems.add(wrong + " `" + String.join(" ", words) + "': " + result);
          }
        }
      }
    } finally {
      mishapEnd.close();
    }
    assertThat(problems).isEmpty();
  }

  /** What does not need all datanodes goes on without one; fsck tells that it is missing. */
  private static boolean isUnharmed(CommandLineOf command, Mishap mishap) {
    return mishap == Mishap.KILLED_DATANODE
        ? !command.command().equals("fsck")
        : UNHARMED.contains(command.command() + " " + mishap);
  }

  /** Lets a mishap of the cluster begin; closing the result ends it. */
  private AutoCloseable begin(Mishap mishap) throws Exception {
    switch (mishap) {
      case SAFE_MODE -> {
        hdfs.setSafeMode(SafeModeAction.ENTER);
        return () -> hdfs.setSafeMode(SafeModeAction.LEAVE);
      }
      case KILLED_DATANODE -> {
        HailMiniCluster.StoppedDataNode stopped = shell.cluster().stopDataNode(0);
        return () -> {
          shell.cluster().startDataNode(stopped);
          shell.cluster().awaitHail();
        };
      }
      default -> {
        return () -> {};
      }
    }
  }

  @Test
  void query_inThisProcess_namesNoPage() throws Exception {
    HailShell.Result result =
        HailShell.run(
            CommandInputs.localJobs(shell.cluster()), "", "query", "--output", "/made", "/rows");
    assertThat(result.problems()).isEmpty();
    assertThat(result.err()).doesNotContain("8080");
    hdfs.delete(path("/made"), true);
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.outputcommitter.factory.class,no.such.Factory",
    "mapreduce.fileoutputcommitter.algorithm.version,7",
    "mapreduce.fileoutputcommitter.algorithm.version,few"
  })
  void query_withoutCommitter_endsWithALine(String key, String value) throws Exception {
    HailShell.Result result =
        HailShell.run(
            CommandInputs.localJobs(shell.cluster()),
            "",
            "query",
            "-D",
            key + "=" + value,
            "--output",
            "/made",
            "/rows");
    assertThat(wrong(result, false)).as("%s", result).isEmpty();
    assertThat(result.err()).startsWith("hail query: `").contains("/made': no job can commit it: ");
    assertThat(hdfs.exists(path("/made"))).isFalse();
  }

  private HailShell.Result run(Mishap mishap, String[] words) throws Exception {
    Configuration impatient = CommandInputs.localJobs(shell.cluster());
    impatient.setInt("ipc.client.connect.max.retries", 0);
    impatient.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
    impatient.setInt("dfs.client.retry.window.base", 10);
    impatient.setInt("hail.client.rpc.failovers", 0);
    if (mishap != Mishap.NO_RIGHTS) {
      return HailShell.run(impatient, "", words);
    }
    return UserGroupInformation.createRemoteUser("stranger")
        .doAs(
            (PrivilegedExceptionAction<HailShell.Result>)
                () -> HailShell.run(impatient, "", words));
  }

  /** What is wrong with what a command said; empty if nothing is. */
  private static String wrong(HailShell.Result result, boolean unharmed) {
    List<String> lines = result.err().lines().toList();
    if (unharmed != (result.code() == 0)) {
      return "exit code";
    }
    if (result.said().lines().anyMatch(line -> line.startsWith("\tat "))) {
      return "stack trace";
    }
    if (lines.size() > MOST_LINES || (lines.isEmpty() && !unharmed && result.out().isEmpty())) {
      return lines.size() + " lines";
    }
    if (result.err().contains("This is a defect") || result.err().contains("without a message")) {
      return "no reason";
    }
    return lines.stream()
        .filter(line -> line.matches("hail[a-z ]*: [\\w.$]+(Exception|Error):?"))
        .collect(Collectors.joining());
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }
}
