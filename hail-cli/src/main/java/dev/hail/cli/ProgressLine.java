// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Shows one line, rewritten a few times a second and removed at the end. */
public final class ProgressLine {
  private static final long PERIOD_MILLIS = 250;

  private final PrintStream err;
  private final Supplier<String> text;
  private int shown;
  private boolean ended;

  private ProgressLine(PrintStream err, Supplier<String> text) {
    this.err = err;
    this.text = text;
  }

  /** Work that can fail to read or write. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Shows progress while work runs.
   *
   * @param wanted if false, nothing is shown
   * @param text provides the current line; called from another thread
   * @return the result of the work
   */
  public static <T> T during(boolean wanted, PrintStream err, Supplier<String> text, Work<T> work)
      throws IOException {
    if (!wanted) {
      return work.run();
    }
    ProgressLine line = new ProgressLine(err, text);
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(ProgressLine::daemon);
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            line::print, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    try {
      return work.run();
    } finally {
      timer.shutdown();
      line.clear();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread daemon = new Thread(work, "hail-progress");
    daemon.setDaemon(true);
    return daemon;
  }

  private synchronized void print() {
    if (ended) {
      return;
    }
    String line = text.get();
    err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    err.flush();
    shown = line.length();
  }

  private synchronized void clear() {
    ended = true;
    err.print("\r" + " ".repeat(shown) + "\r");
    err.flush();
  }
}
