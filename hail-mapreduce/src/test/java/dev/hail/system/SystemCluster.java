// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import dev.hail.minicluster.nodes.RunningNodes;
import dev.hail.minicluster.process.Firewall;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A pair of namenodes and four nodes with a datanode and a node manager each, all of them
 * processes.
 *
 * @param nodes does faults to nodes
 * @param disk the small disk of the last datanode, or null if this machine mounts none
 * @param missing the faults that this machine cannot do, and why
 */
record SystemCluster(
    ProcessCluster hdfs,
    ProcessYarn yarn,
    RunningNodes nodes,
    SmallDisk disk,
    Map<Fault, String> missing)
    implements AutoCloseable {
  static final int NODES = 4;

  private static final int SLOTS = 1;
  private static final int TASK_MEGABYTES = 512;
  private static final int DISK_MEGABYTES = 96;

  /** What YARN and MapReduce have to notice soon, and how often they try. */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("dfs.blocksize", "65536"),
          // A small disk never has the 1 GB that a volume otherwise needs beside a block.
          Map.entry(
              DFSConfigKeys
                  .DFS_DATANODE_ROUND_ROBIN_VOLUME_CHOOSING_POLICY_ADDITIONAL_AVAILABLE_SPACE_KEY,
              "0"),
          Map.entry("hail.namenode.reorder.per.minute", "600"),
          Map.entry("hail.datanode.repair.per-minute", "600"),
          Map.entry(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, "0"),
          Map.entry(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "10000"),
          // The master of a job dies with its node; on a busy machine its start takes a while.
          Map.entry(YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS, "120000"),
          Map.entry(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "200"),
          Map.entry(YarnConfiguration.RM_AM_MAX_ATTEMPTS, "5"),
          Map.entry(YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, "1000"),
          Map.entry(YarnConfiguration.CLIENT_NM_CONNECT_RETRY_INTERVAL_MS, "1000"),
          Map.entry(MRJobConfig.MR_AM_MAX_ATTEMPTS, "5"),
          Map.entry(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, "200"),
          Map.entry(Job.COMPLETION_POLL_INTERVAL_KEY, "200"));

  /**
   * Starts a cluster without load.
   *
   * @param directory an empty one, for logs, states and data
   */
  static SystemCluster start(Path directory) throws Exception {
    Map<Fault, String> missing = new EnumMap<>(Fault.class);
    try (Firewall firewall = Firewall.open()) {
      firewall.heal();
    } catch (IOException e) {
      missing.put(Fault.PARTITION_NODE, e.getMessage());
    }
    SmallDisk disk = null;
    try {
      disk =
          SmallDisk.mount(directory.resolve("datanode-" + (NODES - 1) + "/data"), DISK_MEGABYTES);
    } catch (IOException e) {
      missing.put(Fault.FILL_DISK, e.getMessage());
    }
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .haNameNodes()
            .dataNodes(NODES)
            .heap("256m")
            .addressesAsHostNames()
            .quickHeartbeats()
            .directory(directory);
    SETTINGS.forEach(builder::set);
    ProcessCluster hdfs = null;
    try {
      hdfs = builder.start();
      ProcessYarn yarn =
          ProcessYarn.start(hdfs, new ProcessYarn.Shape(SLOTS, TASK_MEGABYTES, NODES));
      return new SystemCluster(
          hdfs, yarn, RunningNodes.of(hdfs, yarn), disk, Collections.unmodifiableMap(missing));
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      close(hdfs, disk);
      throw e;
    }
  }

  /**
   * Returns the configuration of a client of HDFS and YARN, which does not try a dead node long.
   */
  Configuration client() {
    Configuration conf = yarn.configuration(hdfs.configuration());
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    return conf;
  }

  private static void close(ProcessCluster hdfs, SmallDisk disk) throws IOException {
    if (hdfs != null) {
      hdfs.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  @Override
  public void close() throws IOException {
    nodes.close();
    yarn.close();
    close(hdfs, disk);
  }
}
