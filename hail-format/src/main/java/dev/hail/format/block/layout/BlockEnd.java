// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The last bytes of a block, as of every Arrow file: the length of the footer, then the magic. */
public final class BlockEnd {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.ISO_8859_1);

  /** Bytes after the footer. */
  public static final int LENGTH = Integer.BYTES + 6;

  private BlockEnd() {}

  /**
   * Writes the end of a block.
   *
   * @param length bytes of the block
   */
  public static void write(byte[] block, int length, int footerLength) {
    LittleEndian.putInt(block, length - LENGTH, footerLength);
    System.arraycopy(MAGIC, 0, block, length - MAGIC.length, MAGIC.length);
  }

  /**
   * Checks the end of a whole block.
   *
   * @param block array that begins with the block
   * @param length bytes of the block
   */
  static void check(byte[] block, int length, int footerOffset) throws CorruptBlockException {
    int end = length - LENGTH;
    int stored = LittleEndian.getInt(block, end);
    int actual = end - footerOffset;
    if (stored != actual) {
      throw new CorruptBlockException(
          "the Arrow footer says " + stored + " bytes, there are " + actual);
    }
    if (!Arrays.equals(block, length - MAGIC.length, length, MAGIC, 0, MAGIC.length)) {
      throw new CorruptBlockException("the block does not end with Arrow's magic ARROW1");
    }
  }
}
