// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SlowdownTest {
  @Test
  void slowdown_isAddedTime_byTimeWithoutFailure() {
    assertThat(new Slowdown(20, 55).percent()).isCloseTo(175, within(1e-9));
    assertThat(new Slowdown(20, 20).percent()).isZero();
    assertThat(new Slowdown(20, 18).percent()).isCloseTo(-10, within(1e-9));
  }

  @Test
  void jobOfNoTime_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Slowdown(0, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new Slowdown(Double.NaN, 5));
  }
}
