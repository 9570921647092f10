// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.job.JobResult;
import dev.hail.bench.report.BarChart;
import dev.hail.bench.report.Figures;
import dev.hail.bench.report.Markup;
import dev.hail.bench.report.RatioChart;
import dev.hail.bench.report.ReportPage;
import dev.hail.bench.upload.UploadResult;
import java.util.List;

/** Writes the demo's results as a web page, hail-demo.html. */
final class DemoReport {
  private static final List<String> SYSTEMS = List.of("Hadoop", "HAIL");

  private final DemoResults results;

  DemoReport(DemoResults results) {
    this.results = results;
  }

  String html() {
    Markup body = new Markup();
    header(body);
    tiles(body);
    upload(body);
    indexMap(body);
    readerTimes(body);
    jobTimes(body);
    table(body);
    method(body);
    return ReportPage.html("HAIL beside plain Hadoop", body);
  }

  private void header(Markup body) {
    DemoResults.Setting setting = results.setting();
    body.element("h1", "HAIL beside plain Hadoop");
    body.element(
        "p",
        Figures.bytes(setting.textBytes())
            + " of UserVisits ("
            + Figures.count(setting.rows())
            + " rows), three datanodes and YARN in one process on "
            + Figures.counted(setting.cores(), "core")
            + ", "
            + Figures.counted(results.queries().size(), "MapReduce job")
            + " on each system.",
        "class",
        "lead");
  }

  private void tiles(Markup body) {
    double best = results.queries().stream().mapToDouble(QueryResult::readerRatio).max().orElse(1);
    double worst = results.queries().stream().mapToDouble(QueryResult::readerRatio).min().orElse(1);
    double hadoopJobs = results.queries().stream().mapToDouble(q -> q.hadoop().seconds()).sum();
    double hailJobs = results.queries().stream().mapToDouble(q -> q.hail().seconds()).sum();
    body.open("div", "class", "tiles");
    tile(
        Figures.ratio(results.hail().seconds() / results.hdfs().seconds()),
        "upload time of HAIL with three indexes, relative to plain HDFS",
        body);
    tile(
        Figures.ratio(best),
        "RecordReader time of Hadoop relative to HAIL, best of all queries (worst "
            + Figures.ratio(worst)
            + ")",
        body);
    tile(
        Figures.ratio(hadoopJobs / hailJobs),
        "job time of Hadoop relative to HAIL, all queries together",
        body);
    tile(
        results.allEqual() ? "equal" : "DIFFERENT",
        "results of Hadoop and HAIL, line by line, over all queries",
        body);
    body.close("div");
  }

  private static void tile(String figure, String what, Markup body) {
    body.open("div", "class", "tile");
    body.element("span", figure, "class", "figure");
    body.element("span", what, "class", "what");
    body.close("div");
  }

  private void upload(Markup body) {
    UploadResult hdfs = results.hdfs();
    UploadResult hail = results.hail();
    section(
        "Upload",
        "Both systems store three replicas. Those of plain HDFS are equal; HAIL"
            + " sorts and indexes each by another attribute as it arrives.",
        body);
    legend(body);
    body.add(
        new BarChart("Upload time", SYSTEMS)
            .group(
                "time",
                List.of(hdfs.seconds(), hail.seconds()),
                List.of(Figures.seconds(hdfs.seconds()), Figures.seconds(hail.seconds())))
            .svg());
    body.add(
        new BarChart("Bytes stored", SYSTEMS)
            .group(
                "stored",
                List.of((double) hdfs.storedBytes(), (double) hail.storedBytes()),
                List.of(Figures.bytes(hdfs.storedBytes()), Figures.bytes(hail.storedBytes())))
            .svg());
    body.close("section");
  }

  private void indexMap(Markup body) {
    IndexMap map = results.indexMap();
    section(
        "Index map",
        "All replicas of a block hold the same rows. Each is sorted by another"
            + " attribute and has a sparse clustered index on it.",
        body);
    body.open("div", "class", "legend");
    for (int i = 0; i < map.attributes().size(); i++) {
      body.element("span", map.attributes().get(i), "class", "k-a" + Math.min(i, 5));
    }
    body.close("div");
    body.add(new IndexMapChart(map).svg());
    body.close("section");
  }

  private void readerTimes(Markup body) {
    section(
        "RecordReader time",
        "Time spent reading input, over all map tasks of a job. The scale is logarithmic.",
        body);
    legend(body);
    RatioChart chart = new RatioChart("RecordReader time per query", SYSTEMS);
    for (QueryResult query : results.queries()) {
      chart.row(
          query.name(),
          query.hadoop().readerSeconds(),
          query.hail().readerSeconds(),
          Figures.ratio(query.readerRatio()));
    }
    body.add(chart.svg());
    body.close("section");
  }

