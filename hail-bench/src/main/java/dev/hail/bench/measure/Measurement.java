// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import java.util.Arrays;
import java.util.Objects;

/**
 * A measured figure or the ratio of two figures, over one or several runs.
 *
 * @param bench name of the benchmark: {@code demo}, {@code upload}, {@code query}
 * @param caseName name of the case: {@code uservisits/rep3/idx3}, {@code bob-q1}
 * @param subject a system such as {@code hail}, or both systems of a ratio: {@code hadoop/hail}
 * @param ratio whether {@code subject} names a ratio
 * @param metric figure and unit: {@code elapsed_s}, {@code bytes_read}
 * @param median middle value; the mean of the middle two for an even number of runs
 * @param min smallest value
 * @param max largest value
 * @param runs number of runs
 */
public record Measurement(
    String bench,
    String caseName,
    String subject,
    boolean ratio,
    String metric,
    double median,
    double min,
    double max,
    int runs) {

  public Measurement {
    Objects.requireNonNull(bench, "bench");
    Objects.requireNonNull(caseName, "caseName");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(metric, "metric");
  }

  /**
   * Summarises the runs of one system.
   *
   * @param values one value per run, at least one
   */
  public static Measurement ofSystem(
      String bench, String caseName, String system, String metric, double... values) {
    return of(bench, caseName, system, false, metric, values);
  }

  /**
   * Summarises the ratios of two systems, paired run by run.
   *
   * @param ratio dividend and divisor: {@code hadoop/hail}
   * @param values one value per pair of runs, at least one
   */
  public static Measurement ofRatio(
      String bench, String caseName, String ratio, String metric, double... values) {
    return of(bench, caseName, ratio, true, metric, values);
  }

  /**
   * Returns the ratio of the medians of two systems. Minimum and maximum are taken over the rounds
   * if both ran equally often; otherwise they combine the extremes of both.
   *
   * @param ratio dividend and divisor: {@code hail/hdfs}
   * @param above values of the first system, at least one
   * @param below values of the second system, at least one
   */
  public static Measurement ratioOf(
      String bench, String caseName, String ratio, String metric, double[] above, double[] below) {
    Measurement first = of(bench, caseName, ratio, true, metric, above);
    Measurement second = of(bench, caseName, ratio, true, metric, below);
    double min = first.min() / second.max();
    double max = first.max() / second.min();
    if (above.length == below.length) {
      double[] paired = new double[above.length];
      Arrays.setAll(paired, round -> above[round] / below[round]);
      min = Arrays.stream(paired).min().orElseThrow();
      max = Arrays.stream(paired).max().orElseThrow();
    }
    return new Measurement(
        bench,
        caseName,
        ratio,
        true,
        metric,
        first.median() / second.median(),
        min,
        max,
        Math.min(above.length, below.length));
  }

  private static Measurement of(
      String bench,
      String caseName,
      String subject,
      boolean ratio,
      String metric,
      double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException(
          "No runs were measured for " + bench + " " + caseName + " " + subject + " " + metric);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Measurement(
        bench,
        caseName,
        subject,
        ratio,
        metric,
        median,
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length);
  }
}
