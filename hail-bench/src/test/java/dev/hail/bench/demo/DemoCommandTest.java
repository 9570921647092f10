// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path directory;

  @Test
  void tinyDemoComparesFiveQueriesAndReports() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path report = directory.resolve("report.html");
    Path figures = directory.resolve("figures.json");

    int exitCode =
        hail(
            "demo",
            "--size=2500k",
            "--block-size=1m",
            "--dir=" + data,
            "--report=" + report,
            "--json=" + figures);

    assertThat(exitCode).as("%s%n%s", messages(), output()).isZero();
    assertThat(output()).contains("Upload of").contains("bob-q1").contains("bob-q5");
    assertThat(Pattern.compile("\\byes\\b").matcher(output()).results()).hasSize(5);
    assertThat(messages()).contains("16/16  bob-q5 on HAIL").contains("equal");
    assertThat(report).content().contains("Index map").contains("equality index: 3");
    assertThat(report).content().contains("Block 3 on datanode 3").doesNotContain("unsorted<");
    assertThat(Files.readAllLines(figures)).hasSize(5 + 10 * 5);
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void reportThatCannotBeWrittenIsRefusedAtOnce() throws Exception {
    int exitCode = hail("demo", "--report=" + directory.resolve("no/such/report.html"));

    assertThat(exitCode).isEqualTo(1);
    assertThat(messages()).contains("report.html").contains("is no writable directory");
  }

  @Test
  void sizesWithoutSenseAreUsageErrors() throws Exception {
    assertThat(hail("demo", "--size=1k")).isEqualTo(2);
    assertThat(hail("demo", "--block-size=1000001")).isEqualTo(2);
    assertThat(messages()).contains("at least 64k").contains("multiple of 512");
  }

  private int hail(String... args) throws Exception {
    return HailCli.run(
        new Configuration(),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
