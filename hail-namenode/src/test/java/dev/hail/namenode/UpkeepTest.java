// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;

class UpkeepTest {
  private static final int PATIENCE_MILLIS = 300_000;

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger done = new AtomicInteger();

  @Test
  void duty_throwingError_endsNeitherItselfNorOthers() throws Exception {
    AtomicInteger tried = new AtomicInteger();
    List<Upkeep.Duty> duties =
        List.of(
            new Upkeep.Duty(
                "one that another release of Hadoop breaks",
                1,
                () -> {
                  tried.incrementAndGet();
                  throw new NoSuchMethodError("as in another release");
                }),
            new Upkeep.Duty(
                "one without end",
                1,
                () -> {
                  throw new StackOverflowError();
                }),
            new Upkeep.Duty("a sound one", 1, done::incrementAndGet));
    try (Upkeep upkeep = new Upkeep("upkeep under test", nanos::get, duties)) {
      upkeep.start(1);
      GenericTestUtils.waitFor(() -> done.get() >= 100, 5, PATIENCE_MILLIS);
      assertThat(tried.get()).isGreaterThanOrEqualTo(100);
      assertThat(upkeep.failures()).isGreaterThanOrEqualTo(200);
    }
  }

  @Test
  void hangingDuty_isRevealed_byTimeSinceLastRound() throws Exception {
    Object gate = new Object();
    try (Upkeep upkeep =
        new Upkeep(
            "upkeep under test",
            nanos::get,
            List.of(
                new Upkeep.Duty(
                    "one that waits",
                    1,
                    () -> {
                      synchronized (gate) {
                        done.incrementAndGet();
                      }
                    })))) {
      synchronized (gate) {
        upkeep.start(1);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(70));
        assertThat(upkeep.secondsSinceRound()).isEqualTo(70);
        assertThat(done.get()).isZero();
      }
      GenericTestUtils.waitFor(() -> upkeep.secondsSinceRound() == 0, 5, PATIENCE_MILLIS);
      assertThat(done.get()).isPositive();
    }
  }

  @Test
  void seldomDuty_inManyRounds_hasItsTurnInEveryNth() throws Exception {
    AtomicInteger seldom = new AtomicInteger();
    List<Upkeep.Duty> duties =
        List.of(
            new Upkeep.Duty("each round", 1, done::incrementAndGet),
            new Upkeep.Duty(
                "each tenth round",
                10,
                () -> {
                  assertThat(done.get() % 10).isZero();
                  seldom.incrementAndGet();
                }));
    try (Upkeep upkeep = new Upkeep("upkeep under test", nanos::get, duties)) {
      upkeep.start(1);
      GenericTestUtils.waitFor(() -> seldom.get() >= 5, 5, PATIENCE_MILLIS);
      assertThat(upkeep.failures()).isZero();
    }
  }
}
