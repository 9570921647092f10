// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

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

/** Builds the native joins unless a library is named. */
@Timeout(900)
final class BenchMapjoinCommandTest {
  /** Two of the four suppliers that it makes are in AMERICA. */
  private static final int SEED_WITH_AMERICANS = 4;

  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  @Tag("nightly")
  void benchMapjoin_withTinyTables_agreesWithDuckDb() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("mapjoin.json");

    int exitCode =
        shell.hail(
            "bench",
            "mapjoin",
            "--size=1m",
            "--block-size=1m",
            "--cases=ssb-q4.1,pavlo",
            "--systems=hail,plain,duckdb",
            "--seed=" + SEED_WITH_AMERICANS,
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    for (String query : List.of("ssb-q4.1", "pavlo")) {
      assertThat(BenchShell.subjects(figures, query, "cpu_s"))
          .containsExactlyInAnyOrder(
              "hail",
              "plain",
              "duckdb-text",
              "duckdb-parquet",
              "plain/hail",
              "hail/duckdb-text",
              "hail/duckdb-parquet");
      assertThat(BenchShell.median(figures, query, "image_bytes", "hail")).isPositive();
      assertThat(BenchShell.median(figures, query, "rows_joined", "hail")).isPositive();
    }
    double measured = BenchShell.median(figures, "goal: cpu plain/hail", "value", "measured");
    double product = ratio(figures, "ssb-q4.1") * ratio(figures, "pavlo");
    assertThat(measured * measured).isCloseTo(product, within(1e-3));
    assertThat(BenchShell.median(figures, "goal: cpu plain/hail", "value", "least")).isEqualTo(6);
    assertThat(shell.output()).contains("goal: cpu plain/hail");
    assertThat(data).isEmptyDirectory();
  }

  private static double ratio(List<JsonNode> figures, String query) {
    return BenchShell.median(figures, query, "cpu_s", "plain")
        / BenchShell.median(figures, query, "cpu_s", "hail");
  }

  @Test
  void benchMapjoin_withUnknownCaseOrAlgorithm_isUsageError() throws Exception {
    assertThat(shell.hail("bench", "mapjoin", "--cases=ssb-q9")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no case ssb-q9").contains("ssb-q4.1, pavlo");
    assertThat(shell.hail("bench", "mapjoin", "--algorithms=PRO")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no PRO; the algorithms are CHT, CAT, NOP");
  }
}
