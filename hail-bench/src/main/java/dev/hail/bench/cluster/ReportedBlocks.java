// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.protocol.CallerMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Blocks whose replicas are all known to the namenode. A client may close a file when one datanode
 * has reported it. If the file is deleted before the others have, theirs stay on disk until their
 * next full block report, which comes every six hours.
 */
public final class ReportedBlocks {
  private static final Duration REPORTS = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 100;

  private ReportedBlocks() {}

  /**
   * Waits until the namenode knows all replicas of a file, or of the files in a directory.
   *
   * @return their blocks
   * @throws IOException if replicas are still missing after a minute
   */
  public static List<BlockLocation> await(FileSystem hdfs, Path path)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + REPORTS.toNanos();
    while (true) {
      List<BlockLocation> blocks = new ArrayList<>();
      boolean all = true;
      for (FileStatus file : hdfs.listStatus(path)) {
        for (BlockLocation block : blocks(hdfs, file)) {
          all &= block.getNames().length >= file.getReplication();
          blocks.add(block);
        }
      }
      if (all) {
        return blocks;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "Blocks of "
                + path
                + " lack replicas "
                + REPORTS.toSeconds()
                + " s after the upload; --keep keeps the logs of the datanodes");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static BlockLocation[] blocks(FileSystem hdfs, FileStatus file) throws IOException {
    return CallerMark.marked(() -> hdfs.getFileBlockLocations(file, 0, file.getLen()));
  }
}
