// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReportLeasesTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final ReportLeases leases = new ReportLeases(2, now::get);

  @Test
  void datanodes_reporting_areOnlyFewAtATime() {
    assertThat(leases.take("a")).isTrue();
    assertThat(leases.take("b")).isTrue();
    assertThat(leases.take("c")).isFalse();
    assertThat(leases.take("a")).as("asked again in mid report").isTrue();
    leases.giveBack("b");
    assertThat(leases.take("c")).isTrue();
    assertThat(leases.take("b")).isFalse();
  }

  @Test
  void datanode_stoppingInMidReport_losesItsTurn() {
    assertThat(leases.take("a")).isTrue();
    assertThat(leases.take("b")).isTrue();
    pass(20);
    leases.renew("b");
    leases.renew("stranger");
    pass(10);
    assertThat(leases.take("c")).as("a is gone").isTrue();
    assertThat(leases.take("d")).as("b is there").isFalse();
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
