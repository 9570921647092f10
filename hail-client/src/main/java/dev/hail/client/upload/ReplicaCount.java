// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.protocol.CallerMark;
import java.io.IOException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Counts the replicas that the blocks of an upload have. HDFS stores fewer than wanted where it
 * finds too few datanodes, and says nothing. Datanodes report a replica shortly after they stored
 * it, so the count waits up to a second.
 */
final class ReplicaCount {
  private static final Patience PATIENCE = new Patience(1_000, 50);

  private ReplicaCount() {}

  /**
   * Returns the fewest replicas of a block, at most the number wanted.
   *
   * @param wanted replicas per block; returned as it is if the file has no block
   */
  static int fewest(DistributedFileSystem fileSystem, Path file, int wanted) throws IOException {
    return PATIENCE.look(() -> look(fileSystem, file, wanted), fewest -> fewest == wanted);
  }

  private static int look(DistributedFileSystem fileSystem, Path file, int wanted)
      throws IOException {
    int fewest = wanted;
    BlockLocation[] blocks =
        CallerMark.marked(() -> fileSystem.getFileBlockLocations(file, 0, Long.MAX_VALUE));
    for (BlockLocation block : blocks) {
      fewest = Math.min(fewest, block.getHosts().length);
    }
    return fewest;
  }
}
