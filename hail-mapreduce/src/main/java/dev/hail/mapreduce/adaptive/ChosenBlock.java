// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.format.block.sort.BlockNeed;
import java.util.Objects;

/**
 * A block that a map task indexes, without its bytes.
 *
 * @param file the file it is a block of
 * @param order which block, and the order it is to get
 * @param need the memory that indexing it takes
 */
public record ChosenBlock(HdfsPath file, BlockOrder order, BlockNeed need) {
  public ChosenBlock {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(order, "order is null");
    Objects.requireNonNull(need, "need is null");
  }

  @Override
  public String toString() {
    return "block " + order.blockId() + " of " + file + " by attribute " + order.sortAttribute();
  }
}