  private void jobTimes(Markup body) {
    section(
        "Job time",
        "Time from submission to completion. Most of HAIL's job time is MapReduce's"
            + " own work: starting the application master and one process per map task.",
        body);
    legend(body);
    BarChart chart = new BarChart("Job time per query", SYSTEMS);
    for (QueryResult query : results.queries()) {
      chart.group(
          query.name(),
          List.of(query.hadoop().seconds(), query.hail().seconds()),
          List.of(jobLabel(query.hadoop()), jobLabel(query.hail())));
    }
    body.add(chart.svg());
    body.close("section");
  }

  private static String jobLabel(JobResult job) {
    return Figures.seconds(job.seconds()) + ", " + tasks(job.mapTasks());
  }

  private static String tasks(int mapTasks) {
    return Figures.counted(mapTasks, "map task");
  }

  private void table(Markup body) {
    section("All figures", "", body);
    body.open("div", "class", "scroll").open("table").open("thead").open("tr");
    List<String> heads =
        List.of(
            "Query",
            "System",
            "Map tasks",
            "Bytes read",
            "RecordReader",
            "Ratio",
            "Job",
            "Ratio",
            "Rows out",
            "Equal");
    heads.forEach(
        head -> body.element("th", head, "class", head.equals("System") ? "text" : "figure"));
    body.element("th", "Access path: blocks", "class", "text");
    body.close("tr").close("thead").open("tbody");
    for (QueryResult query : results.queries()) {
      row(query, "Hadoop", query.hadoop(), "", "", body);
      row(
          query,
          "HAIL",
          query.hail(),
          Figures.ratio(query.readerRatio()),
          Figures.ratio(query.jobRatio()),
          body);
    }
    body.close("tbody").close("table").close("div");
    body.open("dl", "style", "margin-top:16px");
    for (QueryResult query : results.queries()) {
      body.element("dt", query.name());
      body.open("dd").element("code", query.sql()).close("dd");
    }
    body.close("dl").close("section");
  }

  private static void row(
      QueryResult query,
      String system,
      JobResult job,
      String readerRatio,
      String jobRatio,
      Markup body) {
    boolean hail = system.equals("HAIL");
    body.open("tr", "class", hail ? "last" : "first");
    body.element("td", hail ? "" : query.name()).element("td", system, "class", "text");
    body.element("td", String.valueOf(job.mapTasks()));
    body.element("td", Figures.bytes(job.bytesRead()));
    body.element("td", Figures.seconds(job.readerSeconds())).element("td", readerRatio);
    body.element("td", Figures.seconds(job.seconds())).element("td", jobRatio);
    body.element("td", Figures.count(job.output().lines()));
    if (hail) {
      body.element("td", query.equal() ? "yes" : "NO", "class", query.equal() ? "yes" : "no");
    } else {
      body.element("td", "");
    }
    body.element("td", job.accessPath(), "class", "text");
    body.close("tr");
  }

  private void method(Markup body) {
    DemoResults.Setting setting = results.setting();
    section("How it was measured", "", body);
    body.open("dl");
    entry("Data", "UserVisits, seed " + setting.seed() + ", from a local file", body);
    entry(
        "Blocks",
        Figures.bytes(setting.blockBytes())
            + " of text each: "
            + results.hdfs().blocks()
            + " for HDFS, "
            + results.hail().blocks()
            + " for HAIL",
        body);
    entry(
        "Upload",
        "Wall clock time of one upload each, after a short unmeasured warm-up of"
            + " both. The three datanodes, the client and its disk share this machine.",
        body);
    entry(
        "RecordReader",
        "Wall clock time in initialize and nextKeyValue, summed over map tasks. For"
            + " Hadoop, a wrapper around TextInputFormat's reader measures it. Splitting"
            + " the line is the plain mapper's work and not counted.",
        body);
    entry(
        "Jobs",
        "Map-only jobs on YARN with real task processes (no uber mode), one after"
            + " the other, once each, Hadoop first. A ratio is Hadoop's time divided by"
            + " HAIL's; below 1x HAIL was slower. Other load on the machine affects these"
            + " times.",
        body);
    entry(
        "Equality",
        "The lines of both outputs are compared as multisets by the sum of their digests.",
        body);
    entry(
        "Software",
        "Hadoop "
            + setting.hadoop()
            + ", Java "
            + setting.java()
            + ", "
            + Figures.counted(setting.cores(), "core"),
        body);
    body.close("dl").close("section");
  }

  private static void entry(String term, String description, Markup body) {
    body.element("dt", term).element("dd", description);
  }

  private static void legend(Markup body) {
    body.open("div", "class", "legend");
    body.element("span", "Hadoop", "class", "k-s0").element("span", "HAIL", "class", "k-s1");
    body.close("div");
  }

  private static void section(String title, String note, Markup body) {
    body.open("section").element("h2", title);
    if (!note.isEmpty()) {
      body.element("p", note, "class", "note");
    }
  }
}
