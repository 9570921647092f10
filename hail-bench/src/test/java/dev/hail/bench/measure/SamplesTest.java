// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
  private final Samples samples = new Samples();

  @Test
  void ratio_ofEqualRounds_isOfMediansBoundedByRounds() {
    add("hdfs", 4, 5, 6);
    add("hail", 2, 9, 4);

    Measurement ratio = only("hail/hdfs");

    assertThat(ratio.ratio()).isTrue();
    assertThat(ratio.median()).isCloseTo(4.0 / 5, within(1e-12));
    assertThat(ratio.min()).isCloseTo(2.0 / 4, within(1e-12));
    assertThat(ratio.max()).isCloseTo(9.0 / 5, within(1e-12));
    assertThat(ratio.runs()).isEqualTo(3);
  }

  @Test
  void ratio_ofUnequalRunCounts_isBoundedByExtremes() {
    add("hail", 2, 4, 8);
    add("orc", 16);

    Measurement ratio = only("orc/hail");

    assertThat(ratio.median()).isEqualTo(4);
    assertThat(ratio.min()).isEqualTo(2);
    assertThat(ratio.max()).isEqualTo(8);
    assertThat(ratio.runs()).isEqualTo(1);
  }

  @Test
  void median_ofEvenRunCount_isMeanOfMiddleTwo() {
    add("hail", 1, 8, 2, 4);

    assertThat(samples.summary("upload", "case", List.of()).get(0).median()).isEqualTo(3);
  }

  @Test
  void unknownFigure_inSummary_isLeftOut() {
    samples.add("case", "hail", "client_cpu_s", Double.NaN);
    add("hail", 1);

    assertThat(samples.summary("upload", "case", List.of("hail/hdfs")))
        .extracting(Measurement::metric, Measurement::subject)
        .containsExactly(org.assertj.core.api.Assertions.tuple("elapsed_s", "hail"));
  }

  private void add(String system, double... seconds) {
    for (double each : seconds) {
      samples.add("case", system, "elapsed_s", each);
    }
  }

  private Measurement only(String ratio) {
    return samples.summary("upload", "case", List.of(ratio)).stream()
        .filter(each -> each.subject().equals(ratio))
        .findFirst()
        .orElseThrow();
  }
}
