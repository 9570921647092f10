// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

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

/** Builds the kernels and runs some. */
@Timeout(900)
final class BenchJoinCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Tag("nightly")
  void benchJoin_withSeveralKernels_measuresThemInTurn() throws Exception {
    Path json = directory.resolve("join.json");
    Path html = directory.resolve("join.html");

    int exitCode =
        shell.hail(
            "bench",
            "join",
            "--cases=kernel",
            "--build=10k",
            "--probe=200k",
            "--rounds=2",
            "--algorithms=NOP,CHTJ",
            "--json=" + json,
            "--html=" + html);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .filteredOn(each -> each.get("metric").asText().equals("tuples_per_s"))
        .extracting(
            each ->
                each.get("case").asText()
                    + " "
                    + (each.has("ratio") ? each.get("ratio") : each.get("system")).asText()
                    + " "
                    + each.get("runs").asInt())
        .containsExactlyInAnyOrder(
            "kernel/4+4/10k-200k/t2 NOP 2",
            "kernel/4+4/10k-200k/t2 CHTJ 2",
            "kernel/4+4/10k-200k/t2 CHTJ/NOP 2",
            "kernel/8+8/10k-200k/t2 NOP 2",
            "kernel/8+8/10k-200k/t2 CHTJ 2",
            "kernel/8+8/10k-200k/t2 CHTJ/NOP 2");
    assertThat(Files.readString(html)).contains("<svg").contains("CHTJ");
  }

  @Test
  @Tag("nightly")
  void benchJoin_withMapTasks_sharesOneImage() throws Exception {
    Path json = directory.resolve("join.json");

    int exitCode =
        shell.hail(
            "bench",
            "join",
            "--cases=maptask",
            "--jvms=2",
            "--build=50k",
            "--probe=300001",
            "--batch-rows=1000",
            "--rounds=2",
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .extracting(each -> each.get("case").asText() + " " + each.get("metric").asText())
        .containsExactlyInAnyOrder(
            "maptask/8+8/50k-300001/jvms2 tuples_per_s",
            "maptask/8+8/50k-300001/jvms2 elapsed_s",
            "maptask/8+8/50k-300001/jvms2 cpu_s",
            "maptask/8+8/50k-300001/jvms2 jni_arrow_percent",
            "maptask/8+8/50k-300001/jvms2 image_pss_percent",
            "maptask/8+8/50k-300001/jvms2 image_bytes");
    assertThat(figures).allMatch(each -> each.get("runs").asInt() == 2);
    String name = "maptask/8+8/50k-300001/jvms2";
    double imageBytes = BenchShell.median(figures, name, "image_bytes", "hail");
    // A payload of eight bytes and four of the row's number for each key, and the bits of the
    // table.
    assertThat(imageBytes).isBetween(8.0 * 50_000, 32.0 * 50_000);
    // The kernel may have dropped pages; two images would be 200 %.
    assertThat(BenchShell.median(figures, name, "image_pss_percent", "hail"))
        .isPositive()
        .isLessThan(110);
    assertThat(BenchShell.median(figures, name, "jni_arrow_percent", "hail")).isPositive();
    assertThat(shell.output()).contains("jni_arrow_percent").contains(" %");
  }

  @Test
  void benchJoin_withWrongOption_namesItBeforeMeasuring() throws Exception {
    assertThat(shell.hail("bench", "join", "--build=many")).isEqualTo(2);
    assertThat(shell.messages()).contains("--build must be a number of rows").contains("`many'");
    assertThat(shell.hail("bench", "join", "--rounds=0")).isEqualTo(2);
    assertThat(shell.messages()).contains("--rounds");
    assertThat(shell.hail("bench", "join", "--jvms=0")).isEqualTo(2);
    assertThat(shell.messages()).contains("--jvms");
    assertThat(shell.hail("bench", "join", "--batch-rows=0")).isEqualTo(2);
    assertThat(shell.messages()).contains("--batch-rows must be 1 to 16777216");
    assertThat(shell.hail("bench", "join", "--probe=3")).isEqualTo(2);
    assertThat(shell.messages()).contains("--probe must be at least --jvms");
  }

  @Test
  @Tag("nightly")
  void benchJoin_withUnknownAlgorithm_namesThoseOfItsProgram() throws Exception {
    assertThat(shell.hail("bench", "join", "--cases=kernel", "--algorithms=QUICK")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no QUICK; the algorithms are").contains("CPRL");
  }
}
