// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.cli.CommandLineProblem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The programs that are measured, built or installed when they are asked for. */
final class JoinTools {
  /** System property of the directory that HAIL is installed in, which bin/hail sets. */
  static final String HOME = "hail.home";

  private final Path bench;
  private final PrintStream console;

  private JoinTools(Path bench, PrintStream console) {
    this.bench = bench;
    this.console = console;
  }

  /**
   * The tools of a source checkout.
   *
   * @param home its directory
   * @param console is told that something is being built
   */
  static JoinTools of(String home, PrintStream console) throws CommandLineProblem {
    Path bench = home == null ? null : Path.of(home, "hail-native", "bench");
    if (bench == null || !Files.isExecutable(bench.resolve("prepare"))) {
      throw new CommandLineProblem(
          "bench join runs from a source checkout only: bin/hail bench join, with hail-native"
              + " beside bin");
    }
    return new JoinTools(bench, console);
  }

  /** The program with the kernels. */
  Path kernels() throws IOException, InterruptedException {
    return Path.of(prepare("kernels"));
  }

  /** HAIL's shared object. */
  Path library() throws IOException, InterruptedException {
    return Path.of(prepare("library"));
  }

  /** The directory of the libraries for Java. */
  Path javaLibraries() throws IOException, InterruptedException {
    return Path.of(prepare("java", System.getProperty("java.home")));
  }

  /** The interpreter that has the engines, with the script that runs one. */
  List<String> engines() throws IOException, InterruptedException {
    return List.of(prepare("engines"), bench.resolve("engines.py").toString());
  }

  /** What is built is told to the console by the script itself. */
  private String prepare(String what, String... arguments)
      throws IOException, InterruptedException {
    console.println("Preparing " + what + " ...");
    List<String> command = new ArrayList<>(List.of(bench.resolve("prepare").toString(), what));
    Collections.addAll(command, arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("hail-native/bench/prepare " + what + " failed, see above");
    }
    return printed.trim();
  }
}
