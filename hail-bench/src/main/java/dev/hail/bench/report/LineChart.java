// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart with one line per series over a sequence of steps, such as jobs, on a linear scale from
 * zero.
 */
public final class LineChart {
  private static final int LEFT = 70;
  private static final int WIDTH = 900;
  private static final int HEIGHT = 320;
  private static final int AXIS_HEIGHT = 26;
  private static final int TICKS = 4;

  private final String title;
  private final List<String> steps;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param title description for screen readers
   * @param steps names along the horizontal axis, at least one
   */
  public LineChart(String title, List<String> steps) {
    this.title = title;
    this.steps = List.copyOf(steps);
  }

  /**
   * Adds a series.
   *
   * @param style class of the style sheet that sets the colour, {@code s0} or {@code a3}
   * @param values 0 or greater, one per step
   * @param labels text to show when the mouse is over a value
   */
  public LineChart line(String name, String style, List<Double> values, List<String> labels) {
    if (values.size() != steps.size() || labels.size() != steps.size()) {
      throw new IllegalArgumentException(
          name + " has " + values.size() + " values for " + steps.size() + " steps");
    }
    lines.add(new Line(name, style, List.copyOf(values), List.copyOf(labels)));
    return this;
  }

  /** Returns the legend and the chart as an SVG element. */
  public Markup svg(Unit unit) {
    double most =
        lines.stream().flatMap(line -> line.values.stream()).max(Double::compare).orElse(1.0);
    double top = Math.max(most, Double.MIN_NORMAL);
    Markup markup = new Markup();
    markup.open("div", "class", "legend");
    for (Line line : lines) {
      markup.element("span", line.name, "class", "k-" + line.style);
    }
    markup.close("div");
    int height = HEIGHT + AXIS_HEIGHT;
    markup.open("svg", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "class", "chart");
    markup.element("title", title);
    for (int tick = 0; tick <= TICKS; tick++) {
      double value = top * tick / TICKS;
      double y = y(value, top);
      markup.empty("line", "x1", LEFT, "x2", WIDTH, "y1", y, "y2", y, "class", "grid");
      markup.element("text", unit.show(value), "x", 0, "y", y + 4, "class", "value");
    }
    for (int step = 0; step < steps.size(); step++) {
      markup.element("text", steps.get(step), "x", x(step), "y", HEIGHT + 18, "class", "tick");
    }
    lines.forEach(line -> draw(line, top, markup));
    return markup.close("svg");
  }

  private void draw(Line line, double top, Markup markup) {
    StringBuilder points = new StringBuilder();
    for (int step = 0; step < steps.size(); step++) {
      points.append(Math.round(x(step))).append(',');
      points.append(Math.round(y(line.values.get(step), top))).append(' ');
    }
    markup.empty("polyline", "points", points.toString().trim(), "class", "line l-" + line.style);
    for (int step = 0; step < steps.size(); step++) {
      double y = y(line.values.get(step), top);
      markup.open("circle", "cx", x(step), "cy", y, "r", 4, "class", line.style);
      String label = line.name + ", " + steps.get(step) + ": " + line.labels.get(step);
      markup.element("title", label).close("circle");
    }
  }

  private double x(int step) {
    double room = WIDTH - LEFT - 40.0;
    return LEFT + 20 + (steps.size() == 1 ? room / 2 : room * step / (steps.size() - 1));
  }

  private static double y(double value, double top) {
    return 10 + (HEIGHT - 20) * (1 - value / top);
  }

  /** Formats values of the vertical axis. */
  public interface Unit {
    /** Returns a value as text. */
    String show(double value);
  }

  private record Line(String name, String style, List<Double> values, List<String> labels) {}
}
