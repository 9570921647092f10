package dev.hail.format.block;

import java.io.IOException;

/** Makes a sorted, indexed replica of a block (thesis 3.3.3). */
public final class BlockSorter {
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
    BlockFront front = BlockFront.parse(block, length);
    if (front.blockLength() != length) {
      throw new CorruptBlockException(
          "the block is torn: "
              + length
              + " bytes are there, "
              + front.blockLength()
              + " is its length by its front");
    }
    front.schema().attribute(attribute);
    ColumnLayout key = front.column(attribute);
    int[] order = SortOrder.of(block, key, front.rowCount());
    byte[] sorted = new byte[length];
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
    return sorted;
  }

  /**
   * Most bytes of heap that {@link #sort} takes besides the block and the new array.
   *
   * @param attribute position of the attribute, from 1
   */
  public static long workBytes(BlockFront front, int attribute) {
    front.schema().attribute(attribute);
    int perRow =
        switch (front.column(attribute).encoding()) {
          case BIT, INT8, INT16, DICTIONARY8, DICTIONARY16 -> 8;
          case INT32, INT64, FLOAT32, FLOAT64, DICTIONARY32 -> 24;
          case DECIMAL128, UTF8 -> 32;
        };
    return (1 << 20) + (long) perRow * front.rowCount();
  }

  /** Copies all that does not depend on the order of rows; the index region stays zero. */
  private static void copyStatics(byte[] from, byte[] to, BlockFront front) {
    System.arraycopy(from, 0, to, 0, front.indexOffset());
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
