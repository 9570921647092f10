// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.bench.cluster.ReportedBlocks;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How many bytes of a directory's files each datanode holds, replicas counted, checksums not.
 *
 * @param byDatanode of those that hold any
 * @param nodes number of datanodes
 */
record StoredBytes(Map<String, Long> byDatanode, int nodes) {
  StoredBytes {
    byDatanode = Map.copyOf(byDatanode);
  }

  /**
   * Asks the namenode, and waits until it knows of all replicas: datanodes report a replica after
   * the client has closed its file.
   *
   * @throws IOException if replicas are still missing after a minute
   */
  static StoredBytes of(FileSystem hdfs, Path directory, int nodes)
      throws IOException, InterruptedException {
    Map<String, Long> bytes = new TreeMap<>();
    for (BlockLocation block : ReportedBlocks.await(hdfs, directory)) {
      for (String datanode : block.getNames()) {
        bytes.merge(datanode, block.getLength(), Long::sum);
      }
    }
    return new StoredBytes(bytes, nodes);
  }

  long total() {
    return byDatanode.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the bytes of the datanode with most, which finishes last if disks bound the work. */
  long most() {
    return byDatanode.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Returns the most by the mean; 1 if the datanodes hold equally much. */
  double mostByMean() {
    return (double) most() * nodes / total();
  }
}
