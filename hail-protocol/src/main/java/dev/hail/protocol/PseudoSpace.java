// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * The space that a file's pseudo replicas take, and their benefit.
 *
 * @param fileUsed bytes of the file's pseudo replicas
 * @param fileBudget most bytes for the file's pseudo replicas; {@link Long#MAX_VALUE} without limit
 * @param clusterUsed bytes of all pseudo replicas
 * @param clusterBudget most bytes for all pseudo replicas; {@link Long#MAX_VALUE} without limit
 * @param indexes indexes that exist or were asked for, by attribute
 */
public record PseudoSpace(
    long fileUsed, long fileBudget, long clusterUsed, long clusterBudget, List<Index> indexes) {
  public PseudoSpace {
    indexes = List.copyOf(indexes);
  }

  /**
   * The pseudo replicas in one order.
   *
   * @param sortAttribute position of the attribute, from 1
   * @param replicas number of pseudo replicas
   * @param bytes bytes of the pseudo replicas
   * @param benefit recent bytes that the index saved, or would have saved, per byte that it takes
   * @param inUse whether the index must not be evicted at present
   */
  public record Index(int sortAttribute, int replicas, long bytes, double benefit, boolean inUse) {}
}
