// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class TaskTimesTest {

  private static TaskTimes of(double... seconds) {
    TaskTimes times = new TaskTimes();
    for (double each : seconds) {
      times.add(each);
    }
    return times;
  }

  @Test
  void excess_ofTimes_isDifferenceOfMeansAndStandardError() {
    // The common variance is (8 + 0) / 2 = 4.
    assertThat(of(13).excessOver(of(10, 12, 8)))
        .isCloseTo(3 + 2 * Math.sqrt(1 / 3.0 + 1), within(1e-12));
    assertThat(of(13, 13).excessOver(of(10, 10, 10))).isEqualTo(3);
    assertThat(of(13).excessOver(of(10))).isEqualTo(3);
  }

  @Test
  void excess_ofMoreTasks_nearsDifferenceOfMeans() {
    TaskTimes others = of(9, 11, 9, 11, 9, 11, 9, 11);
    double few = of(12, 14).excessOver(others);
    double many = of(12, 14, 12, 14, 12, 14, 12, 14).excessOver(others);
    assertThat(few).isGreaterThan(many);
    assertThat(many).isGreaterThan(3);
  }

  @Test
  void excess_withoutTasks_isZeroAndNeverNegative() {
    assertThat(of(1, 1).excessOver(of(10, 10))).isZero();
    assertThat(of().excessOver(of(1))).isZero();
    assertThat(of(1).excessOver(of())).isZero();
    assertThat(of().mean()).isZero();
  }
}
