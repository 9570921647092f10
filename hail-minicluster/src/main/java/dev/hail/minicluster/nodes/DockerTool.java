// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs {@code docker} and {@code docker compose}.
 *
 * @param composeFile what compose runs
 * @param project name of what belongs together for compose
 * @param environment variables that the file uses
 */
record DockerTool(Path composeFile, String project, Map<String, String> environment) {
  DockerTool {
    environment = Map.copyOf(environment);
  }

  /** Returns whether an engine answers and has an image. */
  boolean hasImage(String image) {
    try {
      docker("image", "inspect", "-f", "{{.Id}}", image);
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  /**
   * Runs {@code docker} with these words.
   *
   * @return what it printed
   * @throws IOException if it fails or is not there, with what it said
   */
  String docker(String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of("docker"));
    line.addAll(List.of(words));
    return run(line);
  }

  /** Runs {@code docker compose}, or {@code docker-compose} where docker does not know it. */
  void compose(String... words) throws IOException {
    List<String> line = new ArrayList<>();
    try {
      docker("compose", "version");
      line.addAll(List.of("docker", "compose"));
    } catch (IOException unknown) {
      line.add("docker-compose");
    }
    line.addAll(List.of("-p", project, "-f", composeFile.toString()));
    line.addAll(List.of(words));
    run(line);
  }

  /** Copies what {@code docker} prints to either output. */
  void copyOutput(OutputStream to, String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of("docker"));
    line.addAll(List.of(words));
    Process process = builder(line).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      out.transferTo(to);
    }
    await(process, line, "see above");
  }

  private String run(List<String> line) throws IOException {
    Path messages = Files.createTempFile("hail-docker-", ".err");
    try {
      Process process;
      try {
        process = builder(line).redirectError(messages.toFile()).start();
      } catch (IOException missing) {
        throw new IOException("Cannot run " + line.get(0) + "; is it installed?", missing);
      }
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      await(process, line, (out + Files.readString(messages)).strip());
      return out.strip();
    } finally {
      Files.delete(messages);
    }
  }

  private ProcessBuilder builder(List<String> line) {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    return builder;
  }

  private static void await(Process process, List<String> line, String said) throws IOException {
    int code;
    try {
      code = process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException("Interrupted while " + line.get(0) + " ran");
    }
    if (code != 0) {
      throw new IOException(
          "`" + String.join(" ", line) + "' failed (exit code " + code + "): " + said);
    }
  }
}
