// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The whole HAIL replicas of one block pool on this datanode. Thread-safe. */
final class ReplicaInventory {

  /**
   * A replica and when its file was last changed, in milliseconds as the file system has it.
   *
   * @param replica what is told of it
   */
  record Entry(ReplicaInfo replica, long modified) {}

  private final Map<Long, Entry> replicas = new ConcurrentHashMap<>();
  private final Set<Long> unreadable = ConcurrentHashMap.newKeySet();
  private final BooleanSupplier complete;

  /**
   * An empty inventory.
   *
   * @param complete whether the disks have been read through
   */
  ReplicaInventory(BooleanSupplier complete) {
    this.complete = complete;
  }

  void put(Entry entry) {
    unreadable.remove(entry.replica().blockId());
    replicas.put(entry.replica().blockId(), entry);
  }

  /** The replica of a block, or null. */
  ReplicaInfo get(long blockId) {
    Entry entry = replicas.get(blockId);
    return entry == null ? null : entry.replica();
  }

  /** Forgets a replica; says whether it was there. */
  boolean remove(long blockId) {
    unreadable.remove(blockId);
    return replicas.remove(blockId) != null;
  }

  /** Notes that nobody knows yet what a stored replica is. */
  void noteUnreadable(long blockId) {
    unreadable.add(blockId);
  }

  /** Whether a stored replica could not be read. */
  boolean isUnreadable(long blockId) {
    return unreadable.contains(blockId);
  }

  /** The entry of a block, or null. */
  Entry entry(long blockId) {
    return replicas.get(blockId);
  }

  List<ReplicaInfo> snapshot() {
    List<ReplicaInfo> all = new ArrayList<>(replicas.size());
    replicas.values().forEach(entry -> all.add(entry.replica()));
    return all;
  }

  /**
   * Whether the disks have been read through, so that what is not here is not there. Disks that
   * hang do not count: what is on them is told when they are read.
   */
  boolean isComplete() {
    return complete.getAsBoolean();
  }
}
