// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.conf.NumberKeys;

/** The option {@code --threads} of several commands. */
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
}
