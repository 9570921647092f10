// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.bench.measure.CpuTime;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A cluster where each daemon has its own process; this process is the client. */
final class ProcessesCluster implements BenchCluster {
  private final ProcessCluster cluster;
  private final Configuration configuration;
  private final DistributedFileSystem fileSystem;

  private ProcessesCluster(ProcessCluster cluster) throws IOException {
    this.cluster = cluster;
    this.configuration = cluster.configuration();
    this.fileSystem = cluster.newFileSystem();
  }

  /** Starts the daemons and waits until they are healthy. */
  static ProcessesCluster start(ProcessCluster.Builder builder)
      throws IOException, InterruptedException {
    try {
      return new ProcessesCluster(builder.start());
    } catch (TimeoutException unhealthy) {
      throw new IOException(unhealthy.getMessage() + "; --keep keeps their logs", unhealthy);
    }
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public DistributedFileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  public CpuTime cpuTime() throws IOException {
    double client = ProcessCpu.seconds(ProcessHandle.current().pid());
    return new CpuTime(client, client + cluster.cpuTime().toNanos() / 1e9);
  }

  @Override
  public long storedBytes() throws IOException {
    return ReplicaFiles.bytes(cluster.directory());
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
