// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class IndexUseTest {
  private static final long HALF_LIFE = 1_000;
  private static final long NOW = 1_800_000_000_000L;

  @Test
  void benefit_ofIndex_isHowOftenFileBytesWereNotRead() {
    assertThat(IndexUse.none(0).benefit(100)).isZero();
    assertThat(IndexUse.none(0).plus(100, 90, 0).benefit(100)).isCloseTo(0.9, within(1e-9));
    assertThat(IndexUse.none(0).plus(200, 100, 0).benefit(100)).isCloseTo(1, within(1e-9));
    assertThat(IndexUse.none(0).plus(200, 100, 0).benefit(0)).isZero();
  }

  @Test
  void wantedReads_inBenefit_saveLikeServedOnes() {
    assertThat(IndexUse.none(0).plus(0, 0, 300).benefit(100)).isCloseTo(3, within(1e-9));
    // Of what the index served a quarter was saved.
    assertThat(IndexUse.none(0).plus(40, 10, 60).benefit(100)).isCloseTo(0.25, within(1e-9));
    assertThat(IndexUse.none(0).plus(40, 0, 60).benefit(100)).isZero();
  }

  @Test
  void use_afterEachHalfLife_countsHalf() {
    IndexUse use = IndexUse.none(5_000).plus(100, 80, 40);
    assertThat(use.aged(5_000, HALF_LIFE)).isEqualTo(use);
    assertThat(use.aged(6_000, HALF_LIFE)).isEqualTo(new IndexUse(50, 40, 20, 6_000));
    assertThat(use.aged(8_000, HALF_LIFE)).isEqualTo(new IndexUse(12.5, 10, 5, 8_000));
    IndexUse twice = use.aged(5_500, HALF_LIFE).aged(6_000, HALF_LIFE);
    assertThat(twice.benefit(100)).isCloseTo(use.aged(6_000, HALF_LIFE).benefit(100), within(1e-9));
  }

  @Test
  void impossibleReads_parsed_areNoUse() {
    assertThat(IndexUse.parse("served=9E307 saved=9E307 wanted=0 at=1", NOW)).isNull();
    assertThat(IndexUse.parse("served=0 saved=0 wanted=2E18 at=1", NOW)).isNull();
    assertThat(IndexUse.parse("served=1E18 saved=0 wanted=1E18 at=1", NOW)).isNotNull();
  }

  @Test
  void clock_setBack_agesNothing() {
    IndexUse use = IndexUse.none(5_000).plus(100, 80, 40);
    assertThat(use.aged(1_000, HALF_LIFE)).isEqualTo(new IndexUse(100, 80, 40, 1_000));
    assertThat(use.aged(1_000, HALF_LIFE).aged(2_000, HALF_LIFE).served()).isEqualTo(50);
  }

  @Test
  void indexUse_writtenAndReadBack_isUnchanged() {
    IndexUse use = new IndexUse(123_456_789_012_345.5, 0.125, 7, 1_700_000_000_000L);
    assertThat(IndexUse.parse(use.format(), NOW)).isEqualTo(use);
    for (String nonsense :
        new String[] {
          "", "served=1", "served=1 saved=2 wanted=0 at=0", "served=1..2 saved=0 wanted=0 at=0"
        }) {
      assertThat(IndexUse.parse(nonsense, NOW)).as(nonsense).isNull();
    }
  }

  @Test
  void senselessUses_parsed_areRefused() {
    assertThatThrownBy(() -> new IndexUse(-1, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IndexUse(1, 2, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IndexUse(Double.NaN, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Whoever may write a file may write this, and it must age like that of others. */
  @Test
  void useInTheFuture_parsed_isOfNow() {
    IndexUse use = new IndexUse(8, 4, 2, NOW);
    assertThat(IndexUse.parse(use.format(), NOW)).isEqualTo(use);
    assertThat(IndexUse.parse(use.format(), NOW - 9)).isEqualTo(new IndexUse(8, 4, 2, NOW - 9));
  }
}
