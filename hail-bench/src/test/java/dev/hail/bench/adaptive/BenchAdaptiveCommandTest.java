// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BenchAdaptiveCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Tag("nightly")
  @Timeout(900)
  void benchAdaptive_withTinySequence_indexesFileInFirstJobOfRound() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("adaptive.json");
    Path html = directory.resolve("adaptive.html");

    int exitCode =
        shell.hail(
            "bench",
            "adaptive",
            "--size=1500k",
            "--block-size=1m",
            "--jobs=2",
            "--rounds=2",
            "--variants=rho1",
            "--tables=synthetic",
            "--html=" + html,
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .allSatisfy(each -> assertThat(each.get("bench").asText()).isEqualTo("adaptive"));
    for (int job = 1; job <= 2; job++) {
      String name = "synthetic/rho1/job" + job;
      assertThat(runs(figures, name)).isEqualTo(2);
      for (String metric : List.of("job_s", "reader_s", "cpu_s")) {
        assertThat(BenchShell.subjects(figures, name, metric))
            .as(name + " " + metric)
            .containsExactlyInAnyOrder("hadoop", "off", "hail", "hail/off", "hadoop/hail");
      }
      assertThat(BenchShell.median(figures, name, "indexed_blocks", "hail")).isEqualTo(2);
    }
    assertThat(BenchShell.median(figures, "synthetic/rho1/job1", "bytes_written", "hail"))
        .isBetween(500_000.0, 1_500_000.0);
    assertThat(BenchShell.median(figures, "synthetic/rho1/job2", "bytes_written", "hail")).isZero();
    assertThat(data).isEmptyDirectory();
    assertThat(html).content().contains("synthetic: job time by job").contains("<polyline");
  }

  /** How many rounds the figures of a case are made of. */
  private static int runs(List<JsonNode> figures, String name) {
    return figures.stream()
        .filter(figure -> figure.get("case").asText().equals(name))
        .mapToInt(figure -> figure.get("runs").asInt())
        .min()
        .orElseThrow();
  }

  @Test
  void benchAdaptive_withUnknownTable_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "adaptive", "--tables=lineitem")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no lineitem").contains("synthetic");
  }

  @Test
  void benchAdaptive_withUnknownVariant_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "adaptive", "--variants=rho2")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no rho2").contains("rho0.25");
  }
}
