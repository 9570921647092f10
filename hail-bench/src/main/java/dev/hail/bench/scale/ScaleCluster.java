// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.bench.cluster.ProcessCpu;
import dev.hail.bench.cluster.ShortJobs;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * HDFS on nodes with host names and disks of limited speed, later with YARN on the same nodes. All
 * daemons are processes.
 */
final class ScaleCluster implements AutoCloseable {
  private final ProcessCluster hdfs;
  private final DistributedFileSystem fileSystem;
  private ProcessYarn yarn;

  /**
   * What every cluster has.
   *
   * @param diskBytesPerSecond most bytes of blocks per second that a datanode accepts, and sends; 0
   *     for no limit
   */
  record Disks(long blockBytes, long diskBytesPerSecond) {
    private Map<String, String> settings() {
      Map<String, String> settings = new TreeMap<>();
      settings.put(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, "" + blockBytes);
      settings.put(
          DFSConfigKeys.DFS_DATANODE_DATA_WRITE_BANDWIDTHPERSEC_KEY, "" + diskBytesPerSecond);
      settings.put(
          DFSConfigKeys.DFS_DATANODE_DATA_READ_BANDWIDTHPERSEC_KEY, "" + diskBytesPerSecond);
      ShortJobs.addTo(settings);
      return settings;
    }
  }

  private ScaleCluster(ProcessCluster hdfs) throws IOException {
    this.hdfs = hdfs;
    this.fileSystem = hdfs.newFileSystem();
  }

  /**
   * Starts HDFS and waits until it is healthy.
   *
   * @param directory for all files
   */
  static ScaleCluster start(ScaleStep step, Disks disks, Path directory)
      throws IOException, InterruptedException {
    ProcessCluster.Builder builder =
        ProcessCluster.builder().dataNodes(step.nodes()).hostNames().directory(directory);
    disks.settings().forEach(builder::set);
    if (!step.hail()) {
      builder.withoutHail();
    }
    try {
      return new ScaleCluster(builder.start());
    } catch (TimeoutException unhealthy) {
      throw new IOException(unhealthy.getMessage() + "; --keep keeps their logs", unhealthy);
    }
  }

  /** Starts YARN with one map slot on each node. */
  void startYarn() throws IOException, InterruptedException {
    try {
      yarn =
          ProcessYarn.start(
              hdfs,
              new ProcessYarn.Shape(
                  ShortJobs.MAP_SLOTS_PER_NODE,
                  ShortJobs.MAP_TASK_MB,
                  ShortJobs.MISSED_OPPORTUNITIES));
    } catch (TimeoutException unhealthy) {
      throw new IOException(unhealthy.getMessage() + "; --keep keeps their logs", unhealthy);
    }
  }

  /** Waits until nothing of the jobs before runs. */
  void awaitIdle() throws IOException, InterruptedException {
    try {
      yarn.awaitNoContainers();
    } catch (TimeoutException busy) {
      throw new IOException(busy.getMessage() + "; --keep keeps their logs", busy);
    }
  }

  /** Returns a copy of what clients need, and jobs if YARN runs. */
  Configuration configuration() {
    return yarn == null ? hdfs.configuration() : yarn.configuration(hdfs.configuration());
  }

  /** Returns the file system, which is closed with the cluster. */
  DistributedFileSystem fileSystem() {
    return fileSystem;
  }

  /** Returns the seconds of processor time of the datanodes, the namenode and this process. */
  double cpuSeconds() throws IOException {
    return ProcessCpu.seconds(ProcessHandle.current().pid()) + hdfs.cpuTime().toNanos() / 1e9;
  }

  @Override
  public void close() throws IOException {
    try {
      if (yarn != null) {
        yarn.close();
      }
    } finally {
      hdfs.close();
    }
  }
}
