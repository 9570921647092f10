// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.console;

import dev.hail.bench.measure.Measurement;
import dev.hail.bench.report.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shows measurements as text: one line per case and system or ratio, one column per metric. A cell
 * holds the median and, if there was more than one run, minimum and maximum.
 */
public final class FigureTable {
  private FigureTable() {}

  private record Line(String caseName, String subject) {}

  /** Returns the table; its lines are in the order of their first measurements. */
  public static String of(List<Measurement> measurements) {
    Set<String> metrics = new LinkedHashSet<>();
    Map<Line, Map<String, Measurement>> lines = new LinkedHashMap<>();
    for (Measurement each : measurements) {
      metrics.add(each.metric());
      lines
          .computeIfAbsent(new Line(each.caseName(), each.subject()), line -> new LinkedHashMap<>())
          .put(each.metric(), each);
    }
    List<String> heads = new ArrayList<>(List.of("case", "system"));
    heads.addAll(metrics);
    AlignedTable table = new AlignedTable(2, heads.toArray(String[]::new));
    String lastCase = "";
    for (Map.Entry<Line, Map<String, Measurement>> entry : lines.entrySet()) {
      Line line = entry.getKey();
      List<String> cells = new ArrayList<>();
      cells.add(line.caseName().equals(lastCase) ? "" : line.caseName());
      cells.add(line.subject());
      metrics.forEach(metric -> cells.add(cell(entry.getValue().get(metric))));
      table.row(cells.toArray(String[]::new));
      lastCase = line.caseName();
    }
    return table.toString();
  }

  private static String cell(Measurement measurement) {
    if (measurement == null) {
      return "";
    }
    String median = figure(measurement, measurement.median());
    return measurement.runs() == 1
        ? median
        : median
            + " ["
            + figure(measurement, measurement.min())
            + ", "
            + figure(measurement, measurement.max())
            + "]";
  }

  private static String figure(Measurement measurement, double value) {
    if (measurement.ratio()) {
      return Figures.ratio(value);
    }
    String metric = measurement.metric();
    if (metric.endsWith("_s") && !metric.endsWith("_per_s")) {
      return Figures.seconds(value);
    }
    if (metric.endsWith("_percent")) {
      return Figures.percent(value);
    }
    if (metric.endsWith("_by_mean")) {
      return Figures.ratio(value);
    }
    return metric.startsWith("bytes") || metric.endsWith("_bytes")
        ? Figures.bytes(Math.round(value))
        : Figures.count(Math.round(value));
  }
}
