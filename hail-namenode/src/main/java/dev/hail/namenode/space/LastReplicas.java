// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The replicas with which indexes make room, those of the last blocks first. An index may make room
 * block by block, for many admissions. So it is remembered where each index has got to, and no
 * admission looks at the blocks again whose replicas went before. Not thread-safe.
 */
final class LastReplicas {
  /** Most indexes that are remembered; others are looked at from their last block on. */
  private static final int MOST_INDEXES = 1_000;

  private final Holdings holdings;

  /**
   * Ids of the blocks whose replicas went last, by index; the index that went first comes first.
   */
  private final Map<IndexId, Long> reached = new LinkedHashMap<>();

  LastReplicas(Holdings holdings) {
    this.holdings = holdings;
  }

  /** The replicas that make up a share; fewer bytes only if the index has no more. */
  List<Held> of(Eviction.Share share) {
    Long highest = reached.get(share.id());
    List<Held> found = highest == null ? List.of() : last(share, highest);
    // Some that came later may be of higher blocks.
    return bytes(found) < share.bytes() ? last(share, Long.MAX_VALUE) : found;
  }

  private List<Held> last(Eviction.Share share, long highestBlock) {
    return holdings.last(share.id(), highestBlock, share.bytes());
  }

  /** Whether replicas make up a share. */
  static boolean isEnough(List<Held> held, Eviction.Share share) {
    return bytes(held) >= share.bytes();
  }

  private static long bytes(List<Held> held) {
    return held.stream().mapToLong(Held::bytes).sum();
  }

  /** Notes that replicas go, in the order in which they were given. */
  void go(List<Held> held) {
    for (Held gone : held) {
      reached.remove(gone.id());
      reached.put(gone.id(), gone.blockId());
    }
    while (reached.size() > MOST_INDEXES) {
      reached.remove(reached.keySet().iterator().next());
    }
  }

  /** Notes that an index got a replica, which may be of its last block. */
  void come(IndexId id) {
    reached.remove(id);
  }

  /** Forgets where indexes have got to. */
  void forget() {
    reached.clear();
  }
}
