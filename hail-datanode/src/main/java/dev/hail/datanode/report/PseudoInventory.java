// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.protocol.ReplicaInfo;
import java.util.List;

/** The pseudo replicas of this datanode, as namenodes are told of them and give commands. */
public interface PseudoInventory {

  /** Whether the datanode takes any. */
  boolean isOpen();

  /**
   * Whether the disks have been searched, so that what a snapshot does not name is not there. Disks
   * that hang do not count: what is on them is told when it is found.
   */
  boolean isComplete(String blockPoolId);

  /** The replicas of a block pool now, under the ids that they are served as. */
  List<ReplicaInfo> snapshot(String blockPoolId);

  /**
   * Drops a replica. The namenodes are told that it is gone, also if it is not there; not if it may
   * be found yet, or comes in at this moment.
   */
  void drop(String blockPoolId, long id);

  /** Has a replica read, and drops it if that fails or its checksums do not fit. */
  void suspect(String blockPoolId, long id);
}
