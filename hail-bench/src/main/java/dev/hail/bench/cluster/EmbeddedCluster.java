// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import com.sun.management.OperatingSystemMXBean;
import dev.hail.bench.measure.CpuTime;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A cluster whose daemons all run in this process. */
public final class EmbeddedCluster implements BenchCluster {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final HailMiniCluster cluster;

  private EmbeddedCluster(HailMiniCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts plain HDFS without any part of HAIL. */
  static EmbeddedCluster plain(Configuration configuration, int dataNodes, Path directory)
      throws IOException {
    return new EmbeddedCluster(builder(configuration, dataNodes, directory).withoutHail().build());
  }

  /** Starts HDFS with HAIL and waits until HAIL is ready. */
  static EmbeddedCluster hail(Configuration configuration, int dataNodes, Path directory)
      throws IOException, InterruptedException {
    EmbeddedCluster started =
        new EmbeddedCluster(builder(configuration, dataNodes, directory).build());
    SmallCluster.awaitHail(started.cluster);
    return started;
  }

  private static HailMiniCluster.Builder builder(
      Configuration configuration, int dataNodes, Path directory) {
    return HailMiniCluster.builder()
        .dataNodes(dataNodes)
        .baseDirectory(directory.toFile())
        .configuration(configuration);
  }

  @Override
  public Configuration configuration() {
    return cluster.configuration();
  }

  @Override
  public DistributedFileSystem fileSystem() {
    return cluster.fileSystem();
  }

  @Override
  public CpuTime cpuTime() {
    return new CpuTime(Double.NaN, PROCESS.getProcessCpuTime() / 1e9);
  }

  @Override
  public long storedBytes() throws IOException {
    return ReplicaFiles.bytes(cluster.baseDirectory().toPath());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
