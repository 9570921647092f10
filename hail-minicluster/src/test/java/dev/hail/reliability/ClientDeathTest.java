// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes of {@code hail put} that are ended by a signal in mid block. */
@ExtendWith(SharedFaultyCluster.class)
class ClientDeathTest {
  private static final int ROWS = 40_000;

  private final FaultyCluster cluster;

  ClientDeathTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  /** How the process is ended, and whether it can still clean up. */
  enum Signal {
    KILL(false, 137),
    TERM(true, 143),
    INT(true, 130);

    private final boolean cleansUp;
    private final int exitCode;

    Signal(boolean cleansUp, int exitCode) {
      this.cleansUp = cleansUp;
      this.exitCode = exitCode;
    }
  }

  @ParameterizedTest
  @EnumSource
  void upload_killedInMidBlock_showsAndLeavesNothing(Signal signal, @TempDir File folder)
      throws Exception {
    String directory = "/signal-" + signal;
    cluster.fileSystem().mkdirs(new Path(directory));
    File source = new File(folder, "visits.csv");
    Files.writeString(source.toPath(), Table.random(600, ROWS).text());
    Process process;
    try (PacketGate gate = PacketGate.closeAfter(8)) {
      process = startPut(folder, source, directory + "/visits");
      gate.awaitWriter();
      assertThat(cluster.blocksBeingWritten(directory)).isNotEmpty();
      new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(signal.exitCode);
    }
    if (signal.cleansUp) {
      assertThat(listing(directory)).isEmpty();
    } else {
      assertThat(listing(directory)).singleElement().asString().startsWith(".hail-put-");
    }

    Table next = Table.random(601, 2_000);
    cluster.upload(directory + "/next", next);
    assertThat(listing(directory)).containsExactly("next");
    assertThat(openFilesBelow(directory)).isFalse();
    Waiting.until(
        "datanodes gave the memory back",
        () -> DaemonMetrics.ofDataNodes(cluster.hdfs(), "AssemblyMemoryBytes") == 0);
    cluster.awaitWhole(directory + "/next", next);
  }

  private Process startPut(File folder, File source, String destination) throws IOException {
    File site = new File(folder, "site.xml");
    try (OutputStream out = Files.newOutputStream(site.toPath())) {
      cluster.hdfs().configuration().writeXml(out);
    }
    // A test that runs in the background of a shell hands down that SIGINT is to be ignored.
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT",
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.hail.cli.HailCli"));
    command.addAll(List.of("put", "-conf", site.getPath(), "--schema", Table.SCHEMA, "--index"));
    command.addAll(List.of(Table.INDEXES, "--block-size", "1m", source.getPath(), destination));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(new File(folder, "put.log"))
        .start();
  }

  private boolean openFilesBelow(String directory) throws IOException {
    return cluster
        .fileSystem()
        .listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), directory)
        .hasNext();
  }

  private List<String> listing(String directory) throws IOException {
    return Arrays.stream(cluster.fileSystem().listStatus(new Path(directory)))
        .map(FileStatus::getPath)
        .map(Path::getName)
        .toList();
  }
}
