// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.job.JobResult;
import dev.hail.bench.report.Figures;
import dev.hail.bench.upload.UploadResult;
import java.util.ArrayList;
import java.util.List;

/** Shows the demo's results as text for a terminal. */
final class SummaryTable {
  private static final List<String> HEADS =
      List.of(
          "",
          "system",
          "map tasks",
          "bytes read",
          "RecordReader",
          "ratio",
          "job",
          "ratio",
          "rows out",
          "equal",
          "access path: blocks");
  private static final int LAST = HEADS.size() - 1;

  private SummaryTable() {}

  static String of(DemoResults results) {
    StringBuilder text = new StringBuilder();
    UploadResult hdfs = results.hdfs();
    UploadResult hail = results.hail();
    text.append("Upload of ").append(Figures.bytes(results.setting().textBytes())).append('\n');
    appendUpload("HDFS", hdfs, "", text);
    appendUpload(
        "HAIL", hail, "  " + Figures.ratio(hail.seconds() / hdfs.seconds()) + " of HDFS", text);
    text.append('\n');
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    for (QueryResult query : results.queries()) {
      rows.add(row(query.name(), "Hadoop", query.hadoop(), "", "", ""));
      rows.add(
          row(
              "",
              "HAIL",
              query.hail(),
              Figures.ratio(query.readerRatio()),
              Figures.ratio(query.jobRatio()),
              query.equal() ? "yes" : "NO"));
    }
    appendAligned(rows, text);
    return text.toString();
  }

  private static void appendUpload(
      String system, UploadResult upload, String remark, StringBuilder text) {
    text.append(
        String.format(
            "  %s  %8s  %9s on disk  %s%s%n",
            system,
            Figures.seconds(upload.seconds()),
            Figures.bytes(upload.storedBytes()),
            Figures.counted(upload.blocks(), "block"),
            remark));
  }

  private static List<String> row(
      String query,
      String system,
      JobResult job,
      String readerRatio,
      String jobRatio,
      String equal) {
    return List.of(
        query,
        system,
        String.valueOf(job.mapTasks()),
        Figures.bytes(job.bytesRead()),
        Figures.seconds(job.readerSeconds()),
        readerRatio,
        Figures.seconds(job.seconds()),
        jobRatio,
        Figures.count(job.output().lines()),
        equal,
        job.accessPath());
  }

  private static void appendAligned(List<List<String>> rows, StringBuilder text) {
    int[] widths = new int[HEADS.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        boolean left = column < 2 || column == LAST;
        text.append("  ");
        text.append(left ? cell + (column == LAST ? "" : padding) : padding + cell);
      }
      text.append('\n');
    }
  }
}
