// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.namenode.space.Eviction.Evictable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EvictionOrderTest {
  private static final long HALF_LIFE = 1_000;
  private static final int INDEXES = 10_000;
  private static final long NOW = 1_000_000;

  private final EvictionOrder order = new EvictionOrder(HALF_LIFE);

  private void put(long file, double wanted, long atMillis) {
    order.put(new IndexId(file, 1), 1, new IndexUse(0, 0, wanted, atMillis), 1);
  }

  private List<Long> first(int count, long nowMillis) {
    List<Long> files = new ArrayList<>();
    Iterator<Evictable> all = order.mayGo(Double.MAX_VALUE, nowMillis);
    while (files.size() < count && all.hasNext()) {
      files.add(all.next().id().fileId());
    }
    return files;
  }

  @Test
  void walk_looksOnlyAtThoseItGives() {
    for (int file = 1; file <= INDEXES; file++) {
      put(file, 1 + file, NOW - file % 7);
    }
    long before = order.visited();
    assertThat(first(10, NOW)).hasSize(10);
    assertThat(order.visited() - before).isLessThan(20);
    before = order.visited();
    assertThat(order.bytesThatMayGo(1.2 * (1 + INDEXES), NOW)).isEqualTo(INDEXES);
    assertThat(order.bytesThatMayGo(0.5, NOW)).isZero();
    assertThat(order.visited() - before).isLessThan(20);
  }

  @Test
  void walk_overIndexesThatNobodyUsed_looksAtNoMore() {
    for (int file = INDEXES; file > 0; file--) {
      order.put(new IndexId(file, 1), 1, IndexUse.NEVER, 1);
    }
    long before = order.visited();
    assertThat(first(3, NOW)).containsExactly(1L, 2L, 3L);
    assertThat(order.bytesThatMayGo(1, NOW)).isEqualTo(INDEXES);
    assertThat(order.visited() - before).isLessThan(10);
  }

  @Test
  void indexes_asTimePasses_keepTheirOrder() {
    put(1, 4, NOW);
    put(2, 1, NOW + HALF_LIFE);
    put(3, 3, NOW);
    for (long halfLives = 1; halfLives < 900; halfLives += 100) {
      assertThat(first(3, NOW + halfLives * HALF_LIFE)).containsExactly(2L, 3L, 1L);
    }
  }

  @Test
  void useInTheFuture_countsInFullUntilThen() {
    put(1, 4, NOW + 4 * HALF_LIFE);
    put(2, 5, NOW);
    assertThat(first(2, NOW)).containsExactly(1L, 2L);
    // Half of 5 is less than 4.
    assertThat(first(2, NOW + HALF_LIFE)).containsExactly(2L, 1L);
    assertThat(first(2, NOW + 5 * HALF_LIFE)).containsExactly(2L, 1L);
    // The clock is set back.
    assertThat(first(2, NOW)).containsExactly(1L, 2L);
  }

  @Test
  void index_removedOrChanged_leavesItsOldPlace() {
    put(1, 1, NOW);
    put(2, 2, NOW);
    assertThat(first(2, NOW)).containsExactly(1L, 2L);
    put(1, 3, NOW);
    assertThat(first(2, NOW)).containsExactly(2L, 1L);
    order.remove(new IndexId(2, 1));
    order.remove(new IndexId(9, 1));
    assertThat(first(2, NOW)).containsExactly(1L);
    assertThat(order.bytesThatMayGo(9, NOW)).isEqualTo(1);
  }
}
