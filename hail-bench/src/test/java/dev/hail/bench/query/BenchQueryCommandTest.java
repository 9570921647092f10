// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchQueryCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void benchQuery_withTinyText_comparesJobsAndCat() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("query.json");

    int exitCode =
        shell.hail(
            "bench",
            "query",
            "--size=900k",
            "--block-size=1m",
            "--rounds=1",
            "--queries=bob-q2,cat",
            "--systems=hadoop,hail",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .allSatisfy(each -> assertThat(each.get("bench").asText()).isEqualTo("query"))
        .allSatisfy(each -> assertThat(each.get("runs").asInt()).isEqualTo(1));
    for (String metric : List.of("reader_s", "job_s", "bytes_read", "map_tasks", "cpu_s")) {
      assertThat(BenchShell.subjects(figures, "bob-q2", metric))
          .as(metric)
          .containsExactlyInAnyOrder("hadoop", "hail", "hadoop/hail");
    }
    for (String system : List.of("hadoop", "hail")) {
      double ideal = BenchShell.median(figures, "bob-q2", "ideal_s", system);
      assertThat(3 * ideal)
          .isCloseTo(BenchShell.median(figures, "bob-q2", "reader_s", system), within(0.001));
      assertThat(ideal + BenchShell.median(figures, "bob-q2", "overhead_s", system))
          .isCloseTo(BenchShell.median(figures, "bob-q2", "job_s", system), within(0.001));
    }
    assertThat(BenchShell.subjects(figures, "cat", "own_s")).containsExactly("hail");
    assertThat(BenchShell.median(figures, "bob-q2", "map_tasks", "hadoop")).isEqualTo(1);
    assertThat(BenchShell.median(figures, "bob-q2", "bytes_read", "hadoop"))
        .isGreaterThanOrEqualTo(900_000);
    assertThat(BenchShell.median(figures, "bob-q2", "bytes_read", "hail"))
        .isBetween(1.0, 600_000.0);
    assertThat(shell.output()).contains("hadoop/hail").contains("own_s");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void benchQuery_withUnknownQuery_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "query", "--queries=bob-q9")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no query bob-q9");
  }
}
