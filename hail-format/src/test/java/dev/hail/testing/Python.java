// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs Python scripts that read HAIL's blocks and streams by other people's code. The interpreter
 * is the one that {@code HAIL_PYTHON} names, else that of the checkout's {@code .venv}, else {@code
 * python3}.
 */
public final class Python {
  private final String interpreter;
  private final Path folder;

  private Python(Path folder) {
    this.interpreter = interpreter();
    this.folder = folder;
  }

  /**
   * An interpreter whatever it has installed.
   *
   * @param folder where scripts and their output are kept
   */
  public static Python of(Path folder) {
    return new Python(folder);
  }

  /**
   * An interpreter that can import pyarrow; fails with the remedy if there is none. The test is
   * skipped if {@code bin/test} could not get pyarrow because there is no network.
   */
  public static Python withPyarrow(Path folder) throws IOException, InterruptedException {
    assumeThat(System.getenv("HAIL_WITHOUT_PYARROW"))
        .as("bin/test found neither pyarrow nor a network that brings it")
        .isNull();
    Python python = new Python(folder);
    assertThat(python.run("-c", "import pyarrow"))
        .as(
            "%s cannot import pyarrow; run: python3 -m venv .venv && .venv/bin/pip install"
                + " pyarrow, or name an interpreter that has it in HAIL_PYTHON",
            python.interpreter)
        .isEmpty();
    return python;
  }

  /** Runs a script from the class path's root and returns what it printed, stripped. */
  public String runResource(String name, String... arguments)
      throws IOException, InterruptedException {
    Path script = folder.resolve(name);
    try (InputStream resource = Python.class.getResourceAsStream("/" + name)) {
      Files.write(script, resource.readAllBytes());
    }
    List<String> all = new ArrayList<>(List.of(script.toString()));
    all.addAll(Arrays.asList(arguments));
    return run(all.toArray(String[]::new));
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(interpreter));
    command.addAll(Arrays.asList(arguments));
    Path log = folder.resolve("python-output.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(log);
    assertThat(ended).as("%s does not end: %s", String.join(" ", command), text).isTrue();
    return text.strip();
  }

  private static String interpreter() {
    String named = System.getProperty("HAIL_PYTHON", System.getenv("HAIL_PYTHON"));
    if (named != null) {
      return named;
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve(".venv/bin/python");
      if (Files.isExecutable(candidate)) {
        return candidate.toString();
      }
    }
    return "python3";
  }
}
