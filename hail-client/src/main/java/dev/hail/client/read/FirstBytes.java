// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.format.block.layout.Preamble;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Recognizes a HAIL file that lacks HAIL's extended attributes, as after a plain copy. Costs one
 * call of the namenode and one small read of a datanode.
 */
public final class FirstBytes {
  private FirstBytes() {}

  /**
   * Whether the first bytes of a file are those of a HAIL block, as {@link HailFile#open} asks.
   *
   * @param status status of the file; of a directory nothing is read
   * @return false also for a file that is still being written, and for an encrypted or erasure
   *     coded file, whose blocks no reader of HAIL can read
   * @throws IOException if no replica of the first block can be read, or the user may not read it
   */
  public static boolean areHail(HdfsPath file, FileStatus status) throws IOException {
    if (status.isDirectory()
        || status.isEncrypted()
        || status.isErasureCoded()
        || status.getLen() == 0) {
      return false;
    }
    LocatedBlocks located = file.locatedBlocks(0, 1);
    if (located.isUnderConstruction() || located.locatedBlockCount() == 0) {
      return false;
    }
    LocatedBlock first = located.get(0);
    byte[] start = new byte[(int) Math.min(Preamble.LENGTH, first.getBlockSize())];
    new SpannedBytes(file, List.of(first)).readFully(0, start, null);
    return Preamble.isHail(start, 0, start.length);
  }
}
