// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.cli.CommandLineProblem;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two tables to join: unique keys on the build side, of which each row of the probe side has one.
 *
 * @param buildRows rows of the build side, at least 1
 * @param probeRows rows of the probe side, at least 1
 * @param threads threads that join, at least 1
 */
record JoinShape(long buildRows, long probeRows, int threads) {
  private static final Pattern ROWS = Pattern.compile("(\\d{1,12})([kmg]?)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);

  /** What both tables have of rows. */
  long rows() {
    return buildRows + probeRows;
  }

  /** As in the names of cases: {@code 4m-40m}. */
  String name() {
    return inUnits(buildRows) + "-" + inUnits(probeRows);
  }

  private static String inUnits(long rows) {
    if (rows % 1_000_000 == 0) {
      return rows / 1_000_000 + "m";
    }
    return rows % 1_000 == 0 ? rows / 1_000 + "k" : Long.toString(rows);
  }

  /** Rows as people write them: 4m is four million. */
  static long parseRows(String option, String text) throws CommandLineProblem {
    Matcher matcher = ROWS.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new CommandLineProblem(
          option + " is a number of rows, such as 40m or 500k, not `" + text + "'");
    }
    return Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2));
  }
}
