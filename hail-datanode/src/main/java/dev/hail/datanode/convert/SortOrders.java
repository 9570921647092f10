// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.io.IOException;

/** Who says by which attribute a replica is to be sorted. */
@FunctionalInterface
public interface SortOrders {

  /**
   * Asks for the order of one replica on this datanode; the answer is the same when asked again.
   *
   * @param indexAttributes positions from 1, as the block names them
   * @return position of an attribute, or 0 to leave the rows as they are
   * @throws IOException if nobody answered in time
   */
  int assign(String blockPoolId, long blockId, long generationStamp, int[] indexAttributes)
      throws IOException;
}
