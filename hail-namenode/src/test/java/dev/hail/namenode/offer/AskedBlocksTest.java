// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AskedBlocksTest {
  @Test
  void askedBlocks_underRandomCalls_behaveLikeMap() {
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      // Ids as HDFS gives them, one after the other, and zero, which an empty slot has too.
      long first = random.nextBoolean() ? 0 : random.nextLong();
      AskedBlocks asked = new AskedBlocks();
      Map<Long, Boolean> expected = new HashMap<>();
      for (int i = 0; i < 2_000; i++) {
        long id = first + random.nextInt(1_000);
        assertThat(asked.contains(id)).isEqualTo(expected.containsKey(id));
        if (random.nextInt(3) == 0) {
          asked.grant(id);
          expected.put(id, true);
        } else {
          asked.add(id);
          expected.putIfAbsent(id, false);
        }
      }
      assertThat(asked.size()).isEqualTo(expected.size());
      assertThat(asked.granted())
          .isEqualTo((int) expected.values().stream().filter(granted -> granted).count());
      for (long id = first; id < first + 1_000; id++) {
        assertThat(asked.contains(id)).as("seed %s", seed).isEqualTo(expected.containsKey(id));
        assertThat(asked.isGranted(id)).isEqualTo(expected.getOrDefault(id, false));
      }
    }
  }

  @Test
  void askedBlock_stored_takesNoMoreHeapThanStated() {
    AskedBlocks asked = new AskedBlocks();
    for (int id = 1; id <= 300_000; id++) {
      asked.add(id);
      if (id >= 1_000) {
        assertThat(asked.bytes()).isLessThanOrEqualTo((long) AskedBlocks.BYTES_PER_BLOCK * id);
      }
    }
    // What the namenode is said to spend at most on all ids of all jobs.
    long most = RunningJobs.Bounds.DEFAULT.blocks() * AskedBlocks.BYTES_PER_BLOCK;
    assertThat(most).isEqualTo(96_000_000);
  }
}
