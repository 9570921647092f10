// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.step;

/**
 * The steps by which a block that was read whole gets a pseudo replica, in their order, as far as
 * tasks and namenode take them; those of the datanode are among the steps of its replicas.
 */
public enum PseudoStep {
  /** The task that read it sorts and indexes it, in memory. */
  SORT,
  /** The task asks the namenode for a place. */
  GRANT,
  /** The namenode looks for room and a datanode. */
  ADMIT,
  /** The task sends it to the datanode, which checks and stores it. */
  SEND
}
