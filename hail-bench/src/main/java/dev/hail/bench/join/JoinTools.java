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

/** Provides the programs to measure; builds or installs them on request. */
public final class JoinTools {
  /** System property with HAIL's installation directory, set by bin/hail. */
  static final String HOME = "hail.home";

  private static final String LIBRARY_PROPERTY = "hail.native.library";
  private static final String JAVA_LIBRARY = "libhail_native.so";

  private final Path bench;
  private final PrintStream console;

  private JoinTools(Path bench, PrintStream console) {
    this.bench = bench;
    this.console = console;
  }

  /**
   * Returns the tools of a source checkout.
   *
   * @param home directory of the checkout
   * @param console shows what is being built
   */
  static JoinTools of(String home, PrintStream console) throws CommandLineProblem {
    Path bench = home == null ? null : Path.of(home, "hail-native", "bench");
    if (bench == null || !Files.isExecutable(bench.resolve("prepare"))) {
      throw new CommandLineProblem(
          "joins are measured in a source checkout: run bin/hail there, with hail-native"
              + " beside bin");
    }
    return new JoinTools(bench, console);
  }

  /** Returns the program with the kernels. */
  Path kernels() throws IOException, InterruptedException {
    return Path.of(prepare("kernels"));
  }

  /** Returns HAIL's shared object. */
  Path library() throws IOException, InterruptedException {
    return Path.of(prepare("library"));
  }

  /** Returns the directory of the libraries for Java. */
  Path javaLibraries() throws IOException, InterruptedException {
    return Path.of(prepare("java", System.getProperty("java.home")));
  }

  /**
   * Returns the library for Java: the one that {@code -Dhail.native.library} names, else the one of
   * this checkout, which is built if need be. Joins of this process load it.
   */
  public static Path javaLibrary(PrintStream console)
      throws IOException, InterruptedException, CommandLineProblem {
    String given = System.getProperty(LIBRARY_PROPERTY);
    if (given != null) {
      return Path.of(given).toAbsolutePath();
    }
    Path library = of(System.getProperty(HOME), console).javaLibraries().resolve(JAVA_LIBRARY);
    System.setProperty(LIBRARY_PROPERTY, library.toString());
    return library;
  }

  /** Returns the command of the interpreter with the engines, and its script. */
  List<String> engines() throws IOException, InterruptedException {
    return List.of(prepare("engines"), bench.resolve("engines.py").toString());
  }

  /** Runs the build script, which prints its progress to the console. */
  private String prepare(String what, String... arguments)
      throws IOException, InterruptedException {
    console.println("Preparing " + what + " ...");
    List<String> command = new ArrayList<>(List.of(bench.resolve("prepare").toString(), what));
    Collections.addAll(command, arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(
          "hail-native/bench/prepare " + what + " failed; its output above says why");
    }
    return printed.trim();
  }
}
