// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterShape;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often a file was read with filters of one shape, and what share of its rows they met.
 *
 * @param filter their shape
 * @param jobs how many there were, ever
 * @param weight the same, each counting less the older it is
 * @param shares mean shares of rows: by attribute of the filter those in the range that its index
 *     gave, by 0 those that qualified; only what was measured
 */
public record FilterUse(
    FilterShape filter, long jobs, double weight, SortedMap<Integer, MeanShare> shares) {

  /**
   * Checks that the shares are the filter's.
   *
   * @throws IllegalArgumentException if one is not, or a number is out of range
   */
  public FilterUse {
    shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
    boolean own = shares.keySet().stream().allMatch(a -> a == 0 || filter.restricts(a));
    if (!own || jobs < 0 || !(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("no use of filter " + filter.format() + ": " + shares);
    }
  }

  static FilterUse of(FilterReport report) {
    SortedMap<Integer, MeanShare> shares = new TreeMap<>();
    for (FilterReport.Measure measure : report.measures()) {
      shares.put(measure.attribute(), new MeanShare(measure.share(), measure.blocks()));
    }
    int jobs = report.begins() ? 1 : 0;
    return new FilterUse(report.filter(), jobs, jobs, shares);
  }

  FilterUse plus(FilterUse other) {
    SortedMap<Integer, MeanShare> sum = new TreeMap<>(shares);
    other.shares.forEach((attribute, share) -> sum.merge(attribute, share, MeanShare::plus));
    return new FilterUse(filter, jobs + other.jobs, weight + other.weight, sum);
  }

  FilterUse aged(double factor) {
    SortedMap<Integer, MeanShare> aged = new TreeMap<>();
    for (Map.Entry<Integer, MeanShare> share : shares.entrySet()) {
      aged.put(share.getKey(), share.getValue().aged(factor));
    }
    return new FilterUse(filter, jobs, weight * factor, aged);
  }
}
