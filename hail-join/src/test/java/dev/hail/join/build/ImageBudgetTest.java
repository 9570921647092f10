// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The budget that build sides share. */
final class ImageBudgetTest {
  @Test
  void budget_isOfItsKey_andOneGigabyteByDefault() {
    Configuration conf = new Configuration(false);
    assertThat(ImageBudget.of(conf).left()).isEqualTo(1L << 30);

    conf.set(HailConfigKeys.JOIN_MEMORY_MAX, "3m");
    assertThat(ImageBudget.of(conf).most()).isEqualTo(3 << 20);

    conf.set(HailConfigKeys.JOIN_MEMORY_MAX, "0");
    assertThatThrownBy(() -> ImageBudget.of(conf)).hasMessageContaining("a size such as 64m");
  }

  @Test
  void budget_thatIsUsedUp_isNotTakenForNoLimit() {
    ImageBudget budget = new ImageBudget(100);
    budget.take(60);
    assertThat(budget.left()).isEqualTo(40);
    assertThat(budget.ofNextSide()).isEqualTo(40);

    budget.take(40);

    assertThat(budget.left()).isZero();
    assertThat(budget.ofNextSide()).isEqualTo(1);
  }
}
