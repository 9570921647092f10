// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.output.Replacing.Version;
import dev.hail.cli.HailCli;
import dev.hail.client.HailShell;
import dev.hail.client.SharedCluster;
import dev.hail.minicluster.StoredFile;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.JvmProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Commands whose output finds no room, or that are killed before it is whole. */
@ExtendWith(SharedCluster.class)
class CommandOutputTest {
  private static final Set<String> OUTPUT_OPTIONS =
      Set.of("--output", "--report", "--html", "--json");

  private final HailShell shell;
  private final DistributedFileSystem hdfs;
  private final Configuration configuration;

  CommandOutputTest(HailShell shell) {
    this.shell = shell;
    this.hdfs = shell.cluster().fileSystem();
    this.configuration = CommandInputs.localJobs(shell.cluster());
  }

  @BeforeEach
  void writeInputs() throws Exception {
    CommandInputs.write(shell);
  }

  @Test
  void everyOutput_ofEveryCommand_isInTheTable() {
    Set<String> outputs = new TreeSet<>(Set.of("hail  "));
    CommandTree.commands().forEach(command -> addOutputs(command, outputs));
    Set<String> rows =
        CommandOutput.ALL.stream()
            // Adds to its input, so no option or parameter is an output alone.
            .filter(row -> !row.name().equals("FILE"))
            .map(row -> "hail " + row.command() + " " + row.name())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(rows).isEqualTo(outputs);
  }

  /** Adds standard output as an empty name, and the options and parameters that name an output. */
  private static void addOutputs(CommandSpec command, Set<String> outputs) {
    String words = "hail " + command.qualifiedName() + " ";
    outputs.add(words);
    for (OptionSpec option : command.options()) {
      if (option.arity().max() > 0 && OUTPUT_OPTIONS.contains(option.longestName())) {
        outputs.add(words + option.longestName());
      }
    }
    command.positionalParameters().stream()
        .filter(parameter -> parameter.paramLabel().endsWith("DST"))
        .forEach(parameter -> outputs.add(words + "DST"));
  }

  static Stream<CommandOutput> printed() {
    return tried(Sink.STANDARD_OUTPUT);
  }

  @ParameterizedTest
  @MethodSource("printed")
  void standardOutput_thatIsFull_isAFailure(CommandOutput row) throws Exception {
    String[] words = row.line("", CommandInputs.SCHEMA);
    HailShell.Result full = runInto("No space left on device", words);
    assertThat(full.code()).as("%s", full).isEqualTo(1);
    assertThat(full.err())
        .containsPattern("(?m)^hail[a-z ]*: standard output: No space left on device$")
        .doesNotContain("\tat ");
    HailShell.Result closed = runInto("Broken pipe", words);
    assertThat(closed.code()).as("%s", closed).isZero();
    assertThat(closed.err()).doesNotContain("standard output");
  }

  static Stream<CommandOutput> files() {
    return tried(Sink.LOCAL_FILE);
  }

  @ParameterizedTest
  @MethodSource("files")
  void localFile_thatIsFull_isAFailure(CommandOutput row) throws Exception {
    HailShell.Result full = run(row, "/dev/full");
    assertThat(full.code()).as("%s", full).isEqualTo(1);
    assertThat(full.err())
        .contains("hail " + row.command() + ": `/dev/full': No space left on device\n")
        .doesNotContain("\tat ");
  }

  static Stream<CommandOutput> allFiles() {
    return CommandOutput.to(Sink.LOCAL_FILE);
  }

  @ParameterizedTest
  @MethodSource("allFiles")
  void localFile_inMissingDirectory_isRefusedBeforeAnythingRuns(CommandOutput row)
      throws Exception {
    HailShell.Result refused = run(row, "/no/where");
    assertThat(refused.code()).as("%s", refused).isEqualTo(1);
    assertThat(refused.err())
        .endsWith("hail " + row.command() + ": `/no/where': No such file or directory\n")
        .doesNotContain("Preparing");
  }

