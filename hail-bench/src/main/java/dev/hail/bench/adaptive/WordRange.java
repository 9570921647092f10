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
 * A range of search words; both ends belong to it.
 *
 * @param low first word
 * @param high last word
 */
record WordRange(String low, String high) {
  /** Field of the word in a line of UserVisits, from 0. */
  static final int FIELD = 7;

  private static final int SAMPLE_LINES = 200_000;

  /** The filter in HAIL's language. */
  String filter() {
    return "searchWord >= '" + low + "' and searchWord <= '" + high + "'";
  }

  /**
   * Disjoint ranges that select about the given shares of a text's rows, judged by its first lines.
   *
   * @param shares of the rows, 0 to 1 each; together at most 1
   * @throws IOException if the text is too small to tell
   */
  static List<WordRange> of(Path text, List<Double> shares) throws IOException {
    TreeMap<String, Integer> counts = new TreeMap<>();
    int lines = 0;
    try (BufferedReader reader = Files.newBufferedReader(text, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine();
          line != null && lines < SAMPLE_LINES;
          line = reader.readLine()) {
        counts.merge(line.split(",", -1)[FIELD], 1, Integer::sum);
        lines++;
      }
    }
    List<WordRange> ranges = new ArrayList<>();
    List<Map.Entry<String, Integer>> words = List.copyOf(counts.entrySet());
    int next = 0;
    for (double share : shares) {
      int first = next;
      int selected = 0;
      while (next < words.size() && (next == first || selected < share * lines)) {
        selected += words.get(next).getValue();
        next++;
      }
      if (first == next) {
        throw new IOException(text + " has too few search words for " + shares.size() + " ranges");
      }
      ranges.add(new WordRange(words.get(first).getKey(), words.get(next - 1).getKey()));
    }
    return ranges;
  }
}
