// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BlockLogTest {
  private static final String NAME = "dev.hail.test.blocklog";

  @Test
  void eachKindOfLine_inOnePeriod_isLoggedOnceWithNumberLeftOut() {
    AtomicLong clock = new AtomicLong(5);
    BlockLog log = new BlockLog(LoggerFactory.getLogger(NAME), clock::get);
    LogEvents events = new LogEvents();
    Logger.getLogger(NAME).addAppender(events);
    try {
      log.warn("a", "first\nof a");
      log.warn("a", "second of a");
      log.warn("b", "first of b");
      clock.addAndGet(BlockLog.PERIOD_MILLIS - 1);
      log.warn("a", "third of a");
      clock.addAndGet(1);
      log.warn("a", "fourth of a", new IllegalStateException("why"));
      log.warn("b", "second of b");
      log.warn("b", "third of b");
    } finally {
      Logger.getLogger(NAME).removeAppender(events);
    }
    assertThat(events.seen())
        .containsExactly(
            "first\\x0Aof a",
            "first of b",
            "fourth of a (2 lines like this one were left out before)",
            "second of b");
  }
}