  /** The limit on the size of files stands for a small disk, which only root can make. */
  @Test
  void localFile_thatGrowsBeyondRoom_leavesTheOldOne(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("old"), "old");
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 1; exec \"$0\" -Xshare:auto -XX:-UsePerfData -cp \"$1\" dev.hail.cli.HailCli"
                    + " generate synthetic --rows 10000 --overwrite -o \"$2\"",
                System.getProperty("java.home") + "/bin/java",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(1);
    assertThat(said).contains("hail generate: `" + file + "': File too large");
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("old");
  }

  static Stream<CommandOutput> stored() {
    return tried(Sink.FILE_SYSTEM);
  }

  @ParameterizedTest
  @MethodSource("stored")
  void fileSystem_withoutRoom_keepsTheOldOutputAndNoPartOfTheNew(CommandOutput row)
      throws Exception {
    org.apache.hadoop.fs.Path folder = hdfs.makeQualified(new org.apache.hadoop.fs.Path("/full"));
    org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path(folder, "output");
    hdfs.delete(folder, true);
    hdfs.mkdirs(folder);
    assertThat(run(row, output.toString()).problems()).isEmpty();
    List<StoredFile> before = StoredFile.below(hdfs, folder);
    hdfs.setQuota(
        folder,
        HdfsConstants.QUOTA_DONT_SET,
        hdfs.getContentSummary(folder).getSpaceConsumed() + 1);

    assertNamesOutput(run(row, output.toString()), row, output);
    assertThat(StoredFile.below(hdfs, folder)).isEqualTo(before);

    assertThat(hdfs.delete(output, true)).isTrue();
    assertNamesOutput(run(row, output.toString()), row, output);
    assertThat(StoredFile.below(hdfs, folder)).isEmpty();
  }

  private static void assertNamesOutput(
      HailShell.Result full, CommandOutput row, org.apache.hadoop.fs.Path output) {
    assertThat(full.code()).as("%s", full).isEqualTo(1);
    assertThat(full.err())
        .containsPattern(
            "(?m)^hail %s: .*`(%s|/full/output)'.*quota.*$".formatted(row.command(), output))
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource({"PUT, concat", "QUERY, rename"})
  void command_killedInTheMiddle_keepsTheOldOutputAndCanRunAgain(
      Replacing command, String call, @TempDir Path folder) throws Exception {
    KilledCommands commands = new KilledCommands(shell, folder);
    command.write(shell, Version.OLD, KilledCommands.OUTPUT);
    List<StoredFile> before = StoredFile.below(hdfs, KilledCommands.FOLDER);
    assertThat(commands.kill(command, call::equals)).isEqualTo(call);
    assertThat(StoredFile.below(hdfs, KilledCommands.FOLDER))
        .containsAll(before)
        .hasSizeGreaterThan(before.size());
    commands.assertRunsAgain(command);
  }

  @Test
  void localFile_whoseCommandIsKilled_staysAndCanBeReplaced(@TempDir Path folder, @TempDir Path log)
      throws Exception {
    Path file = Files.writeString(folder.resolve("visits.csv"), "old");
    String[] line = {"generate", "synthetic", "--overwrite", "-o", "" + file, "--rows"};
    try (JvmProcess process =
        new KilledCommands(shell, log).start(configuration, with(line, "9999999999"))) {
      Waiting.until("the command writes", () -> !process.isAlive() || bytesBeside(file) > 0);
      assertThat(process.isAlive()).as(process.log().toString()).isTrue();
    }
    assertThat(file).hasContent("old");
    assertThat(bytesBeside(file)).isPositive();

    assertThat(shell.run(with(line, "3")).problems()).isEmpty();
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(folder.toFile().list()).containsExactly("visits.csv");
  }

  private static String[] with(String[] words, String last) {
    String[] line = Arrays.copyOf(words, words.length + 1);
    line[words.length] = last;
    return line;
  }

  private static long bytesBeside(Path file) {
    File[] others = file.getParent().toFile().listFiles(each -> !each.equals(file.toFile()));
    return Arrays.stream(others).mapToLong(File::length).sum();
  }

  private static Stream<CommandOutput> tried(Sink sink) {
    return CommandOutput.to(sink).filter(CommandOutput::isTried);
  }

  private HailShell.Result run(CommandOutput row, String output) throws Exception {
    return HailShell.run(configuration, "", row.line(output, CommandInputs.SCHEMA));
  }

  /** Runs a command whose standard output takes nothing. */
  private HailShell.Result runInto(String failure, String... words) throws Exception {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException(failure);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        HailCli.run(
            configuration,
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words);
    return new HailShell.Result(code, ByteBuffer.allocate(0), err.toString(StandardCharsets.UTF_8));
  }
}
