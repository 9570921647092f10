// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.protocol.IndexGrant;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Indexes that were evicted to make room for another one, summed over its blocks. Thread-safe. */
final class EvictedIndexes {
  private record Index(String path, String attribute) implements Comparable<Index> {
    @Override
    public int compareTo(Index other) {
      int byPath = path.compareTo(other.path);
      return byPath == 0 ? attribute.compareTo(other.attribute) : byPath;
    }
  }

  private final Map<Index, List<IndexGrant.Evicted>> byIndex = new TreeMap<>();

  synchronized void add(List<IndexGrant.Evicted> evicted) {
    for (IndexGrant.Evicted one : evicted) {
      byIndex
          .computeIfAbsent(new Index(one.path(), one.attribute()), unused -> new ArrayList<>())
          .add(one);
    }
  }

  /**
   * Prints a line for each evicted index; nothing if there was none.
   *
   * @param path the file that room was made for
   */
  synchronized void print(String path, PrintStream out) {
    byIndex.forEach(
        (index, parts) ->
            out.printf(
                Locale.ROOT,
                "%s: %s (%s) of %s removed to make room%n",
                path,
                Counted.text(parts.stream().mapToInt(IndexGrant.Evicted::replicas).sum(), "block"),
                ByteSize.text(parts.stream().mapToLong(IndexGrant.Evicted::bytes).sum()),
                describe(index, path)));
  }

  private static String describe(Index index, String path) {
    if (index.path().isEmpty()) {
      return "indexes of files that you may not read";
    }
    String whose = index.path().equals(path) ? "its index" : "the index of " + index.path();
    return whose + " by " + index.attribute();
  }
}
