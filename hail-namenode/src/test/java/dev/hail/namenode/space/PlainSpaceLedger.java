// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import dev.hail.namenode.space.SpaceLedger.Replica;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * What a {@link SpaceLedger} must answer, computed plainly: each question walks all indexes of all
 * files, computes what they are worth, and sorts them.
 */
final class PlainSpaceLedger {
  private record Index(IndexId id, long bytes, double benefit) {}

  private final SpaceBudget budget;
  private final long leaseMillis;
  private final UseAccounts accounts;
  private final LongFunction<FileSize> files;
  private final Collection<Held> there;
  private final LongSupplier wallClock;
  private final LongSupplier steadyClock;
  private final Map<IndexId, Long> leasedUntil = new HashMap<>();
  private final PromisedSpace promises = new PromisedSpace();
  private final PromisedSpace storing = new PromisedSpace();

  /** Uses of indexes whose file has no account, as they were read. */
  private final Map<IndexId, IndexUse> read = new HashMap<>();

  private long allLeasedUntil;

  /**
   * A ledger of replicas that somebody else keeps.
   *
   * @param there all replicas; the caller takes out what is evicted
   */
  PlainSpaceLedger(
      SpaceBudget budget,
      long leaseMillis,
      UseAccounts accounts,
      LongFunction<FileSize> files,
      Collection<Held> there,
      LongSupplier wallClock,
      LongSupplier steadyClock) {
    this.budget = budget;
    this.leaseMillis = leaseMillis;
    this.accounts = accounts;
    this.files = files;
    this.there = there;
    this.wallClock = wallClock;
    this.steadyClock = steadyClock;
    takeOver();
  }

  void takeOver() {
    allLeasedUntil = steadyClock.getAsLong() + leaseMillis;
    read.clear();
  }

  void lease(IndexId id) {
    if (there.stream().anyMatch(one -> one.id().equals(id))) {
      leasedUntil.put(id, steadyClock.getAsLong() + leaseMillis);
      read.remove(id);
    }
  }

  void read(long fileId, Map<Integer, IndexUse> kept) {
    for (Held one : there) {
      IndexId id = one.id();
      if (id.fileId() == fileId && !isLeased(id) && !isKnown(id)) {
        read.put(id, kept.getOrDefault(id.attribute(), IndexUse.none(0)));
      }
    }
  }

  /** All replicas of an index may have gone; it is another one if it comes back. */
  void forgetReadOfNone() {
    read.keySet().removeIf(id -> there.stream().noneMatch(one -> one.id().equals(id)));
  }

  private boolean isLeased(IndexId id) {
    return steadyClock.getAsLong() < leasedUntil.getOrDefault(id, Long.MIN_VALUE);
  }

  private boolean isKnown(IndexId id) {
    return files.apply(id.fileId()) == null || accounts.knows(id.fileId()) || read.containsKey(id);
  }

  void endPromises(Replica replica) {
    promises.endAll(replica);
    storing.endAll(replica);
  }

  void forgetGoneFiles() {
    leasedUntil.keySet().removeIf(id -> files.apply(id.fileId()) == null);
    promises.retain(fileId -> files.apply(fileId) != null);
    storing.retain(fileId -> files.apply(fileId) != null);
  }

  /** Null if the replica is not admitted. */
  List<Held> admit(Replica replica, long bytes) {
    lapse();
    List<Held> evicted = evictedFor(replica, bytes, promises.has(replica) ? storing : promises);
    if (evicted == null && !storing.has(replica)) {
      promises.endAll(replica);
    }
    if (evicted != null) {
      long now = steadyClock.getAsLong();
      promises.keep(replica, bytes, "", now + leaseMillis);
      storing.keep(replica, bytes, "", now + leaseMillis);
      leasedUntil.put(replica.id(), now + leaseMillis);
      read.remove(replica.id());
    }
    return evicted;
  }

  boolean promise(Replica replica, long bytes, String builder) {
    if (evictedFor(replica, bytes, promises) == null) {
      return false;
    }
    promises.keep(replica, bytes, builder, steadyClock.getAsLong() + leaseMillis);
    return true;
  }

