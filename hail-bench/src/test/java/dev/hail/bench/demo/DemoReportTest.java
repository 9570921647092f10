// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.OutputFingerprint;
import dev.hail.bench.upload.UploadResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final OutputFingerprint LINES = new OutputFingerprint(12, 340, 5, 6);
  private static final OutputFingerprint OTHER_LINES = new OutputFingerprint(11, 320, 5, 6);

  @Test
  void reportPage_written_refersToNoOtherFile() {
    String html = new DemoReport(results(LINES)).html();

    assertThat(html).startsWith("<!DOCTYPE html>").contains("prefers-color-scheme: dark");
    assertThat(html).doesNotContainPattern("(src|href)=|url\\(|@import|<script");
  }

  @Test
  void queriesAndFigures_inReport_areEscapedAndShown() {
    String html = new DemoReport(results(LINES)).html();

    assertThat(html).contains("a &lt; 5").doesNotContain("a < 5");
    assertThat(html).contains("20x").contains("2x").contains("range index: 2");
    assertThat(html).contains("Block 2 on datanode 1: sourceIP").contains(">equal<");
  }

  @Test
  void differingAnswers_inReport_areMarkedLoudly() {
    DemoResults differing = results(OTHER_LINES);

    assertThat(differing.allEqual()).isFalse();
    assertThat(new DemoReport(differing).html()).contains("DIFFERENT").contains(">NO<");
    assertThat(SummaryTable.of(differing)).contains("NO");
  }

  @Test
  void summaryTable_printed_linesUp() {
    List<String> lines = SummaryTable.of(results(LINES)).lines().toList();

    int start = lines.get(4).indexOf("RecordReader") + "RecordReader".length();
    assertThat(lines.get(5).substring(0, start)).endsWith("4 s");
    assertThat(lines.get(6).substring(0, start)).endsWith("200 ms");
  }

  private static DemoResults results(OutputFingerprint hailOutput) {
    JobResult hadoop = new JobResult(24, 8, 4, 512 << 20, "text scan", LINES);
    JobResult hail = new JobResult(12, 3, 0.2, 5 << 20, "range index: 2", hailOutput);
    return new DemoResults(
        new DemoResults.Setting(512 << 20, 3_600_000, 1, 64 << 20, 2, "17", "3.5.0"),
        new UploadResult(5, 1536 << 20, 8),
        new UploadResult(6, 900 << 20, 8),
        List.of(new QueryResult("bob-q1", "SELECT a FROM t WHERE a < 5", hadoop, hail)),
        new IndexMap(
            List.of("datanode 1", "datanode 2"),
            List.of("visitDate", "sourceIP"),
            List.of(List.of("visitDate", "sourceIP"), List.of("sourceIP", IndexMap.UNSORTED))));
  }
}
