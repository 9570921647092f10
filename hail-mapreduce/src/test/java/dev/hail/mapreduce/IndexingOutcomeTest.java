// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.junit.jupiter.api.Test;

final class IndexingOutcomeTest {
  private static Configuration job(String strategy, Map<LeftOut, Long> leftOut) {
    Configuration conf = new Configuration(false);
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    IndexingOutcome.keep(conf, leftOut);
    return conf;
  }

  private static Counters counters(Map<HailCounter, Long> values) {
    Counters counters = new Counters();
    values.forEach((counter, value) -> counters.findCounter(counter).setValue(value));
    return counters;
  }

  @Test
  void job_thatIndexedOrWasNotTo_isNotExplained() {
    Configuration lazy = job("lazy", Map.of(LeftOut.RATE, 9L));
    Counters one = counters(Map.of(HailCounter.BLOCKS_INDEXED, 1L));
    assertThat(IndexingOutcome.whyNone(lazy, one)).isEmpty();
    assertThat(IndexingOutcome.whyNone(job("off", Map.of()), new Counters())).isEmpty();
    assertThat(IndexingOutcome.whyNone(new Configuration(false), new Counters())).isEmpty();
  }

  @Test
  void blocksLeftOutByPlanner_areCountedByReason() {
    Counters read =
        counters(Map.of(HailCounter.BLOCKS_RANGE_INDEX, 1_200L, HailCounter.BLOCKS_SCAN, 1L));
    assertThat(
            IndexingOutcome.whyNone(
                job("lazy", Map.of(LeftOut.RATE, 1L, LeftOut.HAS_INDEX, 1_200L)), read))
        .isEqualTo(
            "No block was indexed for later queries: 1,200 blocks with an index that fits the"
                + " filter; 1 block beyond hail.adaptive.offer.rate");
  }

  @Test
  void blocksThatFailed_areToldByCause() {
    Counters failed =
        counters(
            Map.of(
                HailCounter.BLOCKS_SCAN, 10L,
                HailCounter.BLOCKS_OFFERED, 10L,
                HailCounter.BLOCKS_NOT_INDEXED, 9L,
                HailCounter.BLOCKS_OVER_BUDGET, 4L,
                HailCounter.BLOCKS_NOT_PLACED, 3L));
    assertThat(IndexingOutcome.whyNone(job("lazy", Map.of()), failed))
        .contains(
            ": 4 blocks refused because a budget of the namenode was full",
            "; 3 blocks that no datanode took",
            "; 2 blocks that failed")
        .endsWith("; 1 block that somebody else indexed meanwhile");
  }

  @Test
  void blocksWithoutMemory_countOnceInEachStrategy() {
    Counters away =
        counters(
            Map.of(
                HailCounter.BLOCKS_SCAN, 5L,
                HailCounter.BLOCKS_TOO_LARGE, 2L,
                HailCounter.BLOCKS_TURNED_AWAY, 3L));
    assertThat(IndexingOutcome.whyNone(job("lazy", Map.of(LeftOut.RATE, 2L)), away))
        .contains("2 blocks too large", "; 1 block that found no room")
        .doesNotContain("ran again");
    assertThat(IndexingOutcome.whyNone(job("eager", Map.of()), away))
        .contains("2 blocks too large", "; 3 blocks that found no room")
        .doesNotContain("ran again");
  }
}
