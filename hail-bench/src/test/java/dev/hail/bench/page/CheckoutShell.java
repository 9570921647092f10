// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.PageBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The shell of a user in a directory that looks like a built checkout, with its {@code bin/hail} on
 * the PATH.
 */
final class CheckoutShell implements AutoCloseable {
  private static final List<String> LINKED = List.of("bin", "conf", "target");

  private final Path directory;
  private final Map<String, String> variables;
  private final int minutes;

  private CheckoutShell(Path directory, Map<String, String> variables, int minutes) {
    this.directory = directory;
    this.variables = Map.copyOf(variables);
    this.minutes = minutes;
  }

  /**
   * Makes the directory.
   *
   * @param variables environment of the commands, besides what any user has
   * @param minutes time that a block may take
   */
  static CheckoutShell open(Path directory, Map<String, String> variables, int minutes)
      throws IOException {
    Files.createDirectories(directory);
    for (String folder : LINKED) {
      Files.createSymbolicLink(directory.resolve(folder), PageBlock.root().resolve(folder));
    }
    return new CheckoutShell(directory, variables, minutes);
  }

  Path directory() {
    return directory;
  }

  /**
   * Types commands, the next one if the one before ended with 0.
   *
   * @param place where they stand, for messages
   * @return what they printed to both streams
   */
  String type(String place, String commands) throws IOException, InterruptedException {
    Path output = directory.resolveSibling(directory.getFileName() + ".output");
    String script =
        "set -euo pipefail\ntrap 'echo \"exit code $? of $BASH_COMMAND\"' ERR\n" + commands;
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.matches("(HAIL|HADOOP|XDG)_.*"));
    String java = System.getProperty("java.home");
    environment.put("JAVA_HOME", java);
    environment.put(
        "PATH", directory.resolve("bin") + ":" + java + "/bin:" + System.getenv("PATH"));
    environment.put("HAIL_REBUILD", "off");
    environment.putAll(variables);
    Process bash = builder.start();
    boolean ended = bash.waitFor(minutes, TimeUnit.MINUTES);
    if (!ended) {
      bash.descendants().forEach(ProcessHandle::destroyForcibly);
      bash.destroyForcibly().waitFor();
    }
    String printed = Files.readString(output);
    assertThat(ended).as("%s ends in %s minutes%n%s", place, minutes, printed).isTrue();
    assertThat(bash.exitValue()).as("%s%n%s%n%s", place, commands, printed).isZero();
    return printed;
  }

  /** Removes the links; JUnit warns of each link to outside of its folder. */
  @Override
  public void close() throws IOException {
    for (String folder : LINKED) {
      Files.delete(directory.resolve(folder));
    }
  }
}
