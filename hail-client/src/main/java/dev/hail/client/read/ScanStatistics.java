// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.ReadMetrics;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What scans of many blocks cost, by access path. Safe for use by many threads. */
public final class ScanStatistics {
  /**
   * Sums over blocks.
   *
   * @param blocks number of blocks
   * @param failovers number of replicas given up
   * @param metrics cost of reading
   */
  public record Totals(long blocks, long failovers, ReadMetrics metrics) {
    private static final Totals NONE = new Totals(0, 0, new ReadMetrics(0, 0, 0, 0, 0));

    private Totals plus(long moreFailovers, ReadMetrics more) {
      return new Totals(
          blocks + 1,
          failovers + moreFailovers,
          new ReadMetrics(
              metrics.bytesRead() + more.bytesRead(),
              metrics.reads() + more.reads(),
              metrics.rowsRead() + more.rowsRead(),
              metrics.rowsQualifying() + more.rowsQualifying(),
              metrics.rowsSkipped() + more.rowsSkipped()));
    }
  }

  private final Map<AccessPath, Totals> totals = new EnumMap<>(AccessPath.class);

  /** Adds a scan that has come to its end. */
  public synchronized void add(BlockScan scan) {
    Totals before = totals.getOrDefault(scan.accessPath(), Totals.NONE);
    totals.put(scan.accessPath(), before.plus(scan.failovers(), scan.metrics()));
  }

  /** Sums so far, one entry per access path that was used. */
  public synchronized Map<AccessPath, Totals> totals() {
    return Collections.unmodifiableMap(new EnumMap<>(totals));
  }
}
