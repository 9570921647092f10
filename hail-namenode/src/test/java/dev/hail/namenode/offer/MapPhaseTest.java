// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MapPhaseTest {
  @Test
  void tasks_onSlots_beginOnFirstFreeOne() {
    assertThat(new MapPhase(3).seconds()).isZero();
    assertThat(new MapPhase(3).add(7, 2).seconds()).isEqualTo(6);
    // 0 5 / 0 7 / 0 7: the short tasks go where the first one was.
    assertThat(new MapPhase(3).add(1, 5).add(2, 7).add(1, 2).seconds()).isEqualTo(7);
    assertThat(new MapPhase(2).add(3, 0).add(2, 1).seconds()).isEqualTo(1);
    assertThat(new MapPhase(1).add(1_000_000_000, 1e-3).seconds()).isCloseTo(1e6, within(1e-3));
  }

  /** Task by task it would take years. */
  @Test
  void manyTasks_played_areComputedAtOnce() {
    long many = 1_000_000_000_000_000L;
    assertThat(new MapPhase(3).add(many, 1).seconds()).isCloseTo(many / 3.0, within(1.0));
    // Two slots leap over one another while the third one is busy.
    MapPhase leaping = new MapPhase(3).add(1, 0.5).add(1, 1e15).add(many, 1);
    assertThat(leaping.seconds()).isEqualTo(1e15);
    assertThat(leaping.add(many, 1).add(1, 1e15).seconds()).isCloseTo(2e15, within(1e9));
    for (double seconds : new double[] {Double.MAX_VALUE, Double.POSITIVE_INFINITY}) {
      assertThat(new MapPhase(2).add(1, 1).add(many, seconds).add(many, 1e-300).seconds())
          .isEqualTo(Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void mapPhase_ofRandomTasks_equalsPlayingEachTask() {
    for (long seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      int slots = 1 + random.nextInt(9);
      MapPhase phase = new MapPhase(slots);
      double[] free = new double[slots];
      for (int group = random.nextInt(5); group >= 0; group--) {
        int count = random.nextInt(60);
        double seconds = random.nextBoolean() ? random.nextInt(8) : random.nextDouble(100);
        phase.add(count, seconds);
        for (int task = 0; task < count; task++) {
          Arrays.sort(free);
          free[0] += seconds;
        }
        Arrays.sort(free);
        assertThat(phase.seconds()).as("seed %s", seed).isCloseTo(free[slots - 1], within(1e-6));
      }
    }
  }
}
