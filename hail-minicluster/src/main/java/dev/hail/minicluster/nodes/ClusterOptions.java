// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandLineProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Says which cluster a command is about. */
final class ClusterOptions {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "The cluster's directory: its files, and what reaches it."
              + " Default: hail/cluster below $XDG_STATE_HOME or ~/.local/state.")
  private Path directory;

  /** Returns the directory, which may be missing. */
  Path directory() {
    return (directory == null ? stateHome().resolve("hail/cluster") : directory)
        .toAbsolutePath()
        .normalize();
  }

  /** Returns what runs the cluster of the directory, or ran it last. */
  Engine engine() throws IOException {
    return ofName(Files.exists(mark()) ? Files.readString(mark()) : ProcessEngine.NAME);
  }

  /**
   * Returns what is to run a cluster: that of the data which the directory keeps; otherwise
   * containers where an engine has the image, or else processes. It is what {@link #engine} returns
   * from now on.
   *
   * @param wanted name of an engine, or null for any
   * @throws CommandLineProblem if the data is that of another engine
   */
  Engine choose(String wanted) throws IOException, CommandLineProblem {
    String name;
    if (Files.exists(mark())) {
      name = Files.readString(mark());
      if (wanted != null && !wanted.equals(name)) {
        throw new CommandLineProblem(
            "--engine: the cluster of "
                + directory()
                + " is one of engine "
                + name
                + "; `hail cluster down"
                + words()
                + "' removes it");
      }
    } else {
      name = wanted != null ? wanted : docker().isReady() ? DockerEngine.NAME : ProcessEngine.NAME;
    }
    Engine engine = ofName(name);
    Files.createDirectories(directory());
    Files.writeString(mark(), name);
    return engine;
  }

  /** Lets the next start choose again. */
  void forgetEngine() throws IOException {
    Files.deleteIfExists(mark());
  }

  private Engine ofName(String name) {
    return name.equals(DockerEngine.NAME) ? docker() : new ProcessEngine(directory());
  }

  private DockerEngine docker() {
    return new DockerEngine(Path.of(System.getProperty("hail.home", ".")), directory());
  }

  private Path mark() {
    return directory().resolve("engine");
  }

  /** Returns the end of a command line that names the same cluster. */
  String words() {
    return directory == null ? "" : " --dir " + directory;
  }

  private static Path stateHome() {
    String given = System.getenv("XDG_STATE_HOME");
    return given == null || given.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local/state")
        : Path.of(given);
  }
}
