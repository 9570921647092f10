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
 * How often a file was read with filters of one shape, and the shares of rows that were measured.
 *
 * @param filter shape of the filters
 * @param jobs number of jobs with such a filter, ever
 * @param weight number of jobs, each weighing less with age
 * @param shares measured mean shares of rows. Key 0 has the rows that qualified; an attribute has
 *     the rows in the range that its index gave
 */
public record FilterUse(
    FilterShape filter, long jobs, double weight, SortedMap<Integer, MeanShare> shares) {

  /**
   * Checks that the shares belong to the filter.
   *
   * @throws IllegalArgumentException if a share does not belong to it, or a number is out of range
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
