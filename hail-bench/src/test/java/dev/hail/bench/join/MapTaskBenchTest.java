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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Map tasks are shell scripts here, which say of themselves how fast they are. */
final class MapTaskBenchTest {
  private static final JoinShape SHAPE = new JoinShape(1_000_000, 10_000_001, 3);
  private static final String NAME = "maptask/8+8/1m-10000001/jvms3";
  private static final String BUILD = "echo 12345678 > \"$2\"; echo ready";

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  private CaseLog run(String build, String probe) throws Exception {
    String script = "case $1 in build) " + build + ";; probe) " + probe + ";; esac";
    CaseLog cases = new CaseLog("join", List.of(), null);
    StepLog log = new StepLog(new PrintStream(console, true, StandardCharsets.UTF_8), false, 2);
    new MapTaskBench(List.of("sh", "-c", script, "task"), Path.of("/lib"), SHAPE, 8192, 2, 1)
        .run(cases, log);
    return cases;
  }

  @Test
  void mapTasks_allMeasured_giveOneFigure() throws Exception {
    CaseLog cases =
        run(BUILD, "echo ready; while read go; do echo 2 3 0 $5 0; read go; echo 4 3.9; done");

    assertThat(cases.finished())
        .extracting(Measurement::caseName, Measurement::metric, Measurement::median)
        .containsExactlyInAnyOrder(
            tuple(NAME, "tuples_per_s", 5_000_000.5),
            tuple(NAME, "elapsed_s", 2.0),
            tuple(NAME, "cpu_s", 9.0),
            tuple(NAME, "jni_arrow_percent", new MapTaskShare(12, 3.9 + 3.9 + 3.9).percent()),
            tuple(NAME, "image_pss_percent", 0.0),
            tuple(NAME, "image_bytes", 9.0));
    assertThat(cases.finished()).allMatch(figure -> figure.runs() == 2);
  }

  @Test
  void mapTaskShare_ofTimes_isPercentageThroughJava() throws Exception {
    assertThat(new MapTaskShare(8, 6).percent()).isEqualTo(25);
    MapTaskShare share = new MapTaskShare(1.25, 0.5);
    assertThat(MapTaskShare.parse("it", share.toString())).isEqualTo(share);
  }

  @Test
  void mapTask_failingOrFindingTooFew_isReported() {
    assertThatThrownBy(() -> run(BUILD, "echo ready; while read go; do echo 2 3 0 5 0; done"))
        .isInstanceOf(IOException.class)
        .hasMessage("Map tasks found 15 matches for 10000001 probe rows");
    assertThatThrownBy(() -> run("echo no room >&2; exit 4", "exit 5"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("build ended with 4")
        .hasMessageContaining("no room");
    assertThatThrownBy(() -> run(BUILD, "echo ready; read go; echo 2 3 0 $5 0; read go; echo no"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("printed no times but `no'");
  }
}
