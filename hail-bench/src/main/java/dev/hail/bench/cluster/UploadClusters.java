// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * Two independent clusters of the same size: plain HDFS without HAIL, and HDFS with HAIL.
 *
 * @param plain takes plain HDFS uploads and files of other formats
 * @param hail takes HAIL uploads
 */
public record UploadClusters(BenchCluster plain, BenchCluster hail) implements AutoCloseable {
  private static final int DELETE_AT_ONCE = 10_000;

  /**
   * Starts both clusters in this process, whose {@link SortingHeap} HAIL's datanodes share.
   *
   * @param dataNodes number of datanodes of each cluster
   * @param writeBytesPerSecond most bytes per second that a datanode accepts; 0 for no limit
   * @param directory directory for all files of both clusters
   */
  public static UploadClusters embedded(
      Configuration given, int dataNodes, long blockBytes, long writeBytesPerSecond, Path directory)
      throws IOException, InterruptedException {
    Configuration configuration = settings(given, blockBytes, writeBytesPerSecond);
    configuration.setLong(
        HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX,
        SortingHeap.ofThisProcess(dataNodes).perDatanode());
    BenchCluster plain =
        EmbeddedCluster.plain(configuration, dataNodes, directory.resolve("plain"));
    try {
      return new UploadClusters(
          plain, EmbeddedCluster.hail(configuration, dataNodes, directory.resolve("hail")));
    } catch (IOException | InterruptedException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /**
   * Starts both clusters with a process for each daemon.
   *
   * @param dataNodes number of datanodes of each cluster
   * @param writeBytesPerSecond most bytes per second that a datanode accepts; 0 for no limit
   * @param directory directory for all files of both clusters
   */
  public static UploadClusters processes(
      int dataNodes, long blockBytes, long writeBytesPerSecond, Path directory)
      throws IOException, InterruptedException {
    Configuration settings = settings(new Configuration(false), blockBytes, writeBytesPerSecond);
    BenchCluster plain =
        ProcessesCluster.start(
            daemons(dataNodes, settings, directory.resolve("plain")).withoutHail());
    try {
      return new UploadClusters(
          plain, ProcessesCluster.start(daemons(dataNodes, settings, directory.resolve("hail"))));
    } catch (IOException | InterruptedException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private static ProcessCluster.Builder daemons(
      int dataNodes, Configuration settings, Path directory) {
    ProcessCluster.Builder builder =
        ProcessCluster.builder().longRun().dataNodes(dataNodes).directory(directory);
    settings.forEach(setting -> builder.set(setting.getKey(), setting.getValue()));
    return builder;
  }

  private static Configuration settings(
      Configuration given, long blockBytes, long writeBytesPerSecond) {
    Configuration conf = new Configuration(given);
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, blockBytes);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_DATA_WRITE_BANDWIDTHPERSEC_KEY, writeBytesPerSecond);
    // Deleted blocks must leave the disks soon, because the next upload waits for that.
    conf.set(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, "1s");
    conf.set(DFSConfigKeys.DFS_NAMENODE_INVALIDATE_WORK_PCT_PER_ITERATION, "1.0");
    conf.setInt(DFSConfigKeys.DFS_BLOCK_INVALIDATE_LIMIT_KEY, DELETE_AT_ONCE);
    return conf;
  }

  @Override
  public void close() throws IOException {
    try {
      hail.close();
    } finally {
      plain.close();
    }
  }
}
