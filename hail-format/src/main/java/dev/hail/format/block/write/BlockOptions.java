// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.Descriptor;
import java.util.Arrays;

/** How a block is built. Immutable. */
public final class BlockOptions {
  public static final int DEFAULT_PARTITION_ROWS = 1024;

  /** Most index attributes of a block: each needs a replica, and no block has that many. */
  public static final int MOST_INDEX_ATTRIBUTES = 64;

  private final int[] indexAttributes;
  private final int partitionRows;

  /**
   * Options.
   *
   * @param indexAttributes positions, from 1, of the attributes that replicas are to be sorted by,
   *     in order of preference; may be empty
   * @param partitionRows rows per entry of the sparse index, 1 to 1,048,576
   */
  public BlockOptions(int[] indexAttributes, int partitionRows) {
    if (partitionRows < 1 || partitionRows > Descriptor.MAX_PARTITION_ROWS) {
      throw new IllegalArgumentException(
          "rows per partition must be 1 to "
              + Descriptor.MAX_PARTITION_ROWS
              + ", not "
              + partitionRows);
    }
    this.indexAttributes = indexAttributes.clone();
    this.partitionRows = partitionRows;
  }

  /** Options with the given index attributes and the default partition size. */
  public static BlockOptions of(int... indexAttributes) {
    return new BlockOptions(indexAttributes, DEFAULT_PARTITION_ROWS);
  }

  /** These options with another partition size. */
  public BlockOptions withPartitionRows(int rows) {
    return new BlockOptions(indexAttributes, rows);
  }

  /** Positions of the attributes that replicas are to be sorted by. A copy. */
  public int[] indexAttributes() {
    return indexAttributes.clone();
  }

  /** Rows per entry of the sparse index. */
  public int partitionRows() {
    return partitionRows;
  }

  @Override
  public String toString() {
    return "BlockOptions[indexAttributes="
        + Arrays.toString(indexAttributes)
        + ", partitionRows="
        + partitionRows
        + "]";
  }
}
