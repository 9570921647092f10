// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.bench.measure.CpuTime;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** HDFS to be measured, with or without HAIL. */
public interface BenchCluster extends AutoCloseable {
  /** What a client needs to reach the cluster; not to be changed. */
  Configuration configuration();

  /** Closed with the cluster. */
  DistributedFileSystem fileSystem();

  /** Processor time used so far by the daemons and by this process. */
  CpuTime cpuTime() throws IOException;

  /** Bytes of all replicas on the disks of all datanodes, checksum files not counted. */
  long storedBytes() throws IOException;

  @Override
  void close() throws IOException;
}
