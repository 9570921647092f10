// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.registry;

import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The whole HAIL replicas of one block pool on this datanode. Thread-safe. */
final class ReplicaInventory {
  private final Map<Long, ReplicaInfo> replicas = new ConcurrentHashMap<>();
  private volatile boolean complete;

  void put(ReplicaInfo replica) {
    replicas.put(replica.blockId(), replica);
  }

  /** The replica of a block, or null. */
  ReplicaInfo get(long blockId) {
    return replicas.get(blockId);
  }

  /** Forgets a replica; says whether it was there. */
  boolean remove(long blockId) {
    return replicas.remove(blockId) != null;
  }

  List<ReplicaInfo> snapshot() {
    return new ArrayList<>(replicas.values());
  }

  /** Whether the disks have been read through, so that what is not here is not there. */
  boolean isComplete() {
    return complete;
  }

  void setComplete(boolean isComplete) {
    complete = isComplete;
  }
}
