// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

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

class BenchScaleCommandTest {
  private static final String CASE = "uservisits/rep3/idx3";

  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Timeout(900)
  @Tag("nightly")
  void tinyText_onThreeAndFourDatanodes_isComparedWithPlainHdfsAndFirstSize() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("scale.json");

    int exitCode =
        shell.hail(
            "bench",
            "scale",
            "--nodes=3,4",
            "--cases=" + CASE,
            "--per-node=1500k",
            "--block-size=1m",
            "--disk-throttle=20m",
            "--rounds=1",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(BenchShell.subjects(figures, CASE, "elapsed_s"))
        .containsExactlyInAnyOrder(
            "hdfs-3",
            "hail-3",
            "hdfs-4",
            "hail-4",
            "hail-3/hdfs-3",
            "hail-4/hdfs-4",
            "hdfs-4/hdfs-3",
            "hail-4/hail-3");
    assertThat(BenchShell.subjects(figures, CASE, "job_s"))
        .containsExactlyInAnyOrder("hail-3", "hail-4", "hail-4/hail-3");
    double text = BenchShell.median(figures, CASE, "bytes_stored", "hdfs-4") / (4 * 3);
    assertThat(text).isBetween(1_500_000.0, 1_536_000.0);
    assertThat(BenchShell.median(figures, CASE, "stored_max_by_mean", "hdfs-3")).isEqualTo(1);
    assertThat(BenchShell.median(figures, CASE, "map_tasks", "hail-4")).isBetween(2.0, 4.0);
    assertThat(shell.messages()).contains("Round 1: hail-4, job").contains("range index: 8");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void datanodes_fewerThanReplicas_areUsageError() throws Exception {
    assertThat(shell.hail("bench", "scale", "--nodes=2,3")).isEqualTo(2);
    assertThat(shell.messages()).contains("--nodes must be different numbers of at least 3");
  }

  @Test
  void sixReplicas_onFewerDatanodes_areUsageError() throws Exception {
    assertThat(shell.hail("bench", "scale", "--nodes=3,5", "--cases=synthetic/rep6")).isEqualTo(2);
    assertThat(shell.messages())
        .contains("--nodes must have a number of at least 6, the replicas of synthetic/rep6/idx6");
  }
}
