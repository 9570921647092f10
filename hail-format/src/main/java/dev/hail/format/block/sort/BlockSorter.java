// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.ContentHash;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.layout.SparseIndex;
import java.io.IOException;
import java.util.Arrays;

/** Makes a sorted, indexed replica of a block (thesis 3.3.3). */
public final class BlockSorter {
  /** Tables of counters and of symbols, batches, small objects. */
  private static final long WORK_BYTES = 1 << 20;

  /** A front of few bytes becomes objects of many. */
  private static final long WORK_BYTES_PER_DESCRIPTOR_BYTE = 32;

  /** A key of the index: its place, what it shares, and itself while it is made. */
  private static final long WORK_BYTES_PER_KEY = 160;

  /** An index is gathered in a growing array and then copied. */
  private static final long WORK_BYTES_PER_INDEX_BYTE = 5;

  private BlockSorter() {}

  /**
   * Sorts a replica by an attribute, NULLs first, and rows of equal keys by the other columns in
   * the order of the schema, strings last. The result is the same, byte for byte, whatever the
   * order of the rows given.
   *
   * @param block bytes that begin with the block; not changed
   * @param length length of the block
   * @param attribute position of the attribute, from 1
   * @return a new array of the same length
   * @throws CorruptBlockException if the block is damaged, or its rows do not have the content hash
   *     that its front names
   * @throws NewerFormatException if it is of a newer major version
   * @throws IllegalArgumentException if the schema has no such attribute
   */
  public static byte[] sort(byte[] block, int length, int attribute) throws IOException {
    byte[] sorted = new byte[length];
    sort(block, length, attribute, sorted);
    return sorted;
  }

  /**
   * Sorts a replica into an array of the caller's, which may be used again and again.
   *
   * <p>The rows are hashed as they stand in the new replica, after the last byte of them was
   * written. One comparison thus covers all that lies between the sender's memory and the new
   * replica: transport, the received bytes' time in memory, the order of rows, which loses or
   * doubles none, and their copying. Nothing needs to be checked before.
   *
   * @param block bytes that begin with the block; not changed
   * @param length length of the block
   * @param attribute position of the attribute, from 1
   * @param sorted at least as long as the block; its first bytes hold the sorted replica
   *     afterwards, or are void if an exception is thrown
   * @throws CorruptBlockException if the block is damaged, or its rows do not have the content hash
   *     that its front names
   * @throws NewerFormatException if it is of a newer major version
   * @throws IllegalArgumentException if the schema has no such attribute, or the new array is too
   *     short
   */
  public static void sort(byte[] block, int length, int attribute, byte[] sorted)
      throws IOException {
    if (sorted.length < length) {
      throw new IllegalArgumentException(
          "an array of " + sorted.length + " bytes cannot take a block of " + length);
    }
    BlockFront front = BlockFront.ofWhole(block, length);
    front.checkEnd(block);
    front.schema().attribute(attribute);
    int[] order = RowOrder.of(block, front, attribute);
    copyStatics(block, sorted, front);
    RowGather gather = new RowGather(block, sorted, order);
    for (int i = 0; i < front.schema().size(); i++) {
      gather.column(front.column(i + 1));
    }
    long hash = ContentHash.of(sorted, front.preamble(), front.descriptor());
    if (hash != front.contentHash()) {
      throw new CorruptBlockException(
          String.format(
              "the rows of the block have the content hash %016x, its front says %016x: torn, or"
                  + " mixed from two replicas",
              hash, front.contentHash()));
    }
    byte[] index = index(sorted, front, attribute);
    System.arraycopy(index, 0, sorted, front.indexOffset(), index.length);
    Preamble.putOrder(sorted, attribute, index.length);
    Preamble.seal(sorted, front.frontLength());
  }

  /**
   * Most bytes of heap that sorting takes besides the block and the sorted replica, whatever the
   * attribute.
   */
  static long workBytes(Preamble preamble) {
    long capacity = preamble.indexCapacity();
    long keys = Math.min(preamble.rowCount(), capacity / IndexEncoder.LEAST_KEY);
    return WORK_BYTES
        + RowOrder.workBytes(preamble.rowCount())
        + WORK_BYTES_PER_DESCRIPTOR_BYTE * preamble.descriptorLength()
        + WORK_BYTES_PER_KEY * keys
        + WORK_BYTES_PER_INDEX_BYTE * capacity;
  }

  /** Copies all that does not depend on the order of rows; padding and index become zero. */
  private static void copyStatics(byte[] from, byte[] to, BlockFront front) {
    int descriptorEnd = front.descriptorEnd();
    System.arraycopy(from, 0, to, 0, descriptorEnd);
    Arrays.fill(to, descriptorEnd, front.frontLength(), (byte) 0);
    int at = front.frontLength();
    int[] extents = front.descriptor().rowExtents(front.rowCount());
    for (int i = 0; i < extents.length; i += 2) {
      System.arraycopy(from, at, to, at, extents[i] - at);
      at = extents[i + 1];
    }
    System.arraycopy(from, at, to, at, (int) front.blockLength() - at);
  }

  /**
   * The index of a block that is sorted by an attribute.
   *
   * @throws CorruptBlockException if no index fits its region
   */
  static byte[] index(byte[] sorted, BlockFront front, int attribute) throws CorruptBlockException {
    int nulls = front.column(attribute).nullCount();
    int count = SparseIndex.keyCount(front.rowCount(), front.partitionRows(), nulls);
    if (count <= front.indexCapacity() / IndexEncoder.LEAST_KEY) {
      IndexKeys keys = IndexKeys.of(sorted, front, attribute, count);
      byte[] index = IndexEncoder.encode(keys, nulls, front.indexCapacity());
      if (index.length <= front.indexCapacity()) {
        return index;
      }
    }
    throw new CorruptBlockException(
        "the index has room for "
            + front.indexCapacity()
            + " bytes, "
            + count
            + " partitions of attribute "
            + front.schema().attribute(attribute).name()
            + " need more");
  }
}
