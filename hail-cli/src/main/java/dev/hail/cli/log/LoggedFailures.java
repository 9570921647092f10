// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * The failures that a library logs, for libraries that tell them to nobody else. Sees what is
 * logged until it is closed. Thread-safe.
 */
public final class LoggedFailures implements AutoCloseable {
  private final Logger logger;
  private final Level levelBefore;
  private final Catcher catcher = new Catcher();

  /**
   * Begins to watch.
   *
   * @param logger name of the library's logger
   */
  public LoggedFailures(String logger) {
    this.logger = Logger.getLogger(logger);
    this.levelBefore = this.logger.getLevel();
    if (!this.logger.isEnabledFor(Level.WARN)) {
      // Nobody wants the lines, but the failures in them are wanted.
      this.logger.setLevel(Level.WARN);
      this.logger.setAdditivity(false);
    }
    this.logger.addAppender(catcher);
  }

  /**
   * Returns the failure that was logged with a message as a warning or an error; nothing if there
   * was none.
   */
  public Optional<Throwable> of(String message) {
    return Optional.ofNullable(catcher.failures.get(message));
  }

  @Override
  public void close() {
    logger.removeAppender(catcher);
    logger.setLevel(levelBefore);
    logger.setAdditivity(true);
  }

  private static final class Catcher extends AppenderSkeleton {
    private final Map<String, Throwable> failures = new ConcurrentHashMap<>();

    @Override
    protected void append(LoggingEvent event) {
      if (event.getThrowableInformation() != null) {
        failures.put(
            String.valueOf(event.getRenderedMessage()),
            event.getThrowableInformation().getThrowable());
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
