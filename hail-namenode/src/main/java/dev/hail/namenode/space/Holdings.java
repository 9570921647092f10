// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.List;

/** The replicas there are, for whoever has them make room. */
@FunctionalInterface
public interface Holdings {
  /**
   * The last replicas of an index: those of the block with the highest id first.
   *
   * @param highestBlock id of a block; replicas of blocks with a higher id are left out
   * @param bytes how many the replicas are to make up; no more replicas are given than it takes
   * @return replicas that make up fewer bytes only if there are no others
   */
  List<Held> last(IndexId id, long highestBlock, long bytes);
}
