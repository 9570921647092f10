// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Lists the HDFS blocks of a file, a page per call of the namenode. */
public final class HdfsBlocks {
  private HdfsBlocks() {}

  /**
   * Returns the blocks that start in a range, in order.
   *
   * @param page bytes of the file that one call asks about, more than 0
   * @param begin first byte of the range
   * @param end byte behind the range
   * @throws NotAHailFileException if the file is being written
   */
  public static List<LocatedBlock> list(HdfsPath file, long page, long begin, long end)
      throws IOException {
    List<LocatedBlock> blocks = listAround(file, page, begin, end);
    return blocks.isEmpty() || blocks.get(0).getStartOffset() >= begin
        ? blocks
        : blocks.subList(1, blocks.size());
  }

  /** Returns the blocks that have bytes in a range, in order. The parameters are the same. */
  static List<LocatedBlock> listAround(HdfsPath file, long page, long begin, long end)
      throws IOException {
    List<LocatedBlock> blocks = new ArrayList<>();
    long offset = begin;
    while (offset < end) {
      LocatedBlocks part = file.locatedBlocks(offset, Math.min(page, end - offset));
      if (part.isUnderConstruction()) {
        throw new NotAHailFileException(
            file.path(), "is still being written", "Wait for its writer to close it.");
      }
      for (LocatedBlock block : part.getLocatedBlocks()) {
        // A later page begins where the one before ended.
        if (blocks.isEmpty() || block.getStartOffset() >= offset) {
          blocks.add(block);
        }
      }
      if (part.locatedBlockCount() == 0) {
        break;
      }
      LocatedBlock last = part.get(part.locatedBlockCount() - 1);
      offset = last.getStartOffset() + last.getBlockSize();
    }
    return blocks;
  }
}
