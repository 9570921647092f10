// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.minicluster.Waiting;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoadControlTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final LoadControl control = new LoadControl();
  private final AtomicLong operations = new AtomicLong();

  @Test
  void members_afterHold_pauseUntilReleased() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<Long> first = threads.submit(this::work);
      Future<Long> second = threads.submit(this::work);
      awaitMoreThan(10);

      control.hold();
      control.awaitPaused(PATIENCE);
      long held = operations.get();
      Thread.sleep(20);
      assertThat(operations).hasValue(held);

      control.release();
      awaitMoreThan(held + 10);
      control.end();
      assertThat(first.get() + second.get()).isEqualTo(operations.get());
    } finally {
      control.end();
      threads.shutdownNow();
    }
  }

  @Test
  void member_thatMayNotPause_isWaitedForInVain() throws Exception {
    try (LoadControl.Member member = control.join()) {
      control.hold();
      assertThat(member.goesOn(false)).isTrue();
      assertThatThrownBy(() -> control.awaitPaused(Duration.ZERO))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("1 of 1 clients");
      control.end();
      assertThat(member.goesOn(true)).isFalse();
    }
  }

  private Long work() throws InterruptedException {
    long own = 0;
    try (LoadControl.Member member = control.join()) {
      while (member.goesOn(true)) {
        own++;
        operations.incrementAndGet();
      }
    }
    return own;
  }

  private void awaitMoreThan(long count) throws Exception {
    Waiting.until("more than " + count + " operations", () -> operations.get() > count);
  }
}
