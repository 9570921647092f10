// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void tinyDemo_ofTwoQueries_comparesAndReports() throws Exception {
    assertComparesAndReports(2, "--queries=bob-q1,bob-q2");
  }

  @Test
  @Tag("nightly")
  void tinyDemo_run_comparesFiveQueriesAndReports() throws Exception {
    assertComparesAndReports(5, "--queries=bob");
  }

  private void assertComparesAndReports(int queries, String chosen) throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path report = directory.resolve("report.html");
    Path figures = directory.resolve("figures.json");

    int exitCode =
        shell.hail(
            "demo",
            chosen,
            "--size=900k",
            "--block-size=1m",
            "--dir=" + data,
            "--report=" + report,
            "--json=" + figures);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    assertThat(shell.output()).contains("Upload of").contains("bob-q1").contains("bob-q" + queries);
    assertThat(Pattern.compile("\\byes\\b").matcher(shell.output()).results()).hasSize(queries);
    assertThat(shell.messages())
        .containsPattern(
            String.format(
                Locale.ROOT, "%1$d/%1$d  bob-q%2$d on HAIL.*, equal", 6 + 2 * queries, queries));
    assertThat(report).content().contains("Index map").contains("equality index: 1");
    assertThat(report).content().contains("Block 1 on datanode 3").doesNotContain("unsorted<");
    assertThat(Files.readAllLines(figures)).hasSize(5 + 10 * queries);
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void unwritableReport_givenToDemo_isRefusedAtOnce() throws Exception {
    int exitCode = shell.hail("demo", "--report=" + directory.resolve("no/such/report.html"));

    assertThat(exitCode).isEqualTo(1);
    assertThat(shell.messages()).contains("report.html': No such file or directory");
  }

  @Test
  void demo_ofUnknownQuery_isUsageError() throws Exception {
    assertThat(shell.hail("demo", "--queries=bob-q1,syn-q1a")).isEqualTo(2);
    assertThat(shell.hail("demo", "--queries=")).isEqualTo(2);
    assertThat(shell.messages())
        .contains("there is no query syn-q1a; the queries are bob-q1, bob-q2,");
  }

  @Test
  void demo_withSenselessSize_isUsageError() throws Exception {
    assertThat(shell.hail("demo", "--size=1k")).isEqualTo(2);
    assertThat(shell.hail("demo", "--block-size=1000001")).isEqualTo(2);
    assertThat(shell.messages()).contains("at least 64k").contains("multiple of 512");
  }
}
