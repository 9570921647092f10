// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The memory that flat joins in Java count. */
class FlatBudgetTest extends FlatFixture {
  private static final FlatJoins JOINS = new JavaFlatJoins();

  @Test
  void budget_thatPeakNeeds_suffices() {
    FlatTable table = ascending(0, 5_000);
    long peak = peak(0, table);
    assertThat(peak(peak, table)).isEqualTo(peak);
    assertThatThrownBy(() -> peak(peak - 1, table)).isInstanceOf(JoinBudgetException.class);
  }

  private static long peak(long budget, FlatTable table) {
    FlatSpecification specification = on(JoinKind.INNER).memoryBudget(budget).build();
    try (FlatJoin join = build(JOINS, specification, table)) {
      assertThat(join.summary().tableBytes()).isLessThanOrEqualTo(join.summary().peakBytes());
      return join.summary().peakBytes();
    }
  }

  @Test
  void bytes_ofTable_areThoseOfItsArrays() {
    // 1024 keys of 4 bytes, values of 8 bytes with a bit for NULL, and 2048 slots of 8 bytes.
    long arrays = 1024 * 4 + 1024 * 8 + 1024 / 8 + 2048 * 8;
    try (FlatJoin join = build(JOINS, on(JoinKind.INNER).build(), ascending(0, 1024))) {
      assertThat(join.summary().tableBytes()).isEqualTo(arrays + 4 * 16);
    }
  }

  @Test
  void refusal_namesWhatWasWantedAndHelps() {
    FlatSpecification specification = on(JoinKind.INNER).memoryBudget(100_000).build();
    FlatBatch batch = batch(ascending(0, 3_000));
    FlatBatch small = batch(ascending(0, 10));
    try (FlatBuild build = JOINS.build(specification)) {
      build.add(batch(ascending(1_000, 1_000)));
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(JoinBudgetException.class)
          .hasMessageContaining("Memory budget of 100000 bytes exceeded: ")
          .hasMessageContaining(" bytes wanted for ")
          .hasMessageContaining("1000 rows")
          .hasMessageContaining("raise the budget");
      build.add(small);
      try (FlatJoin join = build.finish()) {
        assertThat(join.summary().rows()).isEqualTo(1_010);
        assertThat(join.summary().peakBytes()).isLessThanOrEqualTo(100_000);
        assertThat(rows(JOINS, join, ascending(9, 992))).containsExactly("0: null", "991: 1000");
      }
    }
  }

  @Test
  void budget_belowEmptyTable_isRefusedAtOnce() {
    assertThatThrownBy(() -> JOINS.build(on(JoinKind.INNER).memoryBudget(100).build()))
        .isInstanceOf(JoinBudgetException.class)
        .hasMessageContaining("Memory budget of 100 bytes exceeded")
        .hasMessageContaining("the hash table");
  }
}
