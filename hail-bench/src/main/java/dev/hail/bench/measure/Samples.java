// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of each round, by case, system and metric. Not thread-safe. */
public final class Samples {
  private final Map<Key, List<Double>> values = new LinkedHashMap<>();

  private record Key(String caseName, String system, String metric) {}

  /** Adds a value of one round; NaN stands for an unknown value. */
  public void add(String caseName, String system, String metric, double value) {
    if (!Double.isNaN(value)) {
      values
          .computeIfAbsent(new Key(caseName, system, metric), key -> new ArrayList<>())
          .add(value);
    }
  }

  /** Returns the values in the order of the rounds; empty if there are none. */
  public double[] of(String caseName, String system, String metric) {
    return values.getOrDefault(new Key(caseName, system, metric), List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Returns the systems that have a value for the case, in the order of their first values. */
  public List<String> systems(String caseName) {
    return values.keySet().stream()
        .filter(key -> key.caseName().equals(caseName))
        .map(Key::system)
        .distinct()
        .toList();
  }

  /** Returns the metrics of a case, in the order of their first values. */
  public List<String> metrics(String caseName) {
    return values.keySet().stream()
        .filter(key -> key.caseName().equals(caseName))
        .map(Key::metric)
        .distinct()
        .toList();
  }

  /**
   * Returns all figures of a case and their ratios.
   *
   * @param bench name of the benchmark
   * @param ratios ratios to compute, such as {@code hail/hdfs}; skipped where a system is missing
   */
  public List<Measurement> summary(String bench, String caseName, List<String> ratios) {
    List<Measurement> all = new ArrayList<>();
    for (String metric : metrics(caseName)) {
      for (String system : systems(caseName)) {
        double[] runs = of(caseName, system, metric);
        if (runs.length > 0) {
          all.add(Measurement.ofSystem(bench, caseName, system, metric, runs));
        }
      }
      for (String ratio : ratios) {
        int slash = ratio.indexOf('/');
        double[] above = of(caseName, ratio.substring(0, slash), metric);
        double[] below = of(caseName, ratio.substring(slash + 1), metric);
        if (above.length > 0 && below.length > 0) {
          all.add(Measurement.ratioOf(bench, caseName, ratio, metric, above, below));
        }
      }
    }
    return all;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach((key, runs) -> text.append(key).append(Arrays.toString(runs.toArray())));
    return text.toString();
  }
}
