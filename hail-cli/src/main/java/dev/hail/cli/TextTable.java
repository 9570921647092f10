// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints rows with aligned columns. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final boolean[] right;

  /**
   * Creates an empty table.
   *
   * @param alignment one letter per column: {@code l} for left, {@code r} for right
   */
  public TextTable(String alignment) {
    right = new boolean[alignment.length()];
    for (int i = 0; i < right.length; i++) {
      right[i] = alignment.charAt(i) == 'r';
    }
  }

  /** Adds a row with at most as many cells as there are columns. */
  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /**
   * Prints the rows.
   *
   * @param indent what each line begins with
   */
  public void print(PrintStream out, String indent) {
    int[] widths = new int[right.length];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.size(); i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : "  ");
        line.append(right[i] ? padding : "").append(row.get(i)).append(right[i] ? "" : padding);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
