// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured in each round, by case, system and metric. Not thread-safe. */
public final class Samples {
  private final Map<Key, List<Double>> values = new LinkedHashMap<>();

  private record Key(String caseName, String system, String metric) {}

  /** Adds what one round measured; a value that is not a number stands for one not known. */
  public void add(String caseName, String system, String metric, double value) {
    if (!Double.isNaN(value)) {
      values
          .computeIfAbsent(new Key(caseName, system, metric), key -> new ArrayList<>())
          .add(value);
    }
  }

  /** One per round so far, in their order; empty if there are none. */
  public double[] of(String caseName, String system, String metric) {
    return values.getOrDefault(new Key(caseName, system, metric), List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** The systems that have a value of any metric for the case, in the order they came. */
  public List<String> systems(String caseName) {
    return values.keySet().stream()
        .filter(key -> key.caseName().equals(caseName))
        .map(Key::system)
        .distinct()
        .toList();
  }

  /** The metrics of a case, in the order they came. */
  public List<String> metrics(String caseName) {
    return values.keySet().stream()
        .filter(key -> key.caseName().equals(caseName))
        .map(Key::metric)
        .distinct()
        .toList();
  }

  /**
   * All figures of a case, and their ratios.
   *
   * @param bench what was run
   * @param ratios which by which, as {@code hail/hdfs}; left out where one of the two is missing
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
