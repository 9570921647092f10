// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.measure.Measurement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Engines are shell scripts here, which say of themselves how fast they are. */
final class EngineBenchTest {
  private static final JoinShape SHAPE = new JoinShape(1_000_000, 10_000_000, 2);
  private static final String NAME = "engine/8+8/1m-10m";

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  private CaseLog run(String script, List<String> systems) throws Exception {
    CaseLog cases = new CaseLog("join", List.of("hail/best-peer"), null);
    StepLog log =
        new StepLog(new PrintStream(console, true, StandardCharsets.UTF_8), false, systems.size());
    new EngineBench(List.of("sh", "-c", script, "engine"), null, SHAPE, 3, 1)
        .run(systems, cases, log);
    return cases;
  }

  @Test
  void fastestPeer_ofSeveral_isTheOneToBeat() throws Exception {
    CaseLog cases =
        run(
            "echo ready; case $1 in hail) s=0.5;; duckdb) s=2;; polars) s=1;; esac;"
                + " while read go; do echo $s 1.5 4000 10000000 77; done",
            List.of("hail", "duckdb", "polars"));

    assertThat(cases.finished())
        .filteredOn(figure -> figure.metric().equals("tuples_per_s"))
        .extracting(Measurement::caseName, Measurement::subject, Measurement::median)
        .containsExactly(
            tuple(NAME, "hail", 22e6),
            tuple(NAME, "duckdb", 5.5e6),
            tuple(NAME, "polars", 11e6),
            tuple(NAME, "best-peer", 11e6),
            tuple(NAME, "hail/best-peer", 2.0));
    assertThat(cases.finished()).allMatch(figure -> figure.runs() == 3);
  }

  @Test
  void engine_findingAnotherResult_endsTheRun() {
    assertThatThrownBy(
            () ->
                run(
                    "echo ready; while read go; do echo 1 1 1 10 $([ $1 = acero ] && echo 8 || echo 7);"
                        + " done",
                    List.of("duckdb", "acero")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("acero found")
        .hasMessageContaining("payloads=8")
        .hasMessageContaining("duckdb");
  }

  @Test
  void engine_failing_hasItsMessageReported() {
    assertThatThrownBy(() -> run("echo no such module >&2; exit 3", List.of("polars")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("polars ended with 3")
        .hasMessageContaining("no such module");
    assertThatThrownBy(
            () -> run("echo ready; read go; echo out of memory >&2; exit 9", List.of("polars")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("polars ended with 9")
        .hasMessageContaining("out of memory");
    assertThatThrownBy(() -> run("echo ready; read go; echo hello", List.of("polars")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("polars printed no figures but `hello'");
  }
}
