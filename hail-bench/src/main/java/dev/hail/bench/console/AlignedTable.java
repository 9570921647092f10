// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.console;

import java.util.ArrayList;
import java.util.List;

/** A table of text whose columns are as wide as their widest cell. */
public final class AlignedTable {
  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param leftColumns number of leading columns to align left; the others are aligned right
   * @param heads one heading per column
   */
  public AlignedTable(int leftColumns, String... heads) {
    this.leftColumns = leftColumns;
    rows.add(List.of(heads));
  }

  /**
   * Adds a row.
   *
   * @param cells one cell per column
   */
  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String cell = row.get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        line.append("  ").append(column < leftColumns ? cell + padding : padding + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
