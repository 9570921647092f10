// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import org.apache.hadoop.conf.Configuration;

/** How many threads commands use: the option {@code --threads}, and a key for reading. */
final class Threads {
  private Threads() {}

  /**
   * Checks a number of threads.
   *
   * @throws CommandLineProblem if a command cannot work with so few or so many
   */
  static void check(int threads) throws CommandLineProblem {
    if (threads < 1 || threads > NumberKeys.MOST_THREADS) {
      throw new CommandLineProblem(
          "--threads must be from 1 to " + NumberKeys.MOST_THREADS + ", it is " + threads);
    }
  }

  /**
   * Returns how many blocks a command reads, or files it looks at, at the same time.
   *
   * @throws IllegalArgumentException if the key is out of range
   */
  static int reading(Configuration configuration) {
    return NumberKeys.count(
        configuration, HailConfigKeys.READ_THREADS, HailConfigKeys.READ_THREADS_DEFAULT);
  }
}
