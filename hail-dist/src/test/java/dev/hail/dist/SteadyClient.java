// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A client that writes and reads plain and HAIL files all the while, and remembers every error it
 * sees. One thread does each kind. It waits for the only namenode while that restarts, as Hadoop's
 * clients do if they are told to.
 */
final class SteadyClient implements AutoCloseable {
  private static final String SCHEMA = "id INT, name STRING, code INT";
  private static final int ROWS = 2000;
  private static final int FILES = 5;

  /** Between two files, so that the cluster has processors for what is done to it. */
  private static final int PAUSE_MILLIS = 200;

  private static final Path PLAIN = new Path("/steady/plain");
  private static final Path HAIL = new Path("/steady/hail");

  private final Configuration configuration;
  private final FileSystem fileSystem;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicBoolean hailIsThere = new AtomicBoolean();
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final List<Future<Counts>> results = new ArrayList<>();
  private final Map<Path, List<String>> written = new ConcurrentHashMap<>();
  private volatile String phase = "before";

  /**
   * What one thread did.
   *
   * @param files files that were written and read
   * @param errors errors that it saw, each with the time in words
   */
  private record Counts(int files, List<String> errors) {}

  /** One file written and read. */
  @FunctionalInterface
  private interface Turn {
    /** Returns an error, or null. */
    String run(Path path, List<String> rows) throws Exception;
  }

  private SteadyClient(Map<String, String> settings) throws IOException {
    configuration = new Configuration();
    settings.forEach(configuration::set);
    configuration.setBoolean("dfs.client.retry.policy.enabled", true);
    fileSystem = FileSystem.newInstance(configuration);
  }

  /**
   * Starts with plain files.
   *
   * @param settings of a client of the cluster
   */
  static SteadyClient start(Map<String, String> settings) throws IOException {
    SteadyClient client = new SteadyClient(settings);
    client.fileSystem.mkdirs(PLAIN);
    client.fileSystem.mkdirs(HAIL);
    client.results.add(client.threads.submit(() -> client.go(PLAIN, client::plain)));
    return client;
  }

  /** Says what happens to the cluster, for the words of errors. */
  void phase(String text) {
    phase = text;
  }

  /** Starts with HAIL files, once the namenode has HAIL. */
  void startHail() {
    if (hailIsThere.compareAndSet(false, true)) {
      results.add(threads.submit(() -> go(HAIL, this::hail)));
    }
  }

  private Counts go(Path directory, Turn turn) throws InterruptedException {
    List<String> errors = new ArrayList<>();
    int files = 0;
    while (!stop.get()) {
      Path path = new Path(directory, "" + files % FILES);
      List<String> rows = rows(files);
      String when = phase;
      String error;
      try {
        written.remove(path);
        fileSystem.delete(path, false);
        error = turn.run(path, rows);
        written.put(path, rows);
      } catch (Exception e) {
        error = e.toString();
      }
      if (error != null) {
        errors.add(path + ", " + when + " to " + phase + ": " + error);
      }
      files++;
      Thread.sleep(PAUSE_MILLIS);
    }
    return new Counts(files, errors);
  }

  private static List<String> rows(int seed) {
    Random random = new Random(seed);
    List<String> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      rows.add(id + ",name-" + random.nextInt(100) + "," + random.nextInt(10));
    }
    return rows;
  }

  private String plain(Path path, List<String> rows) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(path, true)) {
      out.write(text(rows).getBytes(StandardCharsets.UTF_8));
    }
    return plainError(path, rows);
  }

  private String plainError(Path path, List<String> rows) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      String found = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return found.equals(text(rows)) ? null : "Other bytes than were written";
    }
  }

  private String hail(Path path, List<String> rows) throws Exception {
    String error =
        command(
            text(rows),
            new ByteArrayOutputStream(),
            "put",
            "--schema",
            SCHEMA,
            "--index",
            "name,code",
            "--allow-unindexed",
            "-",
            path.toString());
    return error == null ? hailError(path, rows) : error;
  }

  private String hailError(Path path, List<String> rows) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String error = command("", out, "cat", "--filter", "code = 3", path.toString());
    if (error != null) {
      return error;
    }
    List<String> found = out.toString(StandardCharsets.UTF_8).lines().sorted().toList();
    List<String> expected = rows.stream().filter(row -> row.endsWith(",3")).sorted().toList();
    return found.equals(expected) ? null : found.size() + " rows, not " + expected.size();
  }

  private String command(String input, ByteArrayOutputStream out, String... arguments)
      throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        HailCli.run(
            new Configuration(configuration),
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return code == 0 ? null : "hail " + arguments[0] + ": " + err.toString(StandardCharsets.UTF_8);
  }

  private static String text(List<String> rows) {
    return String.join("\n", rows) + "\n";
  }

  /** Ends the threads; no error was seen, and each file holds what was written last. */
  void assertNothingWasSeen() throws Exception {
    stop.set(true);
    List<String> errors = new ArrayList<>();
    for (Future<Counts> result : results) {
      Counts counts = result.get();
      assertThat(counts.files()).isGreaterThan(FILES);
      errors.addAll(counts.errors());
    }
    assertThat(errors).isEmpty();
    assertThat(written).hasSize(2 * FILES);
    for (Map.Entry<Path, List<String>> file : written.entrySet()) {
      boolean plain = file.getKey().getParent().equals(PLAIN);
      assertThat(
              plain
                  ? plainError(file.getKey(), file.getValue())
                  : hailError(file.getKey(), file.getValue()))
          .as("%s", file.getKey())
          .isNull();
    }
    fileSystem.delete(PLAIN.getParent(), true);
  }

  @Override
  public void close() throws IOException {
    stop.set(true);
    threads.shutdownNow();
    fileSystem.close();
  }
}
