// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.FilePart;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Blocks of a split that follow each other in it and lie close together in one file, so that one
 * question to the namenode locates them all.
 *
 * @param file the part of the file from the first of them to the last one
 * @param end place behind the last of them in the split, from 0
 */
record SplitPart(FilePart file, int end) {
  /**
   * Blocks of others between two of a part. On a large cluster a split has few of the blocks of a
   * file. A location takes some 300 bytes of the namenode's answer, a question as long as dozens.
   */
  static final int MOST_BETWEEN = 16;

  /**
   * The part that begins with a block.
   *
   * @param blocks those of the split
   * @param begin place of the block in the split, from 0
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
            last.offset() + last.length() - first.offset()),
        end);
  }

  private static boolean isNear(SplitBlock block, SplitBlock first, SplitBlock last) {
    return block.path().equals(first.path())
        && block.index() - last.index() <= MOST_BETWEEN + 1
        && first.index() - block.index() <= MOST_BETWEEN + 1;
  }
}
