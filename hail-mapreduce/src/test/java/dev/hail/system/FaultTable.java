// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was tried and how it went, by kind of fault. Not thread-safe. */
final class FaultTable {
  private final Map<Fault, List<Outcome>> outcomes = new EnumMap<>(Fault.class);

  /**
   * How one fault went.
   *
   * @param answered operations that clients were told are done, from the fault until all was whole
   * @param failed operations of which a client saw an error in that time
   * @param seconds from the end of the fault until all was whole
   */
  record Outcome(long answered, long failed, double seconds) {}

  void add(Fault fault, Outcome outcome) {
    outcomes.computeIfAbsent(fault, key -> new ArrayList<>()).add(outcome);
  }

  int tried(Fault fault) {
    return outcomes.getOrDefault(fault, List.of()).size();
  }

  long answered(Fault fault) {
    return outcomes.getOrDefault(fault, List.of()).stream().mapToLong(Outcome::answered).sum();
  }

  /** Returns the table in Markdown. */
  @Override
  public String toString() {
    StringBuilder table =
        new StringBuilder(
            "| fault | times tried | operations acknowledged | operations failed"
                + " | seconds until healthy |\n| --- | --- | --- | --- | --- |\n");
    outcomes.forEach(
        (fault, all) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %s |%n",
                    fault.description(),
                    all.size(),
                    answered(fault),
                    all.stream().mapToLong(Outcome::failed).sum(),
                    range(all))));
    return table.toString();
  }

  private static String range(List<Outcome> all) {
    double least = all.stream().mapToDouble(Outcome::seconds).min().orElseThrow();
    double most = all.stream().mapToDouble(Outcome::seconds).max().orElseThrow();
    return all.size() == 1
        ? String.format(Locale.ROOT, "%.0f", most)
        : String.format(Locale.ROOT, "%.0f to %.0f", least, most);
  }
}
