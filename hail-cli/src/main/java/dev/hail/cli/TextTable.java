// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints rows with aligned columns. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final boolean[] right;

  /**
   * @param alignment one letter per column: {@code l} for left, {@code r} for right
   */
  TextTable(String alignment) {
    right = new boolean[alignment.length()];
    for (int i = 0; i < right.length; i++) {
      right[i] = alignment.charAt(i) == 'r';
    }
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  void print(PrintStream out, String indent) {
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
