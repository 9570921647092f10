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
   * @throws IllegalArgumentException if the schema has no such attribute
   */
  public static byte[] sort(byte[] block, int length, int attribute) throws IOException {
    return Pending.body();
  }
}
