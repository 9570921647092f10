// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;

/**
 * The figures of one join, as the measured processes print them.
 *
 * @param seconds wall-clock time
 * @param cpuSeconds processor time of all threads
 * @param peakBytes peak memory in bytes, without the tables
 * @param matches rows of the result
 * @param payloads sum of the build side's payloads over the result; 0 if not asked for
 */
record JoinFigures(
    double seconds, double cpuSeconds, double peakBytes, long matches, long payloads) {

  /**
   * Parses a line.
   *
   * @param who name of the process, for messages
   * @throws IOException if the line does not hold figures
   */
  static JoinFigures parse(String who, String line) throws IOException {
    String[] words = line.trim().split(" ", -1);
    try {
      return new JoinFigures(
          Double.parseDouble(words[0]),
          Double.parseDouble(words[1]),
          Double.parseDouble(words[2]),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException(who + " printed no figures but `" + line + "'", e);
    }
  }

  /** Returns whether both joins found the same matches and payloads. */
  boolean sameAnswer(JoinFigures other) {
    return matches == other.matches && payloads == other.payloads;
  }
}
