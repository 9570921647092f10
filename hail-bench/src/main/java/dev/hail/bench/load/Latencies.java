// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long operations took, by kind. Keeps every one. Thread-safe. */
final class Latencies {
  private static final int FIRST_ROOM = 1024;

  private final Map<String, Times> kinds = new TreeMap<>();

  private static final class Times {
    private long[] nanos = new long[FIRST_ROOM];
    private int count;

    void add(long time) {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * count);
      }
      nanos[count++] = time;
    }
  }

  /** Adds an operation. */
  synchronized void add(String kind, long nanos) {
    kinds.computeIfAbsent(kind, key -> new Times()).add(nanos);
  }

  /** Forgets all operations. */
  synchronized void clear() {
    kinds.clear();
  }

  /** Returns the kinds in the order of their names. */
  synchronized List<String> kinds() {
    return List.copyOf(kinds.keySet());
  }

  /** Returns the number of all operations. */
  synchronized long count() {
    return kinds.values().stream().mapToLong(times -> times.count).sum();
  }

  /** Returns the seconds of all operations of a kind, the shortest first. */
  synchronized double[] sorted(String kind) {
    Times times = kinds.get(kind);
    return Arrays.stream(times.nanos, 0, times.count).sorted().mapToDouble(n -> n / 1e9).toArray();
  }

  /**
   * Returns the least value that so many per cent of the values do not exceed (nearest rank).
   *
   * @param sorted ascending, at least one
   * @param percent above 0, up to 100
   */
  static double percentile(double[] sorted, double percent) {
    return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
  }
}
