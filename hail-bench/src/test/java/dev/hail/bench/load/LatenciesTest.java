// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void percentile_ofManyValues_isOfNearestRank() {
    Latencies latencies = new Latencies();
    IntStream.rangeClosed(1, 2000).forEach(i -> latencies.add("put", (2001 - i) * 1_000_000_000L));
    latencies.add("delete", 5_000_000_000L);

    double[] sorted = latencies.sorted("put");

    assertThat(latencies.kinds()).containsExactly("delete", "put");
    assertThat(latencies.count()).isEqualTo(2001);
    assertThat(sorted).hasSize(2000).isSorted();
    assertThat(Latencies.percentile(sorted, 50)).isEqualTo(1000);
    assertThat(Latencies.percentile(sorted, 99)).isEqualTo(1980);
    assertThat(Latencies.percentile(latencies.sorted("delete"), 99)).isEqualTo(5);
  }
}
