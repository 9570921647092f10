// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.io.IOException;
import java.util.Arrays;

/** Makes a sorted, indexed replica of a block (thesis 3.3.3). */
public final class BlockSorter {
  private static final long WORK_BYTES = 1 << 20;

  /** Strings take most: begins, ends, order, ties, and twice a prefix with its row. */
  private static final long WORK_BYTES_PER_ROW = 40;

  private BlockSorter() {}

  /**
   * Sorts a replica, whatever its order, stably by an attribute, NULLs first.
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
    front.schema().attribute(attribute);
    ColumnLayout key = front.column(attribute);
    int[] order = SortOrder.of(block, key, front.rowCount());
    copyStatics(block, sorted, front);
    RowGather gather = new RowGather(block, sorted, order);
    for (int i = 0; i < front.schema().size(); i++) {
      gather.column(front.column(i + 1));
    }
    long hash = ContentHash.of(sorted, front.rowCount(), front.descriptor());
    if (hash != front.contentHash()) {
      throw new CorruptBlockException(
          String.format(
              "the rows of the block have the content hash %016x, its front says %016x: torn, or"
                  + " mixed from two replicas",
              hash, front.contentHash()));
    }
    byte[] index = index(sorted, front, attribute);
    System.arraycopy(index, 0, sorted, front.indexOffset(), index.length);
    LittleEndian.putInt(sorted, BlockFront.SORT_ATTRIBUTE_AT, attribute);
    LittleEndian.putInt(sorted, BlockFront.INDEX_LENGTH_AT, index.length);
    LittleEndian.putInt(
        sorted, BlockFront.CRC_AT, BlockFront.checksum(sorted, front.frontLength()));
  }

  /**
   * Most bytes of heap that sorting takes besides the block and the sorted replica, whatever the
   * attribute.
   *
   * @param preamble the first 72 bytes of a block, whose number of rows is believed
   */
  public static long workBytes(byte[] preamble) {
    long rows = Integer.toUnsignedLong(LittleEndian.getInt(preamble, BlockFront.ROW_COUNT_AT));
    return WORK_BYTES + WORK_BYTES_PER_ROW * rows;
  }

  /** Copies all that does not depend on the order of rows; the index region becomes zero. */
  private static void copyStatics(byte[] from, byte[] to, BlockFront front) {
    System.arraycopy(from, 0, to, 0, front.indexOffset());
    Arrays.fill(to, front.indexOffset(), front.frontLength(), (byte) 0);
    int at = front.frontLength();
    int[] extents = front.descriptor().rowExtents(front.rowCount());
    for (int i = 0; i < extents.length; i += 2) {
      System.arraycopy(from, at, to, at, extents[i] - at);
      at = extents[i + 1];
    }
    System.arraycopy(from, at, to, at, (int) front.blockLength() - at);
  }

  /** The index of a block that is sorted by an attribute. */
  static byte[] index(byte[] sorted, BlockFront front, int attribute) {
    ColumnLayout column = front.column(attribute);
    int nulls = column.nullCount();
    int partitionRows = front.partitionRows();
    byte[][] keys = new byte[SparseIndex.keyCount(front.rowCount(), partitionRows, nulls)][];
    int firstKeyed = nulls / partitionRows;
    for (int i = 0; i < keys.length; i++) {
      int row = Math.max(nulls, (firstKeyed + i) * partitionRows);
      keys[i] = column.key(sorted, row);
    }
    return IndexEncoder.encode(keys, nulls, front.indexCapacity());
  }
}
