// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchUploadCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void benchUpload_withTinyText_measuresAllSystems() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("upload.json");

    int exitCode =
        shell.hail(
            "bench",
            "upload",
            "--size=1500k",
            "--block-size=1m",
            "--rounds=2",
            "--cases=uservisits/rep3/idx3",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .filteredOn(each -> each.get("metric").asText().equals("elapsed_s"))
        .extracting(each -> each.path("system").asText() + each.path("ratio").asText())
        .containsExactlyInAnyOrder(
            "hdfs", "hail", "parquet", "orc", "hail/hdfs", "parquet/hail", "orc/hail");
    assertThat(figures)
        .allSatisfy(
            each -> {
              assertThat(each.get("bench").asText()).isEqualTo("upload");
              assertThat(each.get("case").asText()).isEqualTo("uservisits/rep3/idx3");
            });
    double hdfsBytes = figure(figures, "bytes_stored", "hdfs");
    assertThat(hdfsBytes).isBetween(3 * 1_500_000.0, 3 * 1_536_000.0);
    assertThat(figure(figures, "bytes_stored", "parquet")).isPositive().isLessThan(hdfsBytes);
    assertThat(shell.output()).contains("hail/hdfs").contains("elapsed_s");
    assertThat(shell.messages()).contains("not counted").contains("Round 2");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  @Tag("nightly")
  void benchUpload_withDaemonProcesses_measuresClientsShare() throws Exception {
    Path json = directory.resolve("processes.json");

    int exitCode =
        shell.hail(
            "bench",
            "upload",
            "--processes",
            "--size=1500k",
            "--block-size=1m",
            "--rounds=1",
            "--cases=uservisits/rep3/idx3",
            "--systems=hdfs,hail",
            "--dir=" + directory,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    for (String system : List.of("hdfs", "hail")) {
      assertThat(figure(figures, "bytes_stored", system)).isPositive();
      assertThat(figure(figures, "client_cpu_s", system))
          .isLessThanOrEqualTo(figure(figures, "cpu_s", system));
    }
    assertThat(directory).isDirectoryNotContaining(path -> Files.isDirectory(path));
  }

  @Test
  void benchUpload_withUnknownCase_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "upload", "--cases=uservisits/rep4")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no case uservisits/rep4");
  }

  @Test
  void benchUpload_needingMoreHeap_leavesCaseOutAndSaysHowMuch() throws Exception {
    assertThat(shell.hail("bench", "upload", "--cases=uservisits/rep6", "--block-size=1g"))
        .isEqualTo(2);
    assertThat(shell.messages())
        .contains("LEFT OUT: uservisits/rep6/idx6: 6 datanodes")
        .contains("42 GiB")
        .contains("HAIL_OPTS=-Xmx43g");
  }

  private static double figure(List<JsonNode> figures, String metric, String system) {
    return figures.stream()
        .filter(each -> each.get("metric").asText().equals(metric))
        .filter(each -> each.path("system").asText().equals(system))
        .findFirst()
        .orElseThrow()
        .get("median")
        .asDouble();
  }
}
