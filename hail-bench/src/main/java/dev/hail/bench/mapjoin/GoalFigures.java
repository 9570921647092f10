// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.measure.Samples;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What a run says about the goals: geometric means over its cases, at its largest size. Figures
 * that the run lacks are left out.
 */
final class GoalFigures {
  private static final String VALUE = "value";

  private final Samples samples;
  private final CaseLog cases;

  /**
   * Creates the figures.
   *
   * @param samples every value of the run
   */
  GoalFigures(Samples samples, CaseLog cases) {
    this.samples = samples;
    this.cases = cases;
  }

  /**
   * Records each goal that the run measured.
   *
   * @param queries the cases that ran
   * @param largest from a query to its case at the largest size
   */
  void record(List<MapJoinCase> queries, Function<MapJoinCase, String> largest) throws IOException {
    List<String> sized = queries.stream().map(largest).toList();
    List<String> all = queries.stream().map(MapJoinCase::id).toList();
    record(Goal.CPU_PLAIN, ratio(sized, "cpu_s", "plain", "hail"));
    record(Goal.SLOPE_PLAIN, ratio(all, MapJoinBench.SLOPE, "plain", "hail"));
    record(Goal.CPU_COMBINED, ratio(sized, "cpu_s", "plain-combined", "hail"));
    record(Goal.SLOPE_DUCKDB, ratio(all, MapJoinBench.SLOPE, "hail", "duckdb-parquet"));
    record(
        Goal.KEY_COPY,
        geometricMean(
            sized.stream()
                .mapToDouble(each -> median(each, "hail", MapJoinBench.KEY_COPY))
                .toArray()));
  }

  private void record(Goal goal, double measured) throws IOException {
    if (Double.isNaN(measured)) {
      return;
    }
    String name = "goal: " + goal.name();
    cases.add(name, "measured", VALUE, measured);
    cases.add(name, "least", VALUE, goal.least());
    cases.add(name, "aim", VALUE, goal.aim());
    cases.finish(name);
  }

  private double ratio(List<String> names, String metric, String above, String below) {
    return geometricMean(
        names.stream()
            .mapToDouble(each -> median(each, above, metric) / median(each, below, metric))
            .toArray());
  }

  /** Returns the mean of the positive values; not a number if there is none. */
  static double geometricMean(double... values) {
    double[] known = Arrays.stream(values).filter(value -> value > 0).toArray();
    return Math.exp(Arrays.stream(known).map(Math::log).sum() / known.length);
  }

  private double median(String caseName, String system, String metric) {
    double[] values = samples.of(caseName, system, metric);
    Arrays.sort(values);
    return values.length == 0 ? Double.NaN : values[values.length / 2];
  }
}
