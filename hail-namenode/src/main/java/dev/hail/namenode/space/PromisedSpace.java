// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Space of replicas that are not there yet. Several builders may be promised the same replica; its
 * bytes count once. A job asks once for each of its blocks. So sums are kept as promises come and
 * go, and no call looks at the promises of other replicas. Not thread-safe.
 *
 * <p>Promises are in a hash table by replica. They are chained by hand, as there may be millions.
 */
final class PromisedSpace {
  private static final int FIRST_SLOTS = 16;
  private static final int MOST_SLOTS = 1 << 30;

  /** Space for one replica, promised to one builder. */
  private static final class Promise {
    private final Claim claim;
    private final long blockId;
    private long bytes;
    private long untilMillis;
    private Promise nextInSlot;

    /** The neighbours in the claim; null at its ends. */
    private Promise before;

    private Promise after;

    private Promise(Claim claim, long blockId) {
      this.claim = claim;
      this.blockId = blockId;
    }

    private boolean isOf(Replica replica) {
      return blockId == replica.blockId() && claim.id.equals(replica.id());
    }
  }

  /** All that one builder was promised of one index. */
  private static final class Claim {
    private final IndexId id;
    private final String builder;

    /** A number unlike that of any other claim. */
    private final long number;

    /** The promise that lapses first; null if there is none. */
    private Promise first;

    private Promise last;

    private Claim(IndexId id, String builder, long number) {
      this.id = id;
      this.builder = builder;
      this.number = number;
    }

    private long lapsesMillis() {
      return first.untilMillis;
    }

    private void add(Promise promise) {
      // The newest promise lapses last, unless a clock was set back.
      Promise earlier = last;
      while (earlier != null && earlier.untilMillis > promise.untilMillis) {
        earlier = earlier.before;
      }
      link(promise, earlier == null ? first : earlier.after);
      link(earlier, promise);
    }

    private void remove(Promise promise) {
      link(promise.before, promise.after);
      promise.before = null;
      promise.after = null;
    }

    /** Makes two neighbours, of which one may be null for an end of the claim. */
    private void link(Promise one, Promise next) {
      if (one == null) {
        first = next;
      } else {
        one.after = next;
      }
      if (next == null) {
        last = one;
      } else {
        next.before = one;
      }
    }
  }

  /** The claims by builder and index; none is empty. */
  private final Map<String, Map<IndexId, Claim>> claims = new HashMap<>();

  /** All claims by the time at which the first promise of each lapses. */
  private final NavigableSet<Claim> lapsing =
      new TreeSet<>(
          Comparator.comparingLong(Claim::lapsesMillis).thenComparingLong(claim -> claim.number));

  /** Bytes by the id of a file's inode; none is 0. */
  private final Map<Long, Long> ofFile = new HashMap<>();

  private Promise[] slots = new Promise[FIRST_SLOTS];
  private int size;
  private long bytes;
  private long lastNumber;

  /** Promises that many bytes to a replica, to whomever they were promised before as well. */
  void keep(Replica replica, long promised, String builder, long untilMillis) {
    long before = 0;
    Promise own = null;
    for (Promise other = slots[slot(replica)]; other != null; other = other.nextInSlot) {
      if (other.isOf(replica)) {
        before = other.bytes;
        other.bytes = promised;
        own = other.claim.builder.equals(builder) ? other : own;
      }
    }
    count(replica.id().fileId(), promised - before);
    if (own == null) {
      own = add(replica, promised, builder);
    } else {
      lapsing.remove(own.claim);
      own.claim.remove(own);
    }
    own.untilMillis = untilMillis;
    own.claim.add(own);
    lapsing.add(own.claim);
  }

  /** A promise that is not among those of its claim yet; its claim does not lapse. */
  private Promise add(Replica replica, long promised, String builder) {
    Claim claim =
        claims
            .computeIfAbsent(builder, name -> new HashMap<>())
            .computeIfAbsent(replica.id(), id -> new Claim(id, builder, ++lastNumber));
    if (claim.first != null) {
      lapsing.remove(claim);
    }
    if (size >= slots.length && slots.length < MOST_SLOTS) {
      grow();
    }
    Promise added = new Promise(claim, replica.blockId());
    added.bytes = promised;
    putInSlot(added);
    size++;
    return added;
  }

