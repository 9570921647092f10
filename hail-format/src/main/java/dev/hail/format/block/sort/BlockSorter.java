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
import java.util.Locale;

/** Makes a sorted, indexed replica of a block (thesis 3.3.3). */
public final class BlockSorter {
  /** Bytes for tables of counters and symbols, batches and small objects. */
  private static final long WORK_BYTES = 1 << 20;

  /** Bytes of objects per byte of a descriptor. */
  private static final long WORK_BYTES_PER_DESCRIPTOR_BYTE = 32;

  /** Bytes per key of the index: its place, its shared prefix and the key while it is made. */
  private static final long WORK_BYTES_PER_KEY = 160;

  /** Bytes per byte of the index, which grows in one array and is then copied. */
  private static final long WORK_BYTES_PER_INDEX_BYTE = 5;

  private BlockSorter() {}

  /**
   * Sorts a replica by an attribute, NULLs first. The other columns order rows of equal keys, in
   * schema order with strings last. The result depends only on the rows, byte for byte, and not on
   * their order in {@code block}.
   *
   * @param block array that begins with the block; not changed
   * @param length bytes of the block
   * @param attribute position of the attribute, from 1
   * @return a new array of the same length
   * @throws CorruptBlockException if the block is damaged, or its rows do not have the content hash
   *     in its front
   * @throws NewerFormatException if the block has a newer major version
   * @throws IllegalArgumentException if the schema has no such attribute
   */
  public static byte[] sort(byte[] block, int length, int attribute) throws IOException {
    byte[] sorted = new byte[length];
    sort(block, length, attribute, sorted);
    return sorted;
  }

  /**
   * Sorts a replica into an array of the caller, which may be reused.
   *
   * <p>The sorter hashes the rows in the new replica, after their last byte was written. One
   * comparison with the content hash thus covers transport, the time in memory, the row order and
   * the copy. No earlier check is needed.
   *
   * @param block array that begins with the block; not changed
   * @param length bytes of the block
   * @param attribute position of the attribute, from 1
   * @param sorted receives the sorted replica in its first bytes; at least as long as the block.
   *     Undefined after an exception
   * @throws CorruptBlockException if the block is damaged, or its rows do not have the content hash
   *     in its front
   * @throws NewerFormatException if the block has a newer major version
   * @throws IllegalArgumentException if the schema has no such attribute, or {@code sorted} is too
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
              Locale.ROOT,
              "the rows of the block have the content hash %016x, its front says %016x: torn, or"
                  + " mixed from two replicas",
              hash,
              front.contentHash()));
    }
    byte[] index = index(sorted, front, attribute);
    System.arraycopy(index, 0, sorted, front.indexOffset(), index.length);
    Preamble.putOrder(sorted, attribute, index.length);
    Preamble.seal(sorted, front.frontLength());
  }

  /**
   * Most heap bytes that sorting takes for any attribute, besides the block and its sorted copy.
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

  /** Copies everything that does not depend on the order of rows. Padding and index become zero. */
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
