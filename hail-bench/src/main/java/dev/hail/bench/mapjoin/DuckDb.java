// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.job.OutputFingerprint;
import dev.hail.format.schema.Attribute;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.duckdb.DuckDBDriver;

/** DuckDB over the local text or over Parquet, each query in a process of its own. */
final class DuckDb {
  /** What DuckDB reads. */
  enum Source {
    TEXT,
    PARQUET
  }

  private static final int THREADS = 2;

  private final MapJoinFiles files;
  private final Path scratch;

  /**
   * Creates a runner.
   *
   * @param scratch local directory for Parquet files and answers
   */
  DuckDb(MapJoinFiles files, Path scratch) {
    this.files = files;
    this.scratch = scratch;
  }

  /** Writes a table as Parquet, compressed as DuckDB does by default. */
  void toParquet(JoinTable table) throws IOException, InterruptedException {
    run(
        List.of(
            "COPY (SELECT * FROM " + text(table) + ") TO '" + parquet(table) + "' (FORMAT parquet)",
            "SELECT '', 0"));
  }

  /** Runs a case and returns the fingerprint of its answer. */
  OutputFingerprint ask(MapJoinCase query, Source source) throws IOException, InterruptedException {
    List<String> statements = new ArrayList<>();
    for (JoinTable table : query.tables()) {
      String rows = source == Source.TEXT ? text(table) : "'" + parquet(table) + "'";
      statements.add("CREATE VIEW \"" + table.id() + "\" AS SELECT * FROM " + rows);
    }
    statements.add(query.sql());
    return run(statements);
  }

  private Path parquet(JoinTable table) {
    return scratch.resolve(table.id() + ".parquet");
  }

  private String text(JoinTable table) {
    String columns =
        table.schema().attributes().stream()
            .map(each -> "'" + each.name() + "': '" + type(each) + "'")
            .collect(Collectors.joining(", "));
    return "read_csv('"
        + files.local(table)
        + "', delim=',', header=false, quote='', escape='', auto_detect=false, columns={"
        + columns
        + "})";
  }

  private static String type(Attribute attribute) {
    return switch (attribute.type().kind()) {
      case INT -> "INTEGER";
      case DATE -> "DATE";
      case FLOAT -> "DOUBLE";
      case STRING -> "VARCHAR";
      default ->
          throw new IllegalArgumentException(
              "No case has an attribute such as " + attribute.name());
    };
  }

  private OutputFingerprint run(List<String> statements) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(scratch, "duckdb-");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
      command.add(placeOf(DuckDbQuery.class) + ":" + placeOf(DuckDBDriver.class));
      command.add(DuckDbQuery.class.getName());
      command.add(directory.resolve("part-0").toString());
      command.add("SET threads=" + THREADS);
      command.add("SET preserve_insertion_order=false");
      command.addAll(statements);
      Path console = directory.resolve("console");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(console.toFile())
              .start();
      try {
        if (process.waitFor() != 0) {
          throw new IOException("DuckDB failed: " + Files.readString(console));
        }
      } finally {
        process.destroyForcibly();
      }
      FileSystem local = FileSystem.getLocal(new Configuration(false)).getRawFileSystem();
      return OutputFingerprint.of(local, new org.apache.hadoop.fs.Path(directory.toUri()));
    } finally {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private static Path placeOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("Cannot find the jar of " + type.getName(), e);
    }
  }
}
