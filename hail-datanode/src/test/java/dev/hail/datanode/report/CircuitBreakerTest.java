// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final CircuitBreaker breaker = new CircuitBreaker(now::get);

  @Test
  void circuitBreaker_afterThreeSilentCalls_restsAndTriesOne() {
    for (int i = 0; i < 3; i++) {
      assertThat(breaker.mayCall()).isTrue();
      breaker.silent();
    }
    assertThat(breaker.mayCall()).isFalse();
    pass(9_999);
    assertThat(breaker.mayCall()).isFalse();
    pass(1);
    assertThat(breaker.mayCall()).as("the one that tries").isTrue();
    assertThat(breaker.mayCall()).as("those beside it").isFalse();
    breaker.silent();
    pass(9_999);
    assertThat(breaker.mayCall()).isFalse();
    pass(1);
    assertThat(breaker.mayCall()).isTrue();
    breaker.answered();
    assertThat(breaker.mayCall()).isTrue();
    assertThat(breaker.mayCall()).isTrue();
  }

  @Test
  void circuitBreaker_withAnswerBetween_countsAnew() {
    for (int i = 0; i < 10; i++) {
      breaker.silent();
      breaker.silent();
      breaker.answered();
    }
    assertThat(breaker.mayCall()).isTrue();
  }

  private void pass(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
