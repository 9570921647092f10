// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;

/**
 * The heap that sorting one block takes, computed from the block's preamble alone. Callers reserve
 * it before they read the block.
 *
 * @param length bytes of the block, at least 1
 * @param workBytes bytes for row numbers, keys and index, besides the block and its sorted copy
 */
public record BlockNeed(int length, long workBytes) {
  private static final int GRAIN = 1 << 20;

  /** Bytes that the JVM puts before an array's elements. */
  private static final int HEADER = 16;

  /**
   * The need of a block.
   *
   * @param bytes array that begins with the block's preamble
   * @throws CorruptBlockException if no block can have this preamble
   * @throws NewerFormatException if this release cannot sort the block's format
   */
  public static BlockNeed of(byte[] bytes) throws CorruptBlockException, NewerFormatException {
    return of(Preamble.read(bytes, bytes.length));
  }

  /** The need of a block whose front was read. */
  public static BlockNeed of(BlockFront front) {
    return of(front.preamble());
  }

  private static BlockNeed of(Preamble preamble) {
    return new BlockNeed((int) preamble.blockLength(), BlockSorter.workBytes(preamble));
  }

  /**
   * Heap of one array for the block: whole mebibytes, as the garbage collector allocates large
   * arrays. Long blocks round up more, so that blocks of similar length can share arrays.
   */
  public long arrayBytes() {
    long grain = Math.max(GRAIN, Integer.highestOneBit(length) >> 3);
    return (length + HEADER + grain - 1) / grain * grain;
  }

  /** Length of an array for the block, at least the block's length. */
  public int arrayLength() {
    return (int) Math.min(arrayBytes() - HEADER, Integer.MAX_VALUE - 8);
  }

  /** Bytes of heap for the block and its sorted copy. */
  public long copies() {
    return 2 * arrayBytes();
  }

  /** Bytes of heap in all. */
  public long total() {
    return copies() + workBytes;
  }
}
