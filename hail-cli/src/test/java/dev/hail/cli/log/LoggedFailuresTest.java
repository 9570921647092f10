// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
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
}
