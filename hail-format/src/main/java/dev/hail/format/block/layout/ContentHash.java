// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.util.Arrays;

/**
 * The order-independent hash of a block. It sums the hashes of the rows and mixes the sum with a
 * hash of all bytes that do not depend on row order. It also checks the columns while their values
 * are in the cache.
 */
public final class ContentHash {
  private static final long ROW_SEED = 0x48A11B10C5EED001L;
  private static final long NULL_MARK = 0xD1B54A32D192ED03L;

  /** Rows hashed at once; their hashes stay in the first-level cache. */
  private static final int CHUNK = 2048;

  private final byte[] block;
  private final Preamble preamble;
  private final Descriptor descriptor;
  private final ColumnCheck check;
  private final long[] hashes = new long[CHUNK];

  private ContentHash(byte[] block, Preamble preamble, Descriptor descriptor) {
    this.block = block;
    this.preamble = preamble;
    this.descriptor = descriptor;
    this.check = new ColumnCheck(block, preamble.rowCount(), descriptor);
  }

  /**
   * Hashes a block.
   *
   * @param block array that begins with the block
   * @param preamble preamble of any replica of the block
   * @throws CorruptBlockException if a column contradicts itself or its layout
   */
  public static long of(byte[] block, Preamble preamble, Descriptor descriptor)
      throws CorruptBlockException {
    ContentHash hash = new ContentHash(block, preamble, descriptor);
    hash.check.dictionaries();
    return HashFunctions.finish(HashFunctions.step(hash.ofStatics(), hash.ofRows()));
  }

  private long ofStatics() {
    long hash = HashFunctions.ofBytes(Preamble.common(block), 0, Preamble.LENGTH);
    int descriptorEnd = Preamble.LENGTH + preamble.descriptorLength();
    hash = mix(hash, Preamble.LENGTH, descriptorEnd);
    int at = preamble.frontLength();
    int[] extents = descriptor.rowExtents(preamble.rowCount());
    for (int i = 0; i < extents.length; i += 2) {
      hash = mix(hash, at, extents[i]);
      at = extents[i + 1];
    }
    return mix(hash, at, (int) preamble.blockLength());
  }

  private long mix(long hash, int begin, int end) {
    return HashFunctions.step(hash, HashFunctions.ofBytes(block, begin, end));
  }

  private long ofRows() throws CorruptBlockException {
    int rowCount = preamble.rowCount();
    int[] nulls = new int[descriptor.columns().size()];
    long sum = 0;
    for (int row = 0; row < rowCount; row += CHUNK) {
      int count = Math.min(CHUNK, rowCount - row);
      Arrays.fill(hashes, ROW_SEED);
      for (int i = 0; i < nulls.length; i++) {
        ColumnLayout column = descriptor.columns().get(i);
        nulls[i] += markNulls(column, row, count);
        check.rows(i, row, count);
        column.codec().hash(block, column, row, count, hashes);
      }
      for (int i = 0; i < count; i++) {
        sum += HashFunctions.finish(hashes[i]);
      }
    }
    for (int i = 0; i < nulls.length; i++) {
      check.whole(i, nulls[i]);
    }
    return sum;
  }

  private int markNulls(ColumnLayout column, int row, int count) {
    if (column.validity() == 0) {
      return 0;
    }
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      int valid = BitCodec.bit(block, column.validity(), row + i);
      nulls += 1 - valid;
      hashes[i] ^= NULL_MARK & (valid - 1L);
    }
    return nulls;
  }
}
