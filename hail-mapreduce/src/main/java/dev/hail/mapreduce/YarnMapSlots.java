// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Map slots from YARN: how many containers of the job's map task size fit into the memory and
 * virtual cores of a host's node managers.
 */
final class YarnMapSlots implements MapSlots {

  private static final Logger LOG = LoggerFactory.getLogger(YarnMapSlots.class);

  /** Slots of every host if YARN does not answer. */
  static final int FALLBACK = 2;

  private final Map<String, Integer> slotsByHost;

  /** Slots of a host that YARN does not know or knows by another name. */
  private final int elsewhere;

  private YarnMapSlots(Map<String, Integer> slotsByHost) {
    this.slotsByHost = slotsByHost;
    this.elsewhere = slotsByHost.values().stream().min(Integer::compare).orElse(FALLBACK);
  }

  /**
   * Returns the slots for a job: {@code hail.splitting.map-slots} on every host if it is above 0,
   * else YARN's if the job runs there, else {@link #FALLBACK}.
   */
  static MapSlots of(Configuration conf) {
    int configured =
        NumberKeys.count(
            conf, HailConfigKeys.SPLITTING_MAP_SLOTS, HailConfigKeys.SPLITTING_MAP_SLOTS_DEFAULT);
    if (configured > 0) {
      return host -> configured;
    }
    if (!MRConfig.YARN_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return host -> FALLBACK;
    }
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(new YarnConfiguration(conf));
      yarn.start();
      return of(yarn.getNodeReports(NodeState.RUNNING), mapTask(conf));
    } catch (IOException | YarnException e) {
      LOG.warn(
          "YARN does not report the resources of its nodes; planning with {} map"
              + " slots per node. Set {} to plan with another number",
          FALLBACK,
          HailConfigKeys.SPLITTING_MAP_SLOTS,
          e);
      return host -> FALLBACK;
    }
  }

  static YarnMapSlots of(Iterable<NodeReport> nodes, Resource mapTask) {
    Map<String, Integer> slots = new HashMap<>();
    for (NodeReport node : nodes) {
      Resource capability = node.getCapability();
      long byMemory = capability.getMemorySize() / Math.max(1, mapTask.getMemorySize());
      int byCores = capability.getVirtualCores() / Math.max(1, mapTask.getVirtualCores());
      slots.merge(node.getNodeId().getHost(), (int) Math.min(byMemory, byCores), Integer::sum);
    }
    return new YarnMapSlots(slots);
  }

  /** Returns the container size of a map task, with the memory rounded up as the schedulers do. */
  static Resource mapTask(Configuration conf) {
    long step =
        Math.max(
            1,
            NumberKeys.count(
                conf,
                NumberKeys.CONTAINER_STEP,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB));
    int memory = new JobConf(conf).getMemoryRequired(TaskType.MAP);
    int cores = NumberKeys.count(conf, NumberKeys.MAP_CORES, MRJobConfig.DEFAULT_MAP_CPU_VCORES);
    return Resource.newInstance((memory + step - 1) / step * step, cores);
  }

  @Override
  public int on(String host) {
    return Math.max(1, slotsByHost.getOrDefault(host, elsewhere));
  }
}
