// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeakRuleTest {
  private static final long MIB = 1 << 20;

  private static double[] samples(int count, IntToDoubleFunction sample) {
    return IntStream.range(0, count).mapToDouble(sample).toArray();
  }

  @Test
  void heap_growingWithEverySample_isLeak() {
    double[] heap = samples(40, i -> (60 + 2L * i) * MIB);

    assertThat(LeakRule.leak("datanode-1", Resource.HEAP, heap))
        .hasValue(
            "datanode-1 leaks: heap_bytes grew from 89 MiB (median of the second quarter) to 129"
                + " MiB (of the last quarter)");
  }

  @ParameterizedTest
  @EnumSource
  void resource_growingBeyondToleranceAndSlack_isLeak(Resource resource) {
    double level = 10.0 * resource.slack();
    double allowed = level * 1.1 + resource.slack();

    assertThat(LeakRule.leak("x", resource, samples(16, i -> i < 8 ? level : allowed))).isEmpty();
    assertThat(LeakRule.leak("x", resource, samples(16, i -> i < 8 ? level : allowed + 1)))
        .isPresent();
  }

  @Test
  void descriptors_ofTwoMoreFilesPerSample_areLeak() {
    assertThat(LeakRule.leak("namenode", Resource.DESCRIPTORS, samples(80, i -> 200 + 2 * i)))
        .hasValue(
            "namenode leaks: descriptors grew from 259 (median of the second quarter) to 339 (of"
                + " the last quarter)");
  }

  @Test
  void heap_growingWhileWarmingUp_isNoLeak() {
    assertThat(LeakRule.leak("x", Resource.HEAP, samples(40, i -> Math.min(i, 10) * 20L * MIB)))
        .isEmpty();
  }

  @Test
  void heap_upAndDownWithoutTrend_isNoLeak() {
    Random random = new Random(1);
    double[] heap = samples(40, i -> (100 + random.nextInt(40)) * MIB);
    heap[38] = 900 * MIB; // one sample is no trend

    assertThat(LeakRule.leak("x", Resource.HEAP, heap)).isEmpty();
  }

  @Test
  void samples_tooFewForQuarters_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeakRule.leak("x", Resource.HEAP, new double[7]))
        .withMessageContaining("At least 8 samples");
  }
}
