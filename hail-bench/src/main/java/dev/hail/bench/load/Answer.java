// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.io.OutputStream;

/**
 * The answer to a query that asks for how long visits lasted.
 *
 * @param rows number of rows
 * @param durations sum of their durations, so that other rows of the same number are noticed
 */
record Answer(long rows, long durations) {
  static final Answer NONE = new Answer(0, 0);

  Answer plus(long duration) {
    return new Answer(rows + 1, durations + duration);
  }

  /** Takes an answer as text, a number per line, without keeping it. Not thread-safe. */
  static final class Sink extends OutputStream {
    private long rows;
    private long durations;
    private long number;

    @Override
    public void write(int next) {
      if (next == '\n') {
        rows++;
        durations += number;
        number = 0;
      } else if (next >= '0' && next <= '9') {
        number = 10 * number + next - '0';
      } else {
        throw new IllegalStateException("No number, but the character " + next + " in an answer");
      }
    }

    Answer answer() {
      return new Answer(rows, durations);
    }
  }
}