  private List<Held> evictedFor(Replica replica, long bytes, PromisedSpace besides) {
    FileSize size = files.apply(replica.id().fileId());
    if (size == null) {
      return null;
    }
    lapse();
    List<Index> order = order(replica.id());
    long file = replica.id().fileId();
    List<Index> ofFile = order.stream().filter(one -> one.id().fileId() == file).toList();
    if (bytes(ofFile) < missingOfFile(besides, replica, size, bytes)
        || bytes(order) < missingOfAll(besides, replica, bytes)) {
      return null;
    }
    Map<IndexId, Long> shares = new LinkedHashMap<>();
    long own = missingOfFile(storing, replica, size, bytes);
    long taken = take(ofFile, own, shares);
    take(order, missingOfAll(storing, replica, bytes) - taken, shares);
    List<Held> evicted = new ArrayList<>();
    shares.forEach(
        (id, share) -> evicted.addAll(HeldReplicas.last(there, id, Long.MAX_VALUE, share)));
    return evicted;
  }

  private long missingOfFile(PromisedSpace kept, Replica replica, FileSize size, long bytes) {
    long file = replica.id().fileId();
    return missing(budget.ofFile(size), used(file) + kept.ofFile(file, replica) + bytes);
  }

  private long missingOfAll(PromisedSpace kept, Replica replica, long bytes) {
    return missing(budget.ofCluster(), used() + kept.ofAll(replica) + bytes);
  }

  private static long bytes(List<Index> indexes) {
    return indexes.stream().mapToLong(Index::bytes).sum();
  }

  private void lapse() {
    promises.lapse(steadyClock.getAsLong());
    storing.lapse(steadyClock.getAsLong());
  }

  private static long take(List<Index> order, long missing, Map<IndexId, Long> shares) {
    long taken = 0;
    for (Index one : order) {
      long left = one.bytes() - shares.getOrDefault(one.id(), 0L);
      long bytes = Math.min(left, missing - taken);
      if (bytes > 0) {
        shares.merge(one.id(), bytes, Long::sum);
        taken += bytes;
      }
    }
    return taken;
  }

  private static long missing(long budget, long wanted) {
    return budget == SpaceBudget.UNLIMITED ? 0 : wanted - budget;
  }

  /** What may go for an index, worth least first. */
  private List<Index> order(IndexId added) {
    Map<IndexId, Long> indexes = new HashMap<>();
    there.forEach(one -> indexes.merge(one.id(), one.bytes(), Long::sum));
    double worth = accounts.knows(added.fileId()) ? benefit(added) : 0;
    List<Index> order = new ArrayList<>();
    indexes.forEach(
        (id, bytes) -> {
          boolean inUse = steadyClock.getAsLong() < allLeasedUntil || isLeased(id);
          double benefit = benefit(id);
          if (!inUse && isKnown(id) && !id.equals(added) && worth > 0 && benefit * 1.2 <= worth) {
            order.add(new Index(id, bytes, benefit));
          }
        });
    order.sort(
        Comparator.comparingDouble(Index::benefit)
            .thenComparingLong(one -> one.id().fileId())
            .thenComparingInt(one -> one.id().attribute()));
    return order;
  }

  private double benefit(IndexId id) {
    FileSize size = files.apply(id.fileId());
    if (size == null) {
      return 0;
    }
    long now = wallClock.getAsLong();
    IndexUse use =
        accounts.knows(id.fileId()) || !read.containsKey(id)
            ? accounts.of(id, now)
            : read.get(id).aged(now, accounts.halfLifeMillis());
    return use.benefit(size.length());
  }

  long room(IndexId id) {
    FileSize size = files.apply(id.fileId());
    if (size == null) {
      return 0;
    }
    long evictable = 0;
    long evictableOfFile = 0;
    for (Index one : order(id)) {
      evictable += one.bytes();
      evictableOfFile += one.id().fileId() == id.fileId() ? one.bytes() : 0;
    }
    lapse();
    Replica none = new Replica(id, -1);
    long takenOfFile = used(id.fileId()) + promises.ofFile(id.fileId(), none);
    return Math.min(
        room(budget.ofFile(size), takenOfFile, evictableOfFile),
        room(budget.ofCluster(), used() + promises.ofAll(none), evictable));
  }

  private static long room(long budget, long taken, long evictable) {
    return budget == SpaceBudget.UNLIMITED ? budget : Math.max(0, budget - taken + evictable);
  }

  private long used() {
    return there.stream().mapToLong(Held::bytes).sum();
  }

  private long used(long fileId) {
    return there.stream().filter(one -> one.id().fileId() == fileId).mapToLong(Held::bytes).sum();
  }
}
