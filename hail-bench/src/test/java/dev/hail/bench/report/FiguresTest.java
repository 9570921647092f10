// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void seconds_written_haveThreeDigitsAndUnit() {
    assertThat(Figures.seconds(0)).isEqualTo("0 s");
    assertThat(Figures.seconds(0.000012)).isEqualTo("12 µs");
    assertThat(Figures.seconds(0.0456)).isEqualTo("45.6 ms");
    assertThat(Figures.seconds(0.9999)).isEqualTo("1 s");
    assertThat(Figures.seconds(1.234)).isEqualTo("1.23 s");
    assertThat(Figures.seconds(1234)).isEqualTo("1,234 s");
    assertThat(Figures.seconds(Double.NaN)).isEqualTo("-");
  }

  @Test
  void bytes_written_haveBinaryUnits() {
    assertThat(Figures.bytes(1000)).isEqualTo("1000 B");
    assertThat(Figures.bytes(64L << 20)).isEqualTo("64 MiB");
    assertThat(Figures.bytes((64L << 20) - 1)).isEqualTo("64 MiB");
    assertThat(Figures.bytes(3L << 40)).isEqualTo("3 TiB");
  }

  @Test
  void ratios_written_areShort() {
    assertThat(Figures.percent(2.4951)).isEqualTo("2.50 %");
    assertThat(Figures.percent(100.04)).isEqualTo("100 %");
    assertThat(Figures.ratio(0.8449)).isEqualTo("0.84x");
    assertThat(Figures.ratio(46.04)).isEqualTo("46x");
    assertThat(Figures.ratio(Double.POSITIVE_INFINITY)).isEqualTo("-");
  }

  @Test
  void nouns_areCounted() {
    assertThat(Figures.counted(0, "block")).isEqualTo("0 blocks");
    assertThat(Figures.counted(1, "block")).isEqualTo("1 block");
    assertThat(Figures.counted(1234, "map task")).isEqualTo("1,234 map tasks");
  }
}
