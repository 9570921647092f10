// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Preamble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Finds the HAIL blocks in the bytes of a file, wherever HDFS cut them. The preamble of each block
 * tells its length, so the next preamble stands behind it. All replicas agree about lengths and
 * content hashes.
 */
public final class FrontWalk {
  private final HdfsPath file;
  private final SpannedBytes bytes;

  /**
   * Makes a walk; nothing is read yet.
   *
   * @param blocks consecutive HDFS blocks of the file, in order
   */
  public FrontWalk(HdfsPath file, List<LocatedBlock> blocks) {
    this.file = file;
    this.bytes = new SpannedBytes(file, blocks);
  }

  /**
   * One HAIL block as its preamble describes it.
   *
   * @param offset byte of the file at which it starts
   * @param preamble its preamble in some replica
   */
  public record Extent(long offset, Preamble preamble) {
    /** Byte of the file behind the block. */
    public long end() {
      return offset + preamble.blockLength();
    }
  }

  /**
   * Walks from the start of the file up to the first byte at which no whole HAIL block begins.
   *
   * @param end bytes of the file
   */
  public List<Extent> walkFromStart(long end) throws IOException {
    List<Extent> extents = new ArrayList<>();
    long at = 0;
    while (end - at >= Preamble.LENGTH) {
      byte[] start = read(at);
      if (!Preamble.isHail(start, 0, start.length)) {
        break;
      }
      Extent extent;
      try {
        extent = extent(start, at, end);
      } catch (CorruptBlockException otherFormat) {
        // A file may merely begin like a HAIL block.
        break;
      }
      extents.add(extent);
      at = extent.end();
    }
    return extents;
  }

  /**
   * Walks from block to block.
   *
   * @param begin byte at which the first block begins
   * @param end byte behind the last block
   * @throws CorruptBlockException if something else stands where a block should begin, or the last
   *     block is not whole
   */
  public List<Extent> walk(long begin, long end) throws IOException {
    List<Extent> extents = new ArrayList<>();
    long at = begin;
    while (at < end) {
      Extent extent = at(at, end);
      extents.add(extent);
      at = extent.end();
    }
    return extents;
  }

  private Extent at(long position, long end) throws IOException {
    if (end - position < Preamble.LENGTH) {
      throw new CorruptBlockException(
          file + ": its last " + (end - position) + " bytes are no HAIL block");
    }
    return extent(read(position), position, end);
  }

  private Extent extent(byte[] start, long position, long end) throws IOException {
    Extent extent;
    try {
      extent = new Extent(position, Preamble.read(start, start.length));
    } catch (CorruptBlockException damage) {
      throw new CorruptBlockException(
          file + ": at byte " + position + " no HAIL block begins: " + damage.getMessage());
    }
    if (extent.end() > end) {
      throw new CorruptBlockException(
          file
              + ": the HAIL block at byte "
              + position
              + " has "
              + extent.preamble().blockLength()
              + " bytes, and "
              + (end - position)
              + " are there");
    }
    return extent;
  }

  private byte[] read(long position) throws IOException {
    byte[] start = new byte[Preamble.LENGTH];
    bytes.readFully(position, start, null);
    return start;
  }
}
