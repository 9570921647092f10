// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
class BenchDirectoryCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void benchDirectory_withSizeTooLargeForHeap_measuresTheOthers() throws Exception {
    Path json = directory.resolve("directory.json");

    int exitCode =
        shell.hail(
            "bench",
            "directory",
            "--replicas=30000,60000,900000000000",
            "--rounds=1",
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    assertThat(shell.messages()).contains("LEFT OUT").contains("HAIL_OPTS=-Xmx");
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .extracting(each -> each.get("case").asText() + " " + each.get("metric").asText())
        .containsExactly(
            "replicas/30000 load_s",
            "replicas/30000 bytes_per_replica",
            "replicas/30000 lookups_per_s",
            "replicas/60000 load_s",
            "replicas/60000 bytes_per_replica",
            "replicas/60000 lookups_per_s");
    assertThat(shell.output()).contains("bytes_per_replica");
  }
}
