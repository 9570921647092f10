// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.protocol.CallerMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How many bytes of a directory's files each datanode holds, replicas counted, checksums not.
 *
 * @param byDatanode of those that hold any
 * @param nodes number of datanodes
 */
record StoredBytes(Map<String, Long> byDatanode, int nodes) {
  private static final Duration REPORTS = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 100;

  StoredBytes {
    byDatanode = Map.copyOf(byDatanode);
  }

  /**
   * Asks the namenode, and waits until it knows of all replicas: datanodes report a replica after
   * the client has closed its file.
   *
   * @param replication replicas of every block
   * @throws IOException if replicas are still missing after a minute
   */
  static StoredBytes of(FileSystem hdfs, Path directory, int nodes, int replication)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + REPORTS.toNanos();
    List<BlockLocation> blocks = blocks(hdfs, directory);
    while (!haveReplicas(blocks, replication)) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "Blocks below "
                + directory
                + " lack replicas "
                + REPORTS.toSeconds()
                + " s after the upload; --keep keeps the logs of the datanodes");
      }
      Thread.sleep(POLL_MILLIS);
      blocks = blocks(hdfs, directory);
    }
    Map<String, Long> bytes = new TreeMap<>();
    for (BlockLocation block : blocks) {
      for (String datanode : block.getNames()) {
        bytes.merge(datanode, block.getLength(), Long::sum);
      }
    }
    return new StoredBytes(bytes, nodes);
  }

  private static List<BlockLocation> blocks(FileSystem hdfs, Path directory) throws IOException {
    List<BlockLocation> blocks = new ArrayList<>();
    for (FileStatus file : hdfs.listStatus(directory)) {
      blocks.addAll(
          List.of(CallerMark.marked(() -> hdfs.getFileBlockLocations(file, 0, file.getLen()))));
    }
    return blocks;
  }

  private static boolean haveReplicas(List<BlockLocation> blocks, int replication)
      throws IOException {
    for (BlockLocation block : blocks) {
      if (block.getNames().length < replication) {
        return false;
      }
    }
    return true;
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
