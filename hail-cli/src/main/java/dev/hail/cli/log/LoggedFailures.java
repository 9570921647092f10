// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * The failures that a library logs, for libraries that tell them to nobody else. A failure that
 * somebody asks for is not logged: who asks tells it. Sees what is logged until it is closed, and
 * then logs the other failures. Thread-safe.
 */
public final class LoggedFailures implements AutoCloseable {
  private final Logger logger;
  private final Level levelBefore;

  /** The level that users want to see. */
  private final Level shown;

  private final Catcher catcher = new Catcher();

  /**
   * Begins to watch.
   *
   * @param logger name of the library's logger
   */
  public LoggedFailures(String logger) {
    this.logger = Logger.getLogger(logger);
    this.levelBefore = this.logger.getLevel();
    this.shown = this.logger.getEffectiveLevel();
    if (!this.logger.isEnabledFor(Level.WARN)) {
      // Nobody wants the lines, but the failures in them are wanted.
      this.logger.setLevel(Level.WARN);
    }
    this.logger.setAdditivity(false);
    this.logger.addAppender(catcher);
  }

  /**
   * Returns the failure that was logged with a message as a warning or an error; nothing if there
   * was none. The caller tells it to the user.
   */
  public Optional<Throwable> of(String message) {
    LoggingEvent event = catcher.failures.get(message);
    if (event == null) {
      return Optional.empty();
    }
    catcher.told.add(message);
    return Optional.of(event.getThrowableInformation().getThrowable());
  }

  @Override
  public void close() {
    logger.removeAppender(catcher);
    logger.setLevel(levelBefore);
    logger.setAdditivity(true);
    catcher.failures.forEach(
        (message, event) -> {
          if (!catcher.told.contains(message)) {
            log(event);
          }
        });
  }

  /** Logs an event as if nobody watched. */
  private void log(LoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(shown)) {
      logger.getParent().callAppenders(event);
    }
  }

  private final class Catcher extends AppenderSkeleton {
    private final Map<String, LoggingEvent> failures = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    @Override
    protected void append(LoggingEvent event) {
      LoggingEvent passed = event;
      if (event.getThrowableInformation() != null) {
        passed = failures.put(String.valueOf(event.getRenderedMessage()), event);
      }
      if (passed != null) {
        log(passed);
      }
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }

    @Override
    public void close() {}
  }
}
