// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A report of a filter that somebody reads a file with. HAIL proposes indexes from such reports.
 *
 * @param path absolute path of the file, without scheme and authority
 * @param filter shape of the filter
 * @param begins true if a job begins, which counts as a use; false if the report only adds measures
 * @param measures measured shares of rows, at most one per attribute; may be empty
 */
public record FilterReport(
    String path, FilterShape filter, boolean begins, List<Measure> measures) {

  /**
   * A share of rows, as the mean over some blocks.
   *
   * @param attribute 0 for the share of rows that qualified; otherwise position of an attribute,
   *     for the share of rows in the range that its index gave
   * @param blocks number of blocks, at least 1
   * @param share from 0 to 1
   */
  public record Measure(int attribute, int blocks, double share) {
    public Measure {
      boolean sensible = attribute >= 0 && blocks >= 1 && share >= 0 && share <= 1;
      if (!sensible) {
        throw new IllegalArgumentException(
            "attribute " + attribute + ": no share of rows is " + share + " of " + blocks);
      }
    }
  }

  /**
   * Checks the measures.
   *
   * @throws IllegalArgumentException if the filter does not restrict the attribute of a measure, or
   *     an attribute has two measures
   */
  public FilterReport {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(filter, "filter is null");
    measures = List.copyOf(measures);
    Set<Integer> seen = new HashSet<>();
    for (Measure measure : measures) {
      boolean known = measure.attribute() == 0 || filter.restricts(measure.attribute());
      if (!known || !seen.add(measure.attribute())) {
        throw new IllegalArgumentException(
            "a measure of attribute " + measure.attribute() + " of filter " + filter.format());
      }
    }
  }
}
