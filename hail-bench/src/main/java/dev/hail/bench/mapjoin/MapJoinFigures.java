// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.measure.Samples;
import java.io.IOException;
import java.util.Arrays;

/** The figures of one size; keeps every value for slopes and goals. */
final class MapJoinFigures {
  private final CaseLog cases;
  private final Samples samples;
  private final String prefix;

  /**
   * Creates the figures of one size.
   *
   * @param samples all values of the run
   * @param prefix the size as a prefix of cases: {@code 4g/}; empty if there is only one
   */
  MapJoinFigures(CaseLog cases, Samples samples, String prefix) {
    this.cases = cases;
    this.samples = samples;
    this.prefix = prefix;
  }

  /** Returns the name of a case: {@code ssb-q2.1/4g}. */
  String nameOf(MapJoinCase query) {
    return prefix.isEmpty()
        ? query.id()
        : query.id() + "/" + prefix.substring(0, prefix.length() - 1);
  }

  void add(MapJoinCase query, String system, String metric, double value) {
    samples.add(nameOf(query), system, metric, value);
    cases.add(nameOf(query), system, metric, value);
  }

  void finish(MapJoinCase query) throws IOException {
    cases.finish(nameOf(query));
  }

  /**
   * Records the slope of each system of a case from a smaller size to this one: its median
   * processor time for each further 2^30 bytes.
   *
   * @param furtherBytes difference of the sizes of the input's text
   */
  void addSlopes(MapJoinFigures smaller, MapJoinCase query, long furtherBytes) throws IOException {
    for (String system : samples.systems(nameOf(query))) {
      double further = median(system, query) - smaller.median(system, query);
      double slope = further / (furtherBytes / (double) (1L << 30));
      samples.add(query.id(), system, MapJoinBench.SLOPE, slope);
      cases.add(query.id(), system, MapJoinBench.SLOPE, slope);
    }
    cases.finish(query.id());
  }

  private double median(String system, MapJoinCase query) {
    double[] values = samples.of(nameOf(query), system, "cpu_s");
    Arrays.sort(values);
    return values.length == 0 ? Double.NaN : values[values.length / 2];
  }
}
