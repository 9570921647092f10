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

/** A program beside this one that prints lines; what it complains of is kept for errors. */
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

  /** The next line; null at the end of a program that ended well. */
  String next() throws IOException, InterruptedException {
    String line = lines.readLine();
    if (line == null && process.waitFor() != 0) {
      throw failure();
    }
    return line;
  }

  /** Tells the program to go on, and returns the line it answers with. */
  String ask() throws IOException, InterruptedException {
    tell();
    return answer();
  }

  /** Tells the program to go on. */
  void tell() throws IOException {
    if (!process.isAlive()) {
      throw failure();
    }
    orders.write('\n');
    orders.flush();
  }

  /** The next line of a program that has not come to its end. */
  String answer() throws IOException, InterruptedException {
    String line = next();
    if (line == null) {
      throw new IOException(name + " ended before its time");
    }
    return line;
  }

  /** As the system numbers processes. */
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
