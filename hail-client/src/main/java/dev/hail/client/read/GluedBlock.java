// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockVerifier;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Where a HAIL block is that does not fill an HDFS block of its own: a plain copy has cut the file
 * at other places. Datanodes do not sort such HDFS blocks, so all their replicas have the same
 * bytes.
 *
 * <p>The copy may have mixed two row orders when it was made. So a glued block is read whole and
 * checked by its content hash before any row of it is handed out, also if it has an index.
 *
 * @param offset byte of the file at which the block starts
 * @param length bytes of the block
 * @param parts the HDFS blocks that hold it, in order
 */
public record GluedBlock(long offset, long length, List<LocatedBlock> parts) {
  public GluedBlock {
    parts = List.copyOf(parts);
  }

  /**
   * Reads the whole block and checks it.
   *
   * @param first datanode whose replicas are tried first
   * @throws IOException if it cannot be read or is damaged
   */
  BlockSource read(HdfsPath file, DatanodeInfo first) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(length)];
    new SpannedBytes(file, parts).readFully(offset, bytes, first);
    BlockSource whole = BlockSource.of(bytes);
    BlockVerifier.verify(whole);
    return whole;
  }

  /** Reads the front alone. */
  BlockFront front(HdfsPath file, DatanodeInfo first) throws IOException {
    return front(file, parts, offset, first);
  }

  /** Reads the front of the block that starts at a byte of the file. */
  static BlockFront front(HdfsPath file, List<LocatedBlock> parts, long at, DatanodeInfo first)
      throws IOException {
    SpannedBytes bytes = new SpannedBytes(file, parts);
    byte[] start = new byte[Preamble.LENGTH];
    bytes.readFully(at, start, first);
    byte[] front = new byte[Preamble.read(start, start.length).frontLength()];
    bytes.readFully(at, front, first);
    return BlockFront.parse(front, front.length);
  }
}
