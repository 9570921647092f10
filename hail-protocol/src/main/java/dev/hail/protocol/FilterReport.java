// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What somebody who reads a file with a filter tells of it, so that indexes can be proposed later.
 *
 * @param path absolute path of the file, without scheme and authority
 * @param filter what an index could do for it
 * @param begins whether a job begins, which counts; else the report only adds what was measured
 * @param measures shares of rows that were seen, each attribute at most once; may be empty
 */
public record FilterReport(
    String path, FilterShape filter, boolean begins, List<Measure> measures) {

  /**
   * A share of rows, as the mean over some blocks.
   *
   * @param attribute attribute of the filter whose index was read, from 1, for the share of rows in
   *     the range that the index gave; 0 for the share of rows that qualified
   * @param blocks how many blocks, at least 1
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
   * @throws IllegalArgumentException if one is about an attribute that the filter does not restrict
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
