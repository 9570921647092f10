// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.workload;

import dev.hail.client.read.BlockScan;
import dev.hail.format.block.read.AccessPath;
import dev.hail.protocol.FilterReport.Measure;
import dev.hail.protocol.FilterShape;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures scans of a file's blocks: the share of rows that qualified, and the share that an index
 * selected. Safe for use by many threads. There are no lambdas here: every short map task would
 * wait until each is linked at its first use.
 */
public final class FilterMeasures {
  private final FilterShape filter;
  private final Map<Integer, DoubleSummaryStatistics> shares = new TreeMap<>();

  /** Makes measures of scans with a filter of one shape. */
  public FilterMeasures(FilterShape filter) {
    this.filter = filter;
  }

  /** The shape of the filter. */
  public FilterShape filter() {
    return filter;
  }

  /** Adds a block that a scan read to its end, unless keys of joins narrowed the scan. */
  public synchronized void add(BlockScan scan) {
    int rows = scan.front().rowCount();
    if (rows == 0 || scan.isNarrowed()) {
      return;
    }
    add(0, (double) scan.metrics().rowsQualifying() / rows);
    int sortAttribute = scan.front().sortAttribute();
    if (scan.accessPath() != AccessPath.SCAN && filter.restricts(sortAttribute)) {
      add(sortAttribute, (double) scan.metrics().rowsRead() / rows);
    }
  }

  private void add(int attribute, double share) {
    DoubleSummaryStatistics known = shares.get(attribute);
    if (known == null) {
      known = new DoubleSummaryStatistics();
      shares.put(attribute, known);
    }
    known.accept(share);
  }

  /** The shares so far; empty if no block had rows. */
  public synchronized List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    for (Map.Entry<Integer, DoubleSummaryStatistics> entry : shares.entrySet()) {
      DoubleSummaryStatistics share = entry.getValue();
      measures.add(
          new Measure(
              entry.getKey(),
              Math.toIntExact(share.getCount()),
              Math.min(1, Math.max(0, share.getAverage()))));
    }
    return measures;
  }
}
