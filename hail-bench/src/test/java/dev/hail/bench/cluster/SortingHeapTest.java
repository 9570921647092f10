// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SortingHeapTest {
  private static final long BLOCK = 64L << 20;
  private static final int STREAMS = 2;

  /**
   * What a block of UserVisits takes of the budget: 40.1 MiB in steps of 4 MiB twice, its order.
   */
  private static final long USERVISITS_BLOCK = 2 * (44L << 20) + (1 << 20) + 40 * 450_861L;

  @Test
  void neededHeap_dividedAmongDatanodes_holdsAllBlocksOnTheirWay() {
    for (int dataNodes : new int[] {3, 6}) {
      long heap = new SortingHeap(0, dataNodes).needed(BLOCK, STREAMS);

      assertThat(new SortingHeap(heap, dataNodes).perDatanode())
          .as("%s datanodes", dataNodes)
          .isGreaterThanOrEqualTo(STREAMS * USERVISITS_BLOCK);
    }
  }

  @Test
  void quarterOf8Gigabytes_forDatanodes_sufficesFor3ButNot6() {
    assertThat(new SortingHeap(0, 3).needed(BLOCK, STREAMS)).isLessThan(1900L << 20);
    assertThat(new SortingHeap(0, 6).needed(BLOCK, STREAMS)).isGreaterThan(2L << 30);
  }

  @Test
  void datanodesShare_ofAnyHeap_isHalfAndAtMostTheDefault() {
    assertThat(new SortingHeap(600, 6).perDatanode()).isEqualTo(50);
    assertThat(new SortingHeap(1L << 40, 6).perDatanode()).isEqualTo(512L << 20);
  }
}