  private void grow() {
    Promise[] old = slots;
    slots = new Promise[2 * old.length];
    for (Promise first : old) {
      Promise next = first;
      while (next != null) {
        Promise moved = next;
        next = moved.nextInSlot;
        putInSlot(moved);
      }
    }
  }

  private void putInSlot(Promise promise) {
    int slot = slot(promise.claim.id, promise.blockId);
    promise.nextInSlot = slots[slot];
    slots[slot] = promise;
  }

  private int slot(Replica replica) {
    return slot(replica.id(), replica.blockId());
  }

  private int slot(IndexId id, long blockId) {
    long mixed = (blockId + 0x9e3779b97f4a7c15L * id.attribute()) * 0xff51afd7ed558ccdL;
    return (int) (mixed ^ (mixed >>> 32)) & (slots.length - 1);
  }

  /** Finds any promise of a replica; null if there is none. */
  private Promise find(Replica replica) {
    Promise found = slots[slot(replica)];
    while (found != null && !found.isOf(replica)) {
      found = found.nextInSlot;
    }
    return found;
  }

  /** Ends the promise of a replica to one builder. Promises to others stay. */
  void withdraw(Replica replica, String builder) {
    Promise promise = slots[slot(replica)];
    while (promise != null && !(promise.isOf(replica) && promise.claim.builder.equals(builder))) {
      promise = promise.nextInSlot;
    }
    if (promise != null) {
      end(promise);
    }
  }

  /** Ends all promises to a builder that will build nothing. */
  void withdrawAll(String builder) {
    List.copyOf(claims.getOrDefault(builder, Map.of()).values()).forEach(this::end);
  }

  private void end(Claim claim) {
    while (claim.first != null) {
      end(claim.first);
    }
  }

  private void end(Promise ended) {
    Claim claim = ended.claim;
    lapsing.remove(claim);
    claim.remove(ended);
    if (claim.first != null) {
      lapsing.add(claim);
    } else {
      claims.computeIfPresent(
          claim.builder,
          (builder, its) -> {
            its.remove(claim.id);
            return its.isEmpty() ? null : its;
          });
    }
    takeOutOfSlot(ended);
    if (find(new Replica(claim.id, ended.blockId)) == null) {
      count(claim.id.fileId(), -ended.bytes);
    }
  }

  private void takeOutOfSlot(Promise ended) {
    int slot = slot(ended.claim.id, ended.blockId);
    if (slots[slot] == ended) {
      slots[slot] = ended.nextInSlot;
    } else {
      Promise previous = slots[slot];
      while (previous.nextInSlot != ended) {
        previous = previous.nextInSlot;
      }
      previous.nextInSlot = ended.nextInSlot;
    }
    ended.nextInSlot = null;
    size--;
    if (size == 0 && slots.length > FIRST_SLOTS) {
      slots = new Promise[FIRST_SLOTS];
    }
  }

  /** Ends the promises of a replica, if there are any. */
  void endAll(Replica replica) {
    for (Promise ended = find(replica); ended != null; ended = find(replica)) {
      end(ended);
    }
  }

  private void count(long fileId, long more) {
    bytes += more;
    long sum = ofFile.merge(fileId, more, Long::sum);
    if (sum == 0) {
      ofFile.remove(fileId);
    }
  }

  /** Ends the promises that have lapsed. */
  void lapse(long nowMillis) {
    while (!lapsing.isEmpty() && lapsing.first().lapsesMillis() < nowMillis) {
      end(lapsing.first().first);
    }
  }

  /** Ends the promises to files that are gone. */
  void retain(LongPredicate isThere) {
    Set<Long> gone = new HashSet<>(ofFile.keySet());
    gone.removeIf(isThere::test);
    if (!gone.isEmpty()) {
      List.copyOf(lapsing).stream()
          .filter(claim -> gone.contains(claim.id.fileId()))
          .forEach(this::end);
    }
  }

  /** The files to whose replicas bytes are promised. */
  Set<Long> files() {
    return Set.copyOf(ofFile.keySet());
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
    Promise promise = find(replica);
    return promise == null ? 0 : promise.bytes;
  }

  /** Whether a replica was promised to anybody. */
  boolean has(Replica replica) {
    return find(replica) != null;
  }

  /** Number of promises, each of one replica to one builder. */
  int size() {
    return size;
  }

  void clear() {
    List.copyOf(lapsing).forEach(this::end);
  }
}
