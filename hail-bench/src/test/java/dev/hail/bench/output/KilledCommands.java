// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.output.Replacing.Version;
import dev.hail.cli.HailCli;
import dev.hail.client.HailShell;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.JvmProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Processes of commands that are killed (SIGKILL), and what is there then. */
final class KilledCommands {
  /** Holds {@link #OUTPUT} alone, unless a command was killed. */
  static final Path FOLDER = new Path("/killed-commands");

  static final Path OUTPUT = new Path(FOLDER, "output");

  private final HailShell shell;
  private final java.nio.file.Path directory;

  /**
   * Empties the folder, and writes what the commands read.
   *
   * @param directory for configuration and log of the processes
   */
  KilledCommands(HailShell shell, java.nio.file.Path directory) throws Exception {
    this.shell = shell;
    this.directory = directory;
    FileSystem hdfs = shell.cluster().fileSystem();
    hdfs.delete(FOLDER, true);
    hdfs.mkdirs(FOLDER);
    Replacing.writeInputs(shell);
  }

  /**
   * Runs a command that writes the new output, and kills it before the namenode gets a call.
   *
   * @param at told the method of each call in turn
   * @return the method of the call; null if the command ended with 0 before
   */
  String kill(Replacing command, Predicate<String> at) throws Exception {
    InetSocketAddress namenode = shell.cluster().dfs().getNameNode().getNameNodeAddress();
    try (CallGate gate = new CallGate(namenode, at)) {
      Configuration conf = CommandInputs.localJobs(shell.cluster());
      conf.set("fs.defaultFS", "hdfs://" + gate.address());
      try (JvmProcess process = start(conf, command.line(Version.NEW, OUTPUT))) {
        Waiting.until(
            "the command is at the call", () -> gate.stopped().isDone() || !process.isAlive());
        if (gate.stopped().isDone()) {
          return gate.stopped().get();
        }
        assertThat(process.await(Duration.ZERO)).as(process.log().toString()).isZero();
        return null;
      }
    }
  }

  /** Starts a command; closing the process kills it. */
  JvmProcess start(Configuration configuration, String... line) throws IOException {
    java.nio.file.Path conf = Files.createDirectories(directory.resolve("conf"));
    try (OutputStream out = Files.newOutputStream(conf.resolve("core-site.xml"))) {
      configuration.writeXml(out);
    }
    return JvmProcess.start(
        new JvmProcess.Command(
            HailCli.class.getName(),
            List.of(line),
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
            conf,
            directory.resolve("command.log")));
  }

  /** Runs a command that was killed again: its output is the new one, and nothing is beside it. */
  void assertRunsAgain(Replacing command) throws Exception {
    command.write(shell, Version.NEW, OUTPUT);
    assertThat(command.found(shell, OUTPUT)).isEqualTo(command.expected(shell, Version.NEW));
    assertThat(shell.cluster().fileSystem().listStatus(FOLDER)).hasSize(1);
  }
}
