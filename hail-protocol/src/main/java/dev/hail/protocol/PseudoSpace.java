// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * The space that the pseudo replicas of a file take, and what they are worth.
 *
 * @param fileUsed bytes of the file's pseudo replicas
 * @param fileBudget bytes they may take; {@link Long#MAX_VALUE} without limit
 * @param clusterUsed bytes of all pseudo replicas
 * @param clusterBudget bytes they may take; {@link Long#MAX_VALUE} without limit
 * @param indexes indexes that are there or were asked for, by attribute
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
   * @param replicas their number
   * @param bytes what they take
   * @param benefit how often a byte of them saved the reading of one lately, or would have
   * @param inUse whether they may not be removed now to make room for others
   */
  public record Index(int sortAttribute, int replicas, long bytes, double benefit, boolean inUse) {}
}
