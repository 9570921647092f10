// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.measure.Measurement;
import dev.hail.bench.report.BarChart;
import dev.hail.bench.report.Figures;
import dev.hail.bench.report.Markup;
import dev.hail.bench.report.ReportPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows throughputs of joins as bars, the fastest first. */
final class JoinReport {
  private JoinReport() {}

  /** Returns the whole page. */
  static String html(List<Measurement> figures) {
    Map<String, List<Measurement>> byCase = new LinkedHashMap<>();
    for (Measurement figure : figures) {
      boolean bar =
          !figure.ratio()
              && figure.metric().equals(JoinCases.TUPLES_PER_SECOND)
              && !figure.subject().equals(EngineBench.BEST_PEER);
      if (bar) {
        byCase.computeIfAbsent(figure.caseName(), name -> new ArrayList<>()).add(figure);
      }
    }
    Markup body = new Markup();
    body.element("h1", "Joins in memory");
    body.element(
        "p",
        "Medians of million rows of both sides per second; longer is better.",
        "class",
        "lead");
    byCase.forEach((name, bars) -> body.add(section(name, bars)));
    return ReportPage.html("HAIL: joins in memory", body);
  }

  private static Markup section(String name, List<Measurement> bars) {
    bars.sort((a, b) -> Double.compare(b.median(), a.median()));
    BarChart chart = new BarChart(name, List.of("million rows/s"));
    for (Measurement bar : bars) {
      double millions = bar.median() / 1e6;
      chart.group(
          bar.subject(),
          List.of(millions),
          List.of(Figures.count(Math.round(millions)) + " million/s"));
    }
    Markup section = new Markup();
    section.open("section").element("h2", name);
    return section.add(chart.svg()).close("section");
  }
}
