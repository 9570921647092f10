// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BenchFailoverCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Timeout(600)
  @Tag("nightly")
  void node_dyingUnderTinyJob_costsNoRowAndComesBack() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("failover.json");

    int exitCode =
        shell.hail(
            "bench",
            "failover",
            "--size=3500k",
            "--block-size=1m",
            "--rounds=1",
            "--nodemanager-expiry=10",
            "--datanode-expiry=11",
            "--systems=hail-nosplit",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .allSatisfy(each -> assertThat(each.get("bench").asText()).isEqualTo("failover"))
        .allSatisfy(each -> assertThat(each.get("runs").asInt()).isEqualTo(1));
    for (String metric :
        List.of("job_s", "failure_job_s", "slowdown_percent", "lost_tasks", "scanned_blocks")) {
      assertThat(BenchShell.subjects(figures, "bob-q1", metric))
          .as(metric)
          .containsExactly("hail-nosplit");
    }
    double without = BenchShell.median(figures, "bob-q1", "job_s", "hail-nosplit");
    double with = BenchShell.median(figures, "bob-q1", "failure_job_s", "hail-nosplit");
    assertThat(BenchShell.median(figures, "bob-q1", "slowdown_percent", "hail-nosplit"))
        .isCloseTo((with / without - 1) * 100, within(0.1));
    assertThat(BenchShell.median(figures, "bob-q1", "map_tasks", "hail-nosplit")).isEqualTo(4);
    assertThat(shell.output()).contains("slowdown_percent").contains("failure_job_s");
    assertThat(shell.messages())
        .contains(" died")
        .contains("all replicas and indexes are there again");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void expiry_tooShort_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "failover", "--datanode-expiry=5")).isEqualTo(2);
    assertThat(shell.messages()).contains("--datanode-expiry must be at least 11 seconds");
  }

  @Test
  void nodes_asManyAsReplicas_areUsageError() throws Exception {
    assertThat(shell.hail("bench", "failover", "--nodes=3")).isEqualTo(2);
    assertThat(shell.messages()).contains("--nodes must be at least 4");
  }

  @Test
  void unknownSystem_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "failover", "--systems=hive")).isEqualTo(2);
    assertThat(shell.messages()).contains("hail-1idx-nosplit");
  }
}
