// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every subcommand. Hadoop's own generic options also work after the subcommand. */
@Command
final class GenericOptions {
  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      description = "Set a configuration key.")
  Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "-conf",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Read configuration from FILE.")
  List<File> files = new ArrayList<>();

  @Option(
      names = "-fs",
      paramLabel = "URI",
      scope = ScopeType.INHERIT,
      description = "Use this file system, for example hdfs://nn:8020.")
  String fileSystem;

  @Option(
      names = {"-v", "--debug"},
      scope = ScopeType.INHERIT,
      description = "Show stack traces.")
  boolean verbose;

  @Option(
      names = {"--help", "-help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  boolean help;

  /**
   * Applies the options to the configuration.
   *
   * @throws CommandLineProblem if a configuration file cannot be read, the file system is no URI,
   *     or a key does not exist
   */
  void applyTo(Configuration configuration) throws CommandLineProblem {
    for (File file : files) {
      if (!file.canRead()) {
        throw new CommandLineProblem("-conf: cannot read `" + file + "'");
      }
      configuration.addResource(new Path(file.getAbsoluteFile().toURI()));
    }
    if (fileSystem != null) {
      setFileSystem(configuration);
    }
    properties.forEach((key, value) -> configuration.set(key, value, GivenKeys.SOURCE));
    GivenKeys.check(configuration);
  }

  private void setFileSystem(Configuration configuration) throws CommandLineProblem {
    try {
      FileSystem.setDefaultUri(configuration, fileSystem);
    } catch (IllegalArgumentException wrong) {
      throw new CommandLineProblem(
          "-fs: `" + fileSystem + "' is no URI; write it like hdfs://nn:8020");
    }
  }
}
