// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

final class YarnMapSlotsTest {

  @Test
  void slotsOfHost_computed_areLimitedByMemoryOrCores() {
    MapSlots slots =
        YarnMapSlots.of(
            List.of(node("cores", 64_000, 4), node("memory", 5_000, 64), node("tiny", 100, 1)),
            Resource.newInstance(1024, 1));

    assertThat(slots.on("cores")).isEqualTo(4);
    assertThat(slots.on("memory")).isEqualTo(4);
    assertThat(slots.on("tiny")).isEqualTo(1);
  }

  @Test
  void slots_ofNodeManagersOnOneHost_addUp() {
    MapSlots slots =
        YarnMapSlots.of(
            List.of(node("a", 4096, 4), node("a", 2048, 8)), Resource.newInstance(1024, 1));

    assertThat(slots.on("a")).isEqualTo(6);
  }

  @Test
  void host_unknownToYarn_countsLikeSmallest() {
    MapSlots slots =
        YarnMapSlots.of(
            List.of(node("a", 8192, 8), node("b", 3072, 8)), Resource.newInstance(1024, 1));

    assertThat(slots.on("elsewhere")).isEqualTo(3);
    assertThat(YarnMapSlots.of(List.of(), Resource.newInstance(1024, 1)).on("any")).isEqualTo(2);
  }

  @Test
  void container_requested_isRoundedUpLikeScheduler() {
    Configuration conf = new Configuration();
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 1500);
    conf.setInt(MRJobConfig.MAP_CPU_VCORES, 2);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 1024);

    assertThat(YarnMapSlots.mapTask(conf)).isEqualTo(Resource.newInstance(2048, 2));
  }

  @Test
  void slots_configuredOrWithoutYarn_areFixedOrTwo() {
    Configuration conf = new Configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    assertThat(YarnMapSlots.of(conf).on("any")).isEqualTo(2);

    conf.setInt(HailConfigKeys.SPLITTING_MAP_SLOTS, 7);
    assertThat(YarnMapSlots.of(conf).on("any")).isEqualTo(7);
  }

  private static NodeReport node(String host, int memory, int cores) {
    return NodeReport.newInstance(
        NodeId.newInstance(host, 1),
        NodeState.RUNNING,
        host + ":8042",
        "/rack",
        null,
        Resource.newInstance(memory, cores),
        0,
        "",
        0);
  }
}
