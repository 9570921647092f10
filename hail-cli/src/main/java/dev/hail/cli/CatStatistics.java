// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.ScanStatistics;
import dev.hail.format.block.read.ReadMetrics;
import java.io.PrintStream;
import java.util.Locale;

/** Prints the cost of a scan, by access path. */
final class CatStatistics {
  private CatStatistics() {}

  static void print(ScanStatistics statistics, PrintStream err) {
    TextTable table = new TextTable("lrrrrrrr");
    table.add(
        "access path",
        "blocks",
        "rows",
        "rows read",
        "rows skipped",
        "bytes",
        "reads",
        "failovers");
    statistics
        .totals()
        .forEach(
            (path, totals) -> {
              ReadMetrics metrics = totals.metrics();
              table.add(
                  path.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                  number(totals.blocks()),
                  number(metrics.rowsQualifying()),
                  number(metrics.rowsRead()),
                  number(metrics.rowsSkipped()),
                  number(metrics.bytesRead()),
                  number(metrics.reads()),
                  number(totals.failovers()));
            });
    table.print(err, "");
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
