// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An inclusive range of values of the field that jobs select by.
 *
 * @param low smallest value, as spelled in the text
 * @param high largest value, as spelled in the text
 */
record ValueRange(String low, String high) {
  private static final int SAMPLE_LINES = 200_000;

  /**
   * Returns disjoint ranges that select about the given shares of a text's rows, estimated from its
   * first lines.
   *
   * @param shares shares of the rows, each 0 to 1, together at most 1
   * @throws IOException if the text is too small for an estimate
   */
  static List<ValueRange> of(Path text, AdaptiveTable table, List<Double> shares)
      throws IOException {
    TreeMap<String, Integer> counts = new TreeMap<>(table.order());
    int lines = 0;
    try (BufferedReader reader = Files.newBufferedReader(text, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine();
          line != null && lines < SAMPLE_LINES;
          line = reader.readLine()) {
        counts.merge(line.split(",", -1)[table.field()], 1, Integer::sum);
        lines++;
      }
    }
    List<ValueRange> ranges = new ArrayList<>();
    List<Map.Entry<String, Integer>> values = List.copyOf(counts.entrySet());
    int next = 0;
    for (double share : shares) {
      int first = next;
      int selected = 0;
      while (next < values.size() && (next == first || selected < share * lines)) {
        selected += values.get(next).getValue();
        next++;
      }
      if (first == next) {
        throw new IOException(
            text + " has too few values for " + shares.size() + " ranges; use a larger text");
      }
      ranges.add(new ValueRange(values.get(first).getKey(), values.get(next - 1).getKey()));
    }
    return ranges;
  }
}
