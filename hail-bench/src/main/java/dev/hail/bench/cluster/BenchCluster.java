// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.bench.measure.CpuTime;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** An HDFS to measure, with or without HAIL. */
public interface BenchCluster extends AutoCloseable {
  /** Returns what a client needs to reach the cluster; callers must not change it. */
  Configuration configuration();

  /** Returns the file system, which the cluster closes. */
  DistributedFileSystem fileSystem();

  /** Returns the processor time used so far by the daemons and by this process. */
  CpuTime cpuTime() throws IOException;

  /** Returns the bytes of all replicas on the disks of all datanodes, without checksum files. */
  long storedBytes() throws IOException;

  @Override
  void close() throws IOException;
}
