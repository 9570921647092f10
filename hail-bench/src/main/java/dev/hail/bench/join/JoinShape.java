// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.cli.CommandLineProblem;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sizes of a join. Build keys are unique, and each probe row matches one of them.
 *
 * @param buildRows rows of the build side, at least 1
 * @param probeRows rows of the probe side, at least 1
 * @param threads number of threads that join, at least 1
 */
record JoinShape(long buildRows, long probeRows, int threads) {
  private static final Pattern ROWS = Pattern.compile("(\\d{1,12})([kmg]?)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);

  /** Returns the number of rows of both tables. */
  long rows() {
    return buildRows + probeRows;
  }

  /** Returns the name that cases use: {@code 4m-40m}. */
  String name() {
    return inUnits(buildRows) + "-" + inUnits(probeRows);
  }

  private static String inUnits(long rows) {
    if (rows % 1_000_000 == 0) {
      return rows / 1_000_000 + "m";
    }
    return rows % 1_000 == 0 ? rows / 1_000 + "k" : Long.toString(rows);
  }

  /** Parses a number of rows; 4m is four million. */
  static long parseRows(String option, String text) throws CommandLineProblem {
    Matcher matcher = ROWS.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new CommandLineProblem(
          option + " must be a number of rows such as 40m or 500k, it is `" + text + "'");
    }
    return Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2));
  }
}
