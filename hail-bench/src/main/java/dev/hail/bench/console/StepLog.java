// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.console;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows the current step and its progress. On a terminal it rewrites the step's line; elsewhere it
 * adds a line every few seconds. Not thread-safe.
 */
public final class StepLog {
  private static final long TERMINAL_NANOS = 100_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  private final PrintStream target;
  private final boolean terminal;
  private final int steps;
  private final long start = System.nanoTime();
  private int step;
  private String name = "";
  private long shown;
  private int lastLength;

  /**
   * @param steps total number of steps
   */
  public StepLog(PrintStream target, boolean terminal, int steps) {
    this.target = target;
    this.terminal = terminal;
    this.steps = steps;
  }

  /** Begins a step. */
  public void begin(String newName) {
    step++;
    name = newName;
    shown = System.nanoTime();
    show(line("..."));
  }

  /**
   * Reports progress; only some of the calls are shown.
   *
   * @param fraction share of the step that is done, 0 to 1
   * @param detail text to show; may be empty
   */
  public void progress(double fraction, String detail) {
    long now = System.nanoTime();
    if (now - shown < (terminal ? TERMINAL_NANOS : LINE_NANOS)) {
      return;
    }
    shown = now;
    String percent = String.format(Locale.ROOT, "%3.0f %%", 100 * Math.min(1, fraction));
    show(line(detail.isEmpty() ? percent : percent + ", " + detail));
  }

  /** Ends a step with its outcome. */
  public void end(String outcome) {
    show(line(outcome));
    if (terminal) {
      target.println();
      lastLength = 0;
    }
  }

  /** Returns the seconds since the log was created. */
  public double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  private String line(String rest) {
    long elapsed = (long) seconds();
    return String.format(
        Locale.ROOT,
        "%d:%02d  %2d/%d  %-34s %s",
        elapsed / 60,
        elapsed % 60,
        step,
        steps,
        name,
        rest);
  }

  private void show(String line) {
    if (terminal) {
      String rest = " ".repeat(Math.max(0, lastLength - line.length()));
      target.print("\r" + line + rest);
      target.flush();
      lastLength = line.length();
    } else {
      target.println(line);
    }
  }
}
