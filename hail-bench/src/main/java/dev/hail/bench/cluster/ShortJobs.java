// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.conf.HailConfigKeys;
import java.util.Map;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Settings of YARN and MapReduce with which short jobs on daemon processes are measured. */
public final class ShortJobs {
  /** Map tasks that a node runs at the same time, beside an application master. */
  public static final int MAP_SLOTS_PER_NODE = 1;

  /** Memory of a map task. */
  public static final int MAP_TASK_MB = 512;

  /** Hadoop's default: so often a task that could run is passed by, for the sake of its block. */
  public static final int MISSED_OPPORTUNITIES = 40;

  private ShortJobs() {}

  /** Adds the settings. */
  public static void addTo(Map<String, String> settings) {
    settings.put(MRJobConfig.MAP_SPECULATIVE, "false");
    settings.put(HailConfigKeys.SPLITTING_MAP_SLOTS, "" + MAP_SLOTS_PER_NODE);
    // By default nodes report once a second, which would dominate the time of such short jobs.
    settings.put(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "200");
    settings.put(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, "200");
  }
}
