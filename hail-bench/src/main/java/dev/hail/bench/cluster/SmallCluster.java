// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Shapes the embedded cluster for a small machine: three nodes with one map slot each. */
public final class SmallCluster {
  /** Each node runs one map task; one node may also run the application master. */
  public static final int MAP_SLOTS_PER_NODE = 1;

  /** Number of datanodes, of node managers, and of replicas of a file. */
  public static final int NODES = 3;

  /** Number of map tasks that run at the same time. */
  public static final int MAP_SLOTS = NODES * MAP_SLOTS_PER_NODE;

  private static final int MAP_TASK_MB = 1024;
  private static final int MASTER_MB = 512;

  private SmallCluster() {}

  /** Starts three datanodes and three node managers with their data below the directory. */
  public static HailMiniCluster start(Configuration given, Path directory, long blockBytes)
      throws IOException {
    return HailMiniCluster.builder()
        .dataNodes(NODES)
        .yarn(true)
        .nodeManagers(NODES)
        .baseDirectory(directory.resolve("cluster").toFile())
        .configuration(settings(given, blockBytes))
        .build();
  }

  /** Waits until HAIL on each datanode has reported to HAIL on the namenode. */
  public static void awaitHail(HailMiniCluster cluster) throws IOException, InterruptedException {
    try {
      cluster.awaitHail();
    } catch (TimeoutException silent) {
      throw new IOException(silent.getMessage() + "; --keep keeps their log, daemons.log", silent);
    }
  }

  private static Configuration settings(Configuration given, long blockBytes) {
    Configuration conf = new Configuration(given);
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, blockBytes);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, NODES);
    conf.setInt(YarnConfiguration.NM_PMEM_MB, MASTER_MB + MAP_TASK_MB);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, MASTER_MB + MAP_TASK_MB);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, MAP_TASK_MB);
    conf.setIfUnset(MRJobConfig.MAP_JAVA_OPTS, "-Xmx512m -XX:+UseSerialGC");
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, MASTER_MB);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, "-Xmx320m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setInt(HailConfigKeys.SPLITTING_MAP_SLOTS, MAP_SLOTS_PER_NODE);
    // By default nodes report once a second, which would dominate the time of such short jobs.
    conf.setLong(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 200);
    conf.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, 200);
    // All nodes are this host under a name that differs from the datanodes', so waiting for
    // locality is useless.
    conf.setInt("yarn.scheduler.capacity.node-locality-delay", -1);
    return conf;
  }
}
