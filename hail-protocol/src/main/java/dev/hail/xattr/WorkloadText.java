// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import dev.hail.protocol.FilterShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A workload as text, one line for its version and time and one for each entry:
 *
 * <pre>
 * 1 1763751600
 * 3=,5&lt; 37 21.403 0:0.0031*12.5 3:0.01*8
 * - 2 1.5
 * </pre>
 *
 * <p>A line has the filter's shape, jobs, weight, then by attribute the share of rows and the
 * weight of the blocks it was measured on.
 */
final class WorkloadText {
  private static final int VERSION = 1;
  private static final String NUMBER = "[0-9][0-9.eE+-]{0,24}";

  private WorkloadText() {}

  static String format(Workload workload) {
    if (workload.uses().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(VERSION).append(' ').append(workload.atSeconds());
    for (FilterUse use : workload.uses()) {
      text.append('\n').append(use.filter().format()).append(' ').append(use.jobs());
      text.append(' ').append(number(use.weight()));
      for (Map.Entry<Integer, MeanShare> entry : use.shares().entrySet()) {
        MeanShare share = entry.getValue();
        text.append(' ').append(entry.getKey()).append(':').append(number(share.share()));
        text.append('*').append(number(share.blocks()));
      }
    }
    return text.toString();
  }

  /** A number with six digits: no share is known more precisely. */
  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  static Workload parse(String text) {
    if (text.isEmpty()) {
      return Workload.none();
    }
    String[] lines = text.split("\n", -1);
    String[] head = lines[0].split(" ", -1);
    if (head.length != 2 || !head[0].equals(Integer.toString(VERSION))) {
      throw new IllegalArgumentException("no workload of version " + VERSION + ": " + lines[0]);
    }
    if (lines.length - 1 > Workload.MOST_FILTERS) {
      throw new IllegalArgumentException("a workload of " + (lines.length - 1) + " filters");
    }
    List<FilterUse> uses = new ArrayList<>();
    Set<FilterShape> seen = new HashSet<>();
    for (int i = 1; i < lines.length; i++) {
      FilterUse use = use(lines[i]);
      if (!seen.add(use.filter())) {
        throw new IllegalArgumentException("the same filter twice: " + use.filter().format());
      }
      uses.add(use);
    }
    return Workload.of(natural(head[1]), uses);
  }

  private static FilterUse use(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 3) {
      throw new IllegalArgumentException("no use of a filter: " + line);
    }
    SortedMap<Integer, MeanShare> shares = new TreeMap<>();
    for (int i = 3; i < words.length; i++) {
      String[] share = words[i].split("[:*]", -1);
      if (share.length != 3) {
        throw new IllegalArgumentException("no share of rows: " + words[i]);
      }
      shares.put(
          Math.toIntExact(Math.min(Integer.MAX_VALUE, natural(share[0]))),
          new MeanShare(decimal(share[1]), decimal(share[2])));
    }
    return new FilterUse(FilterShape.parse(words[0]), natural(words[1]), decimal(words[2]), shares);
  }

  private static long natural(String word) {
    if (!word.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("no natural number: " + word);
    }
    return Long.parseLong(word);
  }

  private static double decimal(String word) {
    if (!word.matches(NUMBER)) {
      throw new IllegalArgumentException("no number: " + word);
    }
    return Double.parseDouble(word);
  }
}
