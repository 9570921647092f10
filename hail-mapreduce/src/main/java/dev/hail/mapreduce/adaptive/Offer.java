// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.format.block.BlockNeed;
import java.util.Objects;

/**
 * A block that a map task has read whole and that is to be indexed.
 *
 * @param file the file it is a block of
 * @param order which block, and the order it is to get
 * @param need the memory that was reserved for it
 * @param bytes the whole block, in whatever order; not to be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
public record Offer(HdfsPath file, BlockOrder order, BlockNeed need, byte[] bytes) {
  public Offer {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(order, "order is null");
    Objects.requireNonNull(need, "need is null");
    Objects.requireNonNull(bytes, "bytes is null");
  }

  @Override
  public String toString() {
    return "block " + order.blockId() + " of " + file + " by attribute " + order.sortAttribute();
  }
}
