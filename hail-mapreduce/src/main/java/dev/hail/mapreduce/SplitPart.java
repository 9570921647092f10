// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.FilePart;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Consecutive blocks of a split that lie close together in one file, so that one call to the
 * namenode locates them all.
 *
 * @param file the part of the file from its first to its last such block
 * @param end place in the split after the last such block, from 0
 */
record SplitPart(FilePart file, int end) {
  /**
   * Most foreign blocks between two blocks of a part. The namenode's answer contains their unused
   * locations, about 300 bytes each, but a separate call costs as much as dozens of them. On a
   * large cluster a split has few of a file's blocks, so gaps are common.
   */
  static final int MOST_BETWEEN = 16;

  /**
   * Returns the part that begins with a block.
   *
   * @param blocks all blocks of the split
   * @param begin place of that block in the split, from 0
   */
  static SplitPart of(List<SplitBlock> blocks, int begin) {
    SplitBlock first = blocks.get(begin);
    SplitBlock last = first;
    int end = begin + 1;
    while (end < blocks.size() && isNear(blocks.get(end), first, last)) {
      SplitBlock block = blocks.get(end++);
      first = block.index() < first.index() ? block : first;
      last = block.index() > last.index() ? block : last;
    }
    SplitFile file = first.file();
    return new SplitPart(
        new FilePart(
            new Path(file.path()),
            file.schema(),
            file.indexAttributes(),
            first.index(),
            last.index() - first.index() + 1,
            first.offset(),
            last.offset() + last.length() - first.offset(),
            first.glued()),
        end);
  }

  private static boolean isNear(SplitBlock block, SplitBlock first, SplitBlock last) {
    return block.path().equals(first.path())
        && block.index() - last.index() <= MOST_BETWEEN + 1
        && first.index() - block.index() <= MOST_BETWEEN + 1;
  }
}
