// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.ContentHash;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Checks a whole replica: front, content hash, sort order, index, Arrow's end. */
public final class BlockVerifier {
  private final byte[] block;
  private final BlockFront front;

  private BlockVerifier(byte[] block, BlockFront front) {
    this.block = block;
    this.front = front;
  }

  /**
   * Checks a replica that is in memory.
   *
   * @param block bytes that begin with the replica; not changed
   * @param length length of the replica
   * @throws CorruptBlockException if the replica is damaged; the message says what is wrong and
   *     where
   * @throws NewerFormatException if the block has a newer major version
   */
  public static void verify(byte[] block, int length) throws IOException {
    BlockFront front = BlockFront.ofWhole(block, length);
    new BlockVerifier(block, front).verify();
  }

  /**
   * Reads a whole replica into memory and checks it.
   *
   * @throws CorruptBlockException if the replica is damaged; the message says what is wrong and
   *     where
   * @throws NewerFormatException if the block has a newer major version
   */
  public static void verify(BlockSource source) throws IOException {
    byte[] begin = BlockFront.readBytes(source, 1 << 16);
    BlockFront front = BlockFront.parseWithoutIndex(begin, begin.length);
    byte[] block = Arrays.copyOf(begin, (int) front.blockLength());
    source.readFully(begin.length, block, begin.length, block.length - begin.length);
    new BlockVerifier(block, front).verify();
  }

  private void verify() throws IOException {
    front.checkEnd(block);
    long hash = ContentHash.of(block, front.preamble(), front.descriptor());
    if (hash != front.contentHash()) {
      throw new CorruptBlockException(
          String.format(
              Locale.ROOT,
              "the rows of the block have the content hash %016x, its front says %016x: torn, or"
                  + " mixed from two replicas",
              hash,
              front.contentHash()));
    }
    if (front.sortAttribute() != 0) {
      verifyOrder();
    }
    verifyIndex();
  }

  /** Accepts rows of equal keys in any order, because earlier releases kept their upload order. */
  private void verifyOrder() throws CorruptBlockException {
    int attribute = front.sortAttribute();
    KeyOrder order = new KeyOrder(block, front.column(attribute));
    for (int row = 1; row < front.rowCount(); row++) {
      if (order.compare(row - 1, row) > 0) {
        throw new CorruptBlockException(
            "the block says it is sorted by attribute "
                + front.schema().attribute(attribute).name()
                + ", but row "
                + row
                + " is out of order");
      }
    }
  }

  private void verifyIndex() throws CorruptBlockException {
    byte[] expected = new byte[front.frontLength() - front.indexOffset()];
    if (front.sortAttribute() != 0) {
      byte[] index = BlockSorter.index(block, front, front.sortAttribute());
      System.arraycopy(index, 0, expected, 0, index.length);
    }
    int mismatch =
        Arrays.mismatch(
            block, front.indexOffset(), front.frontLength(), expected, 0, expected.length);
    if (mismatch >= 0) {
      throw new CorruptBlockException(
          "the sparse index differs from the rows at byte " + mismatch + " of its region");
    }
  }
}
