// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;

/**
 * What one join took, as the processes print it that join.
 *
 * @param seconds wall-clock time
 * @param cpuSeconds processor time of all threads
 * @param peakBytes most memory at one time, beyond what the tables take
 * @param matches rows of the result
 * @param payloads sum of the build side's payloads over the result; 0 where it was not asked for
 */
record JoinFigures(
    double seconds, double cpuSeconds, double peakBytes, long matches, long payloads) {

  /**
   * Reads a line.
   *
   * @throws IOException if it is none of theirs
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

  /** Whether both joins found the same. */
  boolean sameAnswer(JoinFigures other) {
    return matches == other.matches && payloads == other.payloads;
  }
}
