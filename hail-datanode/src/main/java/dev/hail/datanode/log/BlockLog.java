// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.log;

import dev.hail.format.value.Excerpt;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.log.LogThrottlingHelper;
import org.apache.hadoop.log.LogThrottlingHelper.LogAction;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;

/**
 * Log lines about single blocks. Users decide how many blocks there are and what text is in them.
 * So each kind of message appears at most once in ten seconds, cut to one short line. The line says
 * how many messages were left out before it. Counters of each kind are in the metrics. Thread-safe.
 */
public final class BlockLog {
  /** Least time between two lines of one kind. */
  static final long PERIOD_MILLIS = 10_000;

  private final Logger log;
  private final LongSupplier monotonicMillis;
  private final Map<String, LogThrottlingHelper> kinds = new ConcurrentHashMap<>();

  /** A log whose lines go to a logger. */
  public BlockLog(Logger log) {
    this(log, Time::monotonicNow);
  }

  BlockLog(Logger log, LongSupplier monotonicMillis) {
    this.log = log;
    this.monotonicMillis = monotonicMillis;
  }

  /**
   * Logs a line at WARN unless one of its kind was logged within the period.
   *
   * @param kind one of a fixed number of names, never text of a user
   */
  public void warn(String kind, String message) {
    warn(kind, message, null);
  }

  /**
   * Logs a line and the stack of its cause at WARN unless one of its kind was logged within the
   * period.
   *
   * @param kind one of a fixed number of names, never text of a user
   * @param cause an error of this host, without text of users; may be null
   */
  public void warn(String kind, String message, Throwable cause) {
    LogAction action = record(kind);
    if (action.shouldLog()) {
      log.warn(line(message, action), cause);
    }
  }

  /**
   * Logs a line at INFO unless one of its kind was logged within the period.
   *
   * @param kind one of a fixed number of names, never text of a user
   */
  public void info(String kind, String message) {
    LogAction action = record(kind);
    if (action.shouldLog()) {
      log.info(line(message, action));
    }
  }

  private LogAction record(String kind) {
    return kinds
        .computeIfAbsent(kind, unused -> new LogThrottlingHelper(PERIOD_MILLIS))
        .record(kind, monotonicMillis.getAsLong());
  }

  private static String line(String message, LogAction action) {
    int leftOut = action.getCount() - 1;
    return Excerpt.line(message)
        + (leftOut == 0 ? "" : " (" + leftOut + " lines like this one were left out before)");
  }
}
