// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Space of replicas that are not there yet. The sums are kept as promises come and go: a job asks
 * once for each of its blocks, and must not look at all promises each time. Not thread-safe.
 */
final class PromisedSpace {
  private final Map<Replica, Promise> promises = new HashMap<>();

  /** Bytes by the id of a file's inode; none is 0. */
  private final Map<Long, Long> ofFile = new HashMap<>();

  /** Replicas by the time at which the promise of each lapses; no set is empty. */
  private final NavigableMap<Long, Set<Replica>> lapsing = new TreeMap<>();

  private long bytes;

  /**
   * One promise.
   *
   * @param untilMillis when it lapses, by who is to build the replica; not empty
   */
  private record Promise(long bytes, Map<String, Long> untilMillis) {
    Promise {
      untilMillis = Map.copyOf(untilMillis);
    }

    long lapsesMillis() {
      return untilMillis.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }
  }

  /** Promises that many bytes to a replica, to whomever they were promised before as well. */
  void keep(Replica replica, long promised, String builder, long untilMillis) {
    Promise before = settle(replica);
    Map<String, Long> until =
        before == null ? new HashMap<>() : new HashMap<>(before.untilMillis());
    until.put(builder, untilMillis);
    add(replica, new Promise(promised, until));
  }

  /** Somebody will not build a replica; the promise stays if somebody else is to. */
  void withdraw(Replica replica, String builder) {
    Promise before = settle(replica);
    if (before == null) {
      return;
    }
    Map<String, Long> others = new HashMap<>(before.untilMillis());
    others.remove(builder);
    if (!others.isEmpty()) {
      add(replica, new Promise(before.bytes(), others));
    }
  }

  private void add(Replica replica, Promise promise) {
    promises.put(replica, promise);
    lapsing.computeIfAbsent(promise.lapsesMillis(), time -> new HashSet<>()).add(replica);
    count(replica, promise.bytes());
  }

  /** Ends a promise, which is null if there is none. */
  Promise settle(Replica replica) {
    Promise ended = promises.remove(replica);
    if (ended != null) {
      lapsing.computeIfPresent(
          ended.lapsesMillis(),
          (time, replicas) -> {
            replicas.remove(replica);
            return replicas.isEmpty() ? null : replicas;
          });
      count(replica, -ended.bytes());
    }
    return ended;
  }

  private void count(Replica replica, long more) {
    bytes += more;
    long sum = ofFile.merge(replica.id().fileId(), more, Long::sum);
    if (sum == 0) {
      ofFile.remove(replica.id().fileId());
    }
  }

  /** Ends the promises that have lapsed. */
  void lapse(long nowMillis) {
    while (!lapsing.isEmpty() && lapsing.firstKey() < nowMillis) {
      Set.copyOf(lapsing.firstEntry().getValue()).forEach(this::settle);
    }
  }

  /** Ends the promises to files that are gone. */
  void retain(LongPredicate isThere) {
    for (Replica replica : Set.copyOf(promises.keySet())) {
      if (!isThere.test(replica.id().fileId())) {
        settle(replica);
      }
    }
  }

  /** Bytes promised to replicas of a file but for one. */
  long ofFile(long fileId, Replica but) {
    long own = but.id().fileId() == fileId ? to(but) : 0;
    return ofFile.getOrDefault(fileId, 0L) - own;
  }

  /** Bytes promised to all replicas but for one. */
  long ofAll(Replica but) {
    return bytes - to(but);
  }

  private long to(Replica replica) {
    Promise promise = promises.get(replica);
    return promise == null ? 0 : promise.bytes();
  }

  void clear() {
    promises.clear();
    ofFile.clear();
    lapsing.clear();
    bytes = 0;
  }
}
