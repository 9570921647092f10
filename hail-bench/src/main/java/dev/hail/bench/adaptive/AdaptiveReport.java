// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.bench.measure.Measurement;
import dev.hail.bench.report.BarChart;
import dev.hail.bench.report.Figures;
import dev.hail.bench.report.LineChart;
import dev.hail.bench.report.Markup;
import dev.hail.bench.report.ReportPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shows the figures of sequences of jobs as a page of plots like figures 3.12 to 3.16 of the
 * thesis.
 */
final class AdaptiveReport {
  /** Values by variant, then by job in the order of the sequence. */
  private final Map<String, Map<String, Map<String, Double>>> byTable = new LinkedHashMap<>();

  private AdaptiveReport(List<Measurement> figures) {
    for (Measurement figure : figures) {
      if (!figure.ratio()) {
        String[] parts = figure.caseName().split("/");
        int last = parts.length - 1;
        String table = String.join("/", List.of(parts).subList(0, last - 1));
        String key = parts[last - 1] + "/" + figure.subject() + "/" + figure.metric();
        byTable
            .computeIfAbsent(table, name -> new LinkedHashMap<>())
            .computeIfAbsent(key, name -> new LinkedHashMap<>())
            .put(parts[last], figure.median());
      }
    }
  }

  /** Returns the whole page. */
  static String html(List<Measurement> figures) {
    AdaptiveReport report = new AdaptiveReport(figures);
    Markup body = new Markup();
    body.element("h1", "Adaptive indexing");
    body.element(
        "p",
        "Sequences of jobs that select by an attribute without an index. off: HAIL"
            + " without adaptive indexing; hadoop: text.",
        "class",
        "lead");
    report.byTable.keySet().forEach(table -> report.addTable(table, body));
    return ReportPage.html("HAIL: adaptive indexing", body);
  }

  private void addTable(String table, Markup body) {
    body.open("section").element("h2", table + ": the first job");
    body.add(firstJob(table)).close("section");
    addLines(table, "job_s", "job time by job", true, Figures::seconds, body);
    addLines(
        table, "reader_s", "RecordReader time by job, without text", false, Figures::seconds, body);
    addLines(table, "indexed_blocks", "blocks indexed", false, AdaptiveReport::count, body);
  }

  private static String count(double value) {
    return Figures.count(Math.round(value));
  }

  private Markup firstJob(String table) {
    BarChart chart = new BarChart(table + ": time of the first job", List.of("job"));
    for (Series series : series(table, "job_s", true)) {
      double seconds = series.values().get(0);
      chart.group(series.name(), List.of(seconds), List.of(Figures.seconds(seconds)));
    }
    return chart.svg();
  }

  private void addLines(
      String table,
      String metric,
      String title,
      boolean withText,
      LineChart.Unit unit,
      Markup body) {
    List<Series> lines = series(table, metric, withText);
    LineChart chart = new LineChart(table + ": " + title, lines.get(0).jobs());
    for (Series line : lines) {
      List<String> labels = line.values().stream().map(unit::show).toList();
      chart.line(line.name(), line.style(), line.values(), labels);
    }
    body.open("section").element("h2", table + ": " + title);
    body.add(chart.svg(unit)).close("section");
  }

  /** Returns each baseline once and all variants. */
  private List<Series> series(String table, String metric, boolean withText) {
    Map<String, Map<String, Double>> figures = byTable.get(table);
    Set<String> variants = new LinkedHashSet<>();
    figures.keySet().forEach(key -> variants.add(key.substring(0, key.indexOf('/'))));
    List<Series> found = new ArrayList<>();
    String first = variants.iterator().next();
    if (withText) {
      add("hadoop", "s0", figures.get(first + "/" + AdaptiveBench.HADOOP + "/" + metric), found);
    }
    add("off", "s1", figures.get(first + "/" + AdaptiveBench.OFF + "/" + metric), found);
    int style = 0;
    for (String variant : variants) {
      String key = variant + "/" + AdaptiveBench.HAIL + "/" + metric;
      add(variant, "a" + style, figures.get(key), found);
      style++;
    }
    return found;
  }

  private static void add(
      String name, String style, Map<String, Double> byJob, List<Series> series) {
    // The baselines have no indexed blocks.
    if (byJob != null) {
      List<String> jobs = List.copyOf(byJob.keySet());
      series.add(new Series(name, style, jobs, List.copyOf(byJob.values())));
    }
  }

  private record Series(String name, String style, List<String> jobs, List<Double> values) {}
}
