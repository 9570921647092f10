package dev.hail.bench.measure;

import java.util.Arrays;
import java.util.Objects;

/**
 * One measured figure, or the ratio of two, over one or several runs.
 *
 * @param bench what was run: {@code demo}, {@code upload}, {@code query}
 * @param caseName which case of it: {@code uservisits/rep3/idx3}, {@code bob-q1}
 * @param subject a system such as {@code hail}, or for a ratio both: {@code hadoop/hail}
 * @param ratio whether {@code subject} names a ratio
 * @param metric figure and unit: {@code elapsed_s}, {@code bytes_read}
 * @param median middle run; the mean of the middle two for an even number of runs
 * @param min least run
 * @param max greatest run
 * @param runs how many runs
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
   * Sums up the runs of one system.
   *
   * @param values one per run, at least one
   */
  public static Measurement ofSystem(
      String bench, String caseName, String system, String metric, double... values) {
    return of(bench, caseName, system, false, metric, values);
  }

  /**
   * Sums up the ratios of two systems, paired run by run.
   *
   * @param ratio which by which: {@code hadoop/hail}
   * @param values one per pair of runs, at least one
   */
  public static Measurement ofRatio(
      String bench, String caseName, String ratio, String metric, double... values) {
    return of(bench, caseName, ratio, true, metric, values);
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
          "no runs were measured for " + bench + " " + caseName + " " + subject + " " + metric);
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
