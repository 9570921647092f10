// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

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

class BenchLoadCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Timeout(600)
  @Tag("nightly")
  void shortLoad_onDaemonProcesses_succeedsAndLeaksNothing() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("load.json");

    int exitCode =
        shell.hail(
            "bench",
            "load",
            "--minutes=0.2",
            "--uploaders=2",
            "--queriers=3",
            "--file-size=1500k",
            "--block-size=1m",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .allSatisfy(each -> assertThat(each.get("bench").asText()).isEqualTo("load"));
    assertThat(BenchShell.subjects(figures, "load", "operations"))
        .containsExactly(
            "delete",
            "put",
            "query-ad-revenue",
            "query-scan",
            "query-source-ip",
            "query-visit-date");
    for (String kind : BenchShell.subjects(figures, "load", "operations")) {
      double median = BenchShell.median(figures, "load", "p50_s", kind);
      assertThat(median).isPositive();
      assertThat(BenchShell.median(figures, "load", "p99_s", kind)).isGreaterThanOrEqualTo(median);
    }
    for (Resource resource : Resource.values()) {
      assertThat(BenchShell.subjects(figures, "last-quarter", resource.metric()))
          .containsExactly("namenode", "datanode-0", "datanode-1", "datanode-2", "client");
    }
    assertThat(shell.output()).contains("operations_per_min").contains("No process leaks");
    assertThat(shell.messages()).contains("all well");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void nodes_fewerThanReplicas_areUsageError() throws Exception {
    assertThat(shell.hail("bench", "load", "--nodes=2")).isEqualTo(2);
    assertThat(shell.messages()).contains("--nodes must be at least 3");
  }

  @Test
  void minutes_tooFewForSamples_areUsageError() throws Exception {
    assertThat(shell.hail("bench", "load", "--minutes=0")).isEqualTo(2);
    assertThat(shell.messages()).contains("--minutes must be at least 0.1");
  }
}
