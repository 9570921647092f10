// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.apache.log4j.Appender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.Test;

/** Failures that a library logs. */
class LoggedFailuresTest {
  @Test
  void failure_loggedBelowTheLevel_isFoundAndTheLevelKept() {
    String name = LoggedFailuresTest.class.getName();
    Logger logger = Logger.getLogger(name);
    IOException failure = new IOException("no room");
    logger.setLevel(Level.OFF);
    try (LoggedFailures failures = new LoggedFailures(name)) {
      logger.warn("job", failure);
      assertThat(failures.of("job")).containsSame(failure);
      assertThat(failures.of("other")).isEmpty();
    }
    assertThat(logger.getLevel()).isEqualTo(Level.OFF);
    assertThat(logger.getAdditivity()).isTrue();
  }

  @Test
  void failure_thatSomebodyTells_isNotLogged_andAllElseIs() {
    String name = LoggedFailuresTest.class.getName() + ".told";
    Logger logger = Logger.getLogger(name);
    StringWriter text = new StringWriter();
    Appender above = new WriterAppender(new PatternLayout("%m %c%n"), text);
    Logger parent = Logger.getLogger(LoggedFailuresTest.class);
    parent.addAppender(above);
    logger.setLevel(Level.WARN);
    try (LoggedFailures failures = new LoggedFailures(name)) {
      logger.warn("told", new IOException("no room"));
      logger.warn("kept", new IOException("no room either"));
      logger.warn("no failure");
      logger.info("detail");
      assertThat(failures.of("told")).isPresent();
    } finally {
      parent.removeAppender(above);
    }
    assertThat(text.toString().lines())
        .filteredOn(line -> line.endsWith(name))
        .containsExactly("no failure " + name, "kept " + name);
  }

  @Test
  void failures_ofLevelThatIsOff_areNotLogged() {
    String name = LoggedFailuresTest.class.getName() + ".off";
    Logger logger = Logger.getLogger(name);
    StringWriter text = new StringWriter();
    Appender above = new WriterAppender(new PatternLayout("%m%n"), text);
    Logger parent = Logger.getLogger(LoggedFailuresTest.class);
    parent.addAppender(above);
    logger.setLevel(Level.ERROR);
    try (LoggedFailures failures = new LoggedFailures(name)) {
      logger.warn("job", new IOException("no room"));
      logger.warn("no failure");
      logger.error("an error");
      assertThat(failures.of("none")).isEmpty();
    } finally {
      parent.removeAppender(above);
    }
    assertThat(text).hasToString("an error" + System.lineSeparator());
  }
}
