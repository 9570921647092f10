// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does duties again and again in one thread. Whatever a duty throws costs this round of this duty
 * and nothing else.
 */
final class Upkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  /** A duty that fails in every round is in the log once a minute or so. */
  private static final int FAILURES_PER_LINE = 60;

  /** What the duty does. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** A piece of work that is done in every so many rounds. */
  static final class Duty {
    private final String name;
    private final int everyRounds;
    private final Work work;
    private int failuresInARow;

    Duty(String name, int everyRounds, Work work) {
      this.name = name;
      this.everyRounds = everyRounds;
      this.work = work;
    }
  }

  private final String name;
  private final LongSupplier nanoClock;
  private final List<Duty> duties;
  private final AtomicLong failures = new AtomicLong();
  private volatile long lastRound;
  private long rounds;
  private ScheduledExecutorService thread;

  /**
   * Upkeep that does nothing before {@link #start}.
   *
   * @param name of its thread
   * @param nanoClock a clock that never goes back, in nanoseconds
   */
  Upkeep(String name, LongSupplier nanoClock, List<Duty> duties) {
    this.name = name;
    this.nanoClock = nanoClock;
    this.duties = List.copyOf(duties);
    this.lastRound = nanoClock.getAsLong();
  }

  /** Begins a round so many milliseconds after the last one, whatever the wall clock is set to. */
  synchronized void start(long intervalMillis) {
    thread = Executors.newSingleThreadScheduledExecutor(this::daemon);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            this::round, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
  }

  private Thread daemon(Runnable work) {
    Thread daemon = new Thread(work, name);
    daemon.setDaemon(true);
    return daemon;
  }

  /** Gives each duty whose turn it is its turn; for tests, else its thread alone calls it. */
  void round() {
    rounds++;
    for (Duty duty : duties) {
      if (rounds % duty.everyRounds == 0) {
        attempt(duty);
      }
    }
    lastRound = nanoClock.getAsLong();
  }

  private void attempt(Duty duty) {
    try {
      duty.work.run();
      duty.failuresInARow = 0;
    } catch (Throwable e) {
      // An error, too: the rounds would end with it, and nobody would do any duty from then on.
      failures.incrementAndGet();
      if (duty.failuresInARow++ % FAILURES_PER_LINE == 0) {
        log(duty, e);
      }
    }
  }

  private void log(Duty duty, Throwable failure) {
    try {
      LOG.error(
          "{}: {} failed {} times in a row; trying again",
          name,
          duty.name,
          duty.failuresInARow,
          failure);
    } catch (Throwable e) {
      // Without memory not even the line can be written. The counter tells.
      failures.incrementAndGet();
    }
  }

  /** Seconds since all duties had their turn, or since there is this object. */
  long secondsSinceRound() {
    return TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - lastRound);
  }

  /** How often a duty failed. */
  long failures() {
    return failures.get();
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.shutdown();
      thread = null;
    }
  }
}
