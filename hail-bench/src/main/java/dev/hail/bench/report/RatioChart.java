// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart with two values per row on a logarithmic scale, joined by a line with their ratio. It
 * suits values so far apart that bars would hide the smaller one.
 */
public final class RatioChart {
  private static final int LABEL_WIDTH = 92;
  private static final int RIGHT_MARGIN = 40;
  private static final int WIDTH = 900;
  private static final int ROW_HEIGHT = 40;
  private static final int AXIS_HEIGHT = 26;

  private final String title;
  private final List<String> series;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param title description for screen readers
   * @param series names of the two values
   */
  public RatioChart(String title, List<String> series) {
    this.title = title;
    this.series = List.copyOf(series);
  }

  /**
   * Adds a row.
   *
   * @param first value of the first series, in seconds
   * @param second value of the second series, in seconds
   * @param ratio label of the line
   */
  public RatioChart row(String name, double first, double second, String ratio) {
    rows.add(new Row(name, atLeastMicrosecond(first), atLeastMicrosecond(second), ratio));
    return this;
  }

  /** Returns the chart as an SVG element. */
  public Markup svg() {
    int lowest = (int) Math.floor(Math.log10(extreme(false)));
    int highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(extreme(true))));
    int bottom = rows.size() * ROW_HEIGHT;
    Markup svg = new Markup();
    svg.open(
        "svg",
        "viewBox",
        "0 0 " + WIDTH + " " + (bottom + AXIS_HEIGHT),
        "role",
        "img",
        "class",
        "chart");
    svg.element("title", title);
    for (int power = lowest; power <= highest; power++) {
      double x = x(power, lowest, highest);
      svg.empty("line", "x1", x, "x2", x, "y1", 0, "y2", bottom, "class", "grid");
      svg.element(
          "text", Figures.seconds(Math.pow(10, power)), "x", x, "y", bottom + 18, "class", "tick");
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), i * ROW_HEIGHT + ROW_HEIGHT / 2.0 + 5, lowest, highest, svg);
    }
    return svg.close("svg");
  }

  private void draw(Row row, double y, int lowest, int highest, Markup svg) {
    double first = x(Math.log10(row.first), lowest, highest);
    double second = x(Math.log10(row.second), lowest, highest);
    svg.element("text", row.name, "x", 0, "y", y + 4, "class", "name");
    svg.empty("line", "x1", first, "x2", second, "y1", y, "y2", y, "class", "link");
    dot(first, y, 0, row.first, row.name, svg);
    dot(second, y, 1, row.second, row.name, svg);
    svg.element("text", row.ratio, "x", (first + second) / 2, "y", y - 8, "class", "ratio");
  }

  private void dot(double x, double y, int index, double value, String name, Markup svg) {
    svg.open("circle", "cx", x, "cy", y, "r", 7, "class", "s" + index);
    svg.element("title", series.get(index) + ", " + name + ": " + Figures.seconds(value));
    svg.close("circle");
  }

  private double extreme(boolean greatest) {
    double found = greatest ? 1e-6 : 1e9;
    for (Row row : rows) {
      double inRow = greatest ? Math.max(row.first, row.second) : Math.min(row.first, row.second);
      found = greatest ? Math.max(found, inRow) : Math.min(found, inRow);
    }
    return found;
  }

  private static double x(double power, int lowest, int highest) {
    double left = LABEL_WIDTH + 24.0;
    return left + (power - lowest) / (highest - lowest) * (WIDTH - RIGHT_MARGIN - left);
  }

  private static double atLeastMicrosecond(double seconds) {
    return Math.max(1e-6, seconds);
  }

  private record Row(String name, double first, double second, String ratio) {}
}
