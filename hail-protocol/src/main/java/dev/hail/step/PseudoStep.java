// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.step;

/**
 * The steps in which a block that was read whole gets a pseudo replica, in order. These are the
 * steps of tasks and namenode; a datanode's steps are among the steps of its replicas.
 */
public enum PseudoStep {
  /** The task that read the block sorts and indexes it in memory. */
  SORT,
  /** The task asks the namenode for a grant. */
  GRANT,
  /** The namenode looks for room in the budget and for a datanode. */
  ADMIT,
  /** The task sends the pseudo replica to the datanode, which checks and stores it. */
  SEND
}
