// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that runs beside this one and prints lines. Its last error output is kept for messages.
 */
final class JoinProcess implements AutoCloseable {
  private static final int COMPLAINT_LINES = 20;

  private final String name;
  private final Path complaints;
  private final Process process;
  private final BufferedReader lines;
  private final Writer orders;

  /** Starts the program. */
  JoinProcess(String name, List<String> command) throws IOException {
    this.name = name;
    this.complaints = Files.createTempFile("hail-bench-join-", ".err");
    this.process = new ProcessBuilder(command).redirectError(complaints.toFile()).start();
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Returns the next line; null if the program ended successfully. */
  String next() throws IOException, InterruptedException {
    String line = lines.readLine();
    if (line == null && process.waitFor() != 0) {
      throw failure();
    }
    return line;
  }

  /** Tells the program to continue and returns its answer, one line. */
  String ask() throws IOException, InterruptedException {
    tell();
    return answer();
  }

  /** Tells the program to continue. */
  void tell() throws IOException {
    if (!process.isAlive()) {
      throw failure();
    }
    orders.write('\n');
    orders.flush();
  }

  /** Returns the next line of a program that must not end yet. */
  String answer() throws IOException, InterruptedException {
    String line = next();
    if (line == null) {
      throw new IOException(name + " ended too early");
    }
    return line;
  }

  /** Returns the id of the process. */
  long id() {
    return process.pid();
  }

  @Override
  public String toString() {
    return name;
  }

  private IOException failure() throws IOException {
    try (Stream<String> all = Files.lines(complaints, StandardCharsets.UTF_8)) {
      List<String> text = all.toList();
      List<String> last = text.subList(Math.max(0, text.size() - COMPLAINT_LINES), text.size());
      return new IOException(
          name + " ended with " + process.exitValue() + ":\n" + String.join("\n", last));
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(complaints);
  }
}
