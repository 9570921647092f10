// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart of horizontal bars in groups, one bar per series and group, on a linear scale from zero.
 */
public final class BarChart {
  private static final int LABEL_WIDTH = 92;
  private static final int VALUE_WIDTH = 150;
  private static final int WIDTH = 900;
  private static final int BAR_HEIGHT = 18;
  private static final int GROUP_GAP = 16;

  private final String title;
  private final List<String> series;
  private final List<Group> groups = new ArrayList<>();

  /**
   * @param title description for screen readers
   * @param series names in the order of the bars; the style sheet colours them s0, s1, ..
   */
  public BarChart(String title, List<String> series) {
    this.title = title;
    this.series = List.copyOf(series);
  }

  /**
   * Adds one bar per series.
   *
   * @param values 0 or greater, in the order of the series
   * @param labels text at the end of each bar
   */
  public BarChart group(String name, List<Double> values, List<String> labels) {
    groups.add(new Group(name, List.copyOf(values), List.copyOf(labels)));
    return this;
  }

  /** Returns the chart as an SVG element. */
  public Markup svg() {
    int groupHeight = series.size() * BAR_HEIGHT + GROUP_GAP;
    int height = groups.size() * groupHeight + 4;
    double longest =
        groups.stream().flatMap(group -> group.values.stream()).max(Double::compare).orElse(1.0);
    double scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(longest, Double.MIN_NORMAL);
    Markup svg = new Markup();
    svg.open("svg", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "class", "chart");
    svg.element("title", title);
    double top = GROUP_GAP / 2.0;
    for (Group group : groups) {
      double middle = top + series.size() * BAR_HEIGHT / 2.0;
      svg.element("text", group.name, "x", 0, "y", middle + 4, "class", "name");
      for (int i = 0; i < series.size(); i++) {
        double width = Math.max(1.5, group.values.get(i) * scale);
        double y = top + i * BAR_HEIGHT;
        svg.open(
            "rect",
            "x",
            LABEL_WIDTH,
            "y",
            y + 1,
            "width",
            width,
            "height",
            BAR_HEIGHT - 3,
            "rx",
            2,
            "class",
            "s" + i);
        svg.element("title", series.get(i) + ", " + group.name + ": " + group.labels.get(i));
        svg.close("rect");
        svg.element(
            "text",
            group.labels.get(i),
            "x",
            LABEL_WIDTH + width + 8,
            "y",
            y + BAR_HEIGHT - 5,
            "class",
            "value");
      }
      top += groupHeight;
    }
    return svg.close("svg");
  }

  private record Group(String name, List<Double> values, List<String> labels) {}
}
