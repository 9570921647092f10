// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import dev.hail.protocol.IndexGrant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Keeps account of the space that pseudo replicas take, of how useful the indexes are that they
 * make up, and of who uses them now; says what fits the budget and what has to go for it.
 * Thread-safe. It looks at files before it locks itself, as such a look may take its time.
 *
 * <p>An index is in use until a lease has passed since a job or reader told of it, or a replica was
 * added to it. After {@link #takeOver} nothing is known of leases given before, so that all indexes
 * count as in use for as long.
 */
public final class SpaceLedger {
  /** The builder that stands for a replica that is built and being stored. */
  private static final String STORER = "";

  /**
   * Heap at most of a promise of one replica to one builder, references of eight bytes included.
   */
  public static final int BYTES_PER_PROMISE = 90;

  private final SpaceBudget budget;
  private final long leaseMillis;
  private final UseAccounts accounts;
  private final LongFunction<FileSize> files;
  private final LastReplicas replicas;
  private final LongSupplier millisClock;
  private final LongSupplier steadyClock;

  /** Sums of the replicas there are, by file and attribute. */
  private Map<Long, TreeMap<Integer, Stock>> stock = new HashMap<>();

  /** Ends of leases, the first to end first: all last equally long. */
  private final Map<IndexId, Long> leasedUntil = new LinkedHashMap<>();

  /** Which of the indexes in {@link #stock} may make room. */
  private final RoomMakers makers;

  /** Space of replicas that are granted and being stored, or promised to a job. */
  private final PromisedSpace promises = new PromisedSpace();

  /** Those of the promises for which there is room by now: their replicas are being stored. */
  private final PromisedSpace storing = new PromisedSpace();

  private long used;

  private long allLeasedUntil;

  /**
   * One replica of an index.
   *
   * @param blockId the block whose rows it has
   */
  public record Replica(IndexId id, long blockId) {}

  /**
   * What is to be done about a replica that wants to be.
   *
   * @param admitted whether there is room for it, now or once the others are gone
   * @param full the budget that has no room; null if it is admitted, or its file is gone
   * @param evicted replicas that have to go; counted until {@link #removed} tells that each is gone
   */
  public record Admission(boolean admitted, IndexGrant.FullBudget full, List<Held> evicted) {
    public Admission {
      evicted = List.copyOf(evicted);
    }
  }

  /**
   * What goes for a replica.
   *
   * @param full the budget that has no room, whatever may go; null if there is room
   */
  private record Room(IndexGrant.FullBudget full, List<Eviction.Share> shares) {}

  /** Bytes that a replica lacks of each budget; not positive if it lacks none. */
  private record Missing(long ofFile, long ofCluster) {
    boolean isNothing() {
      return ofFile <= 0 && ofCluster <= 0;
    }
  }

  /**
   * A ledger of nothing.
   *
   * @param leaseMillis how long an index is in use after somebody told of it
   * @param accounts how useful indexes are
   * @param files sizes by the id of the inode; null for a file that is gone
   * @param holdings the replicas there are now
   * @param millisClock wall clock time, in which uses are kept
   * @param steadyClock milliseconds of a clock that never steps, by which leases and promises end
   */
  public SpaceLedger(
      SpaceBudget budget,
      long leaseMillis,
      UseAccounts accounts,
      LongFunction<FileSize> files,
      Holdings holdings,
      LongSupplier millisClock,
      LongSupplier steadyClock) {
    this.budget = budget;
    this.leaseMillis = leaseMillis;
    this.accounts = accounts;
    this.files = files;
    this.replicas = new LastReplicas(holdings);
    this.millisClock = millisClock;
    this.steadyClock = steadyClock;
    this.allLeasedUntil = steadyClock.getAsLong() + leaseMillis;
    this.makers =
        new RoomMakers(
            budget.ofCluster() != SpaceBudget.UNLIMITED,
            accounts,
            files,
            this::indexes,
            leasedUntil::containsKey);
  }

  /**
   * Another namenode gave the leases until now: for the time of one, all indexes are in use. It
   * also heard of uses, so that what is kept of them has to be read anew.
   */
  public synchronized void takeOver() {
    allLeasedUntil = steadyClock.getAsLong() + leaseMillis;
    makers.forgetUses(stock.keySet());
  }

  /**
   * Notes a replica that a datanode told of, in place of what was promised to it. Each replica is
   * to be told once, and told gone once.
   */
  public void added(Replica replica, String datanodeUuid, long bytes) {
    Map<Long, Long> looked = lookAtNew(Set.of(replica.id().fileId()));
    synchronized (this) {
      makers.noteLengths(looked);
      addedToKnown(replica, datanodeUuid, bytes);
    }
  }

  private void addedToKnown(Replica replica, String datanodeUuid, long bytes) {
    stock
        .computeIfAbsent(replica.id().fileId(), file -> new TreeMap<>())
        .computeIfAbsent(replica.id().attribute(), attribute -> new Stock())
        .add(datanodeUuid, bytes);
    used += bytes;
    replicas.come(replica.id());
    makers.place(replica.id());
    endPromises(replica);
  }

  /** Notes a replica of a block whose file this namenode does not know, or not yet. */
  public synchronized void addedOfNoFile(long bytes) {
    used += bytes;
  }

  /** Notes that a replica is gone, whatever file it was counted for. */
  public synchronized void removed(IndexId id, String datanodeUuid, long bytes) {
    used -= bytes;
    NavigableMap<Integer, Stock> ofFile = indexes(id.fileId());
    Stock index = ofFile.get(id.attribute());
    if (index == null || !index.remove(datanodeUuid, bytes)) {
      // It came before its file was known here, or its block was of another file then. The next
      // recount puts that right; until then it must not be taken off another replica's bytes.
      makers.goneOfUnknown(bytes);
      return;
    }
    if (index.replicas() == 0) {
      ofFile.remove(id.attribute());
    }
    if (ofFile.isEmpty()) {
      stock.remove(id.fileId());
    }
    makers.place(id);
  }

  /** Notes that a replica is gone whose file is gone, too, or not known here. */
  public synchronized void removedOfNoFile(long bytes) {
    used -= bytes;
    makers.goneOfUnknown(bytes);
  }

  /** Puts what was counted anew in the place of all sums. */
  public void replace(Tally tally) {
    Map<Long, Long> looked = lookAtNew(tally.stock.keySet());
    synchronized (this) {
      makers.noteLengths(looked);
      replaceKnown(tally);
    }
  }

  private void replaceKnown(Tally tally) {
    Map<Long, TreeMap<Integer, Stock>> before = stock;
    stock = tally.stock;
    used = tally.used;
    replicas.forget();
    makers.recounted(before, stock);
  }

  /** Lengths of those files at which this ledger has not looked yet. */
  private Map<Long, Long> lookAtNew(Set<Long> fileIds) {
    List<Long> unseen;
    synchronized (this) {
      unseen = makers.unseen(fileIds);
    }
    Map<Long, Long> looked = new HashMap<>();
    unseen.forEach(fileId -> looked.put(fileId, RoomMakers.length(files.apply(fileId))));
    return looked;
  }

  /**
   * Files with indexes that make no room until {@link #read} tells how much they were used. None
   * without a limit over all files.
   *
   * @param most how many at most
   */
  public synchronized List<Long> unread(int most) {
    putInOrder();
    return makers.unread(most);
  }

  /**
   * Notes what is kept with a file of the uses of its indexes, unless they have an account.
   *
   * @param kept by attribute; an index that is not named was never used
   */
  public synchronized void read(long fileId, Map<Integer, IndexUse> kept) {
    makers.read(fileId, kept);
  }

  /** Brings the order up to date with leases that ended, and with the uses of indexes. */
  private void putInOrder() {
    endLeases();
    makers.placeUsed();
  }

  private void endLeases() {
    long now = steadyClock.getAsLong();
    Iterator<Map.Entry<IndexId, Long>> first = leasedUntil.entrySet().iterator();
    while (first.hasNext()) {
      Map.Entry<IndexId, Long> lease = first.next();
      if (lease.getValue() > now) {
        return;
      }
      first.remove();
      makers.place(lease.getKey());
    }
  }

  // ---- what there is ----

  private NavigableMap<Integer, Stock> indexes(long fileId) {
    TreeMap<Integer, Stock> ofFile = stock.get(fileId);
    return ofFile == null ? Collections.emptyNavigableMap() : ofFile;
  }

  /** Attributes of the indexes that a file has. */
  public synchronized List<Integer> attributesOf(long fileId) {
    return List.copyOf(indexes(fileId).keySet());
  }

  /** How many replicas of an index a datanode has. */
  public synchronized int replicasOn(IndexId id, String datanodeUuid) {
    Stock index = indexes(id.fileId()).get(id.attribute());
    return index == null ? 0 : index.on(datanodeUuid);
  }

  /**
   * Somebody is about to read an index, or reads it. Nothing happens if there is none: anybody can
   * tell of any number of indexes.
   */
  public synchronized void lease(IndexId id) {
    putInOrder();
    if (has(id)) {
      leaseAlsoOfNone(id);
    }
  }

  /** Whether there is a replica of an index. */
  public synchronized boolean has(IndexId id) {
    return indexes(id.fileId()).containsKey(id.attribute());
  }

  private void leaseAlsoOfNone(IndexId id) {
    putInOrder();
    leasedUntil.remove(id);
    leasedUntil.put(id, steadyClock.getAsLong() + leaseMillis);
    makers.place(id);
  }

  /**
   * Looks at all files with indexes and notes how long they are. Forgets leases of files that are
   * gone, and what was promised to them. A file that changes later counts as it was, until the next
   * call or until somebody asks for room for it.
   */
  public void lookAtFiles() {
    Set<Long> gone = new HashSet<>();
    for (long fileId : filesThatCount()) {
      FileSize size = files.apply(fileId);
      if (size == null) {
        gone.add(fileId);
      }
      synchronized (this) {
        makers.noteLength(fileId, size);
      }
    }
    forget(gone);
  }

  /** Files with leases or promises, and those whose length counts. */
  private synchronized Set<Long> filesThatCount() {
    Set<Long> fileIds = new HashSet<>(makers.seen());
    fileIds.addAll(promises.files());
    fileIds.addAll(storing.files());
    leasedUntil.keySet().forEach(id -> fileIds.add(id.fileId()));
    return fileIds;
  }

  private synchronized void forget(Set<Long> gone) {
    List<IndexId> leases =
        leasedUntil.keySet().stream().filter(id -> gone.contains(id.fileId())).toList();
    leases.forEach(leasedUntil::remove);
    leases.forEach(makers::place);
    promises.retain(fileId -> !gone.contains(fileId));
    storing.retain(fileId -> !gone.contains(fileId));
  }

  /** How long a lease lasts, in milliseconds. */
  public long leaseMillis() {
    return leaseMillis;
  }

  /**
   * Whether a replica may be made. If so it is counted until {@link #added} or {@link
   * #endPromises}, and the index it belongs to is in use. What is evicted for it has to be told to
   * {@link #removed} before the next call, which would name it again.
   *
   * <p>If the replica was promised, it only has to fit beside what is being stored. Otherwise all
   * that is promised has to fit beside it. If there is no room, what was promised to it is free.
   */
  public Admission admit(Replica replica, long bytes) {
    FileSize size = files.apply(replica.id().fileId());
    synchronized (this) {
      return admit(replica, size, bytes);
    }
  }

  private Admission admit(Replica replica, FileSize size, long bytes) {
    endLapsedPromises();
    List<Held> evicted = null;
    while (evicted == null) {
      Room found = roomFor(replica, size, bytes, promises.has(replica) ? storing : promises);
      if (found == null || found.full() != null) {
        if (!storing.has(replica)) {
          promises.endAll(replica);
        }
        return new Admission(false, found == null ? null : found.full(), List.of());
      }
      evicted = replicasOf(found.shares());
    }
    replicas.go(evicted);
    keepSpace(promises, replica, bytes, STORER);
    keepSpace(storing, replica, bytes, STORER);
    leaseAlsoOfNone(replica.id());
    return new Admission(true, null, evicted);
  }

  /**
   * Replicas that make up shares. Null if those of an index are not enough; then it makes no room
   * from now on, and others have to be chosen.
   */
  private List<Held> replicasOf(List<Eviction.Share> shares) {
    List<Held> evicted = new ArrayList<>();
    boolean enough = true;
    for (Eviction.Share share : shares) {
      List<Held> going = replicas.of(share);
      evicted.addAll(going);
      if (!LastReplicas.isEnough(going, share)) {
        enough = false;
        makers.overstate(share.id());
      }
    }
    return enough ? evicted : null;
  }

  /** Takes back that a replica was admitted: whoever asked was not told so. */
  public synchronized void withdrawAdmission(Replica replica) {
    promises.withdraw(replica, STORER);
    storing.withdraw(replica, STORER);
  }

  /** Ends all promises to a replica: it is there, or nobody will make it. */
  public synchronized void endPromises(Replica replica) {
    promises.endAll(replica);
    storing.endAll(replica);
  }

  /**
   * Promises space to a replica that is to be built. The promise holds until it is ended, until its
   * builder withdraws it, or until a lease has passed since the builder asked. Promises to several
   * builders of one replica count once. Nothing goes for a promise before its replica is admitted.
   *
   * @param builder who is to build it
   * @return whether there is room
   */
  public boolean promise(Replica replica, long bytes, String builder) {
    FileSize size = files.apply(replica.id().fileId());
    synchronized (this) {
      Room found = roomFor(replica, size, bytes, promises);
      if (found == null || found.full() != null) {
        return false;
      }
      keepSpace(promises, replica, bytes, builder);
      return true;
    }
  }

  /** Ends the promise of a replica to a builder that will not build it. */
  public synchronized void withdraw(Replica replica, String builder) {
    promises.withdraw(replica, builder);
  }

  /** Ends all promises to a builder that will build nothing. */
  public synchronized void withdrawAll(String builder) {
    promises.withdrawAll(builder);
  }

  /** Number of promises that hold, each to one builder of one replica. */
  public synchronized int promises() {
    endLapsedPromises();
    return promises.size();
  }

  private void keepSpace(PromisedSpace kept, Replica replica, long bytes, String builder) {
    kept.keep(replica, bytes, builder, steadyClock.getAsLong() + leaseMillis);
  }

  private void endLapsedPromises() {
    promises.lapse(steadyClock.getAsLong());
    storing.lapse(steadyClock.getAsLong());
  }

  /**
   * Looks for room for a replica; null if the file is gone. Nothing goes now for promises, which
   * may never be used.
   *
   * @param size of the file; null if it is gone
   * @param besides what has to have room beside the replica
   */
  private Room roomFor(Replica replica, FileSize size, long bytes, PromisedSpace besides) {
    putInOrder();
    if (size == null) {
      return null;
    }
    endLapsedPromises();
    Missing beside = missing(besides, replica, size, bytes);
    if (beside.isNothing()) {
      return new Room(null, List.of());
    }
    makers.noteLength(replica.id().fileId(), size);
    long now = millisClock.getAsLong();
    double benefit = accounts.of(replica.id(), now).benefit(size.length());
    List<Eviction.Evictable> inFile = mayGoOfFile(replica.id(), size, benefit, now);
    if (beside.ofFile() > bytesOf(inFile)) {
      return new Room(
          new IndexGrant.FullBudget(IndexGrant.Budget.FILE, budget.ofFile(size)), List.of());
    }
    if (beside.ofCluster() > bytesThatMayGoOfAll(benefit, now)) {
      return new Room(
          new IndexGrant.FullBudget(IndexGrant.Budget.CLUSTER, budget.ofCluster()), List.of());
    }
    Missing own = missing(storing, replica, size, bytes);
    return new Room(
        null,
        Eviction.choose(
            inFile.iterator(),
            own.ofCluster() > 0 ? mayGoOfAll(benefit, now) : Collections.emptyIterator(),
            own.ofFile(),
            own.ofCluster()));
  }

  private Missing missing(PromisedSpace kept, Replica replica, FileSize size, long bytes) {
    long fileId = replica.id().fileId();
    long takenOfFile = usedBy(fileId) + kept.ofFile(fileId, replica);
    return new Missing(
        missing(budget.ofFile(size), takenOfFile, bytes),
        missing(budget.ofCluster(), used + kept.ofAll(replica), bytes));
  }

  private static long missing(long budget, long taken, long bytes) {
    return budget == SpaceBudget.UNLIMITED ? 0 : taken + bytes - budget;
  }

  /** The other indexes of its file that may go for an index of that benefit, worth least first. */
  private List<Eviction.Evictable> mayGoOfFile(
      IndexId added, FileSize size, double benefit, long now) {
    List<Eviction.Evictable> evictables = new ArrayList<>();
    for (Map.Entry<Integer, Stock> index : indexes(added.fileId()).entrySet()) {
      IndexId id = new IndexId(added.fileId(), index.getKey());
      double its = accounts.of(id, now).benefit(size.length());
      boolean may = !isInUse(id) && !makers.isOverstated(id) && !id.equals(added);
      if (may && Eviction.mayGo(its, benefit)) {
        evictables.add(new Eviction.Evictable(id, index.getValue().bytes(), its));
      }
    }
    evictables.sort(Eviction.LEAST_FIRST);
    return evictables;
  }

  /** The indexes of all files that may go for one of that benefit, worth least first. */
  private Iterator<Eviction.Evictable> mayGoOfAll(double benefit, long now) {
    return areAllInUse() ? Collections.emptyIterator() : makers.mayGo(benefit, now);
  }

  private static long bytesOf(List<Eviction.Evictable> evictables) {
    return evictables.stream().mapToLong(Eviction.Evictable::bytes).sum();
  }

  private long bytesThatMayGoOfAll(double benefit, long now) {
    return areAllInUse() ? 0 : makers.bytesThatMayGo(benefit, now);
  }

  /** Bytes that could still be stored of an index, with what would go for it. */
  public long room(IndexId id) {
    FileSize size = files.apply(id.fileId());
    return size == null ? 0 : room(id, size);
  }

  private synchronized long room(IndexId id, FileSize size) {
    putInOrder();
    Replica none = new Replica(id, -1);
    long ofFile = budget.ofFile(size);
    long ofCluster = budget.ofCluster();
    if (ofFile == SpaceBudget.UNLIMITED && ofCluster == SpaceBudget.UNLIMITED) {
      return SpaceBudget.UNLIMITED;
    }
    makers.noteLength(id.fileId(), size);
    long now = millisClock.getAsLong();
    double benefit = accounts.of(id, now).benefit(size.length());
    long evictableOfFile = bytesOf(mayGoOfFile(id, size, benefit, now));
    long evictable = bytesThatMayGoOfAll(benefit, now);
    endLapsedPromises();
    long takenOfFile = usedBy(id.fileId()) + promises.ofFile(id.fileId(), none);
    long fileRoom = room(ofFile, takenOfFile, evictableOfFile);
    return Math.min(fileRoom, room(ofCluster, used + promises.ofAll(none), evictable));
  }

  private static long room(long budget, long taken, long evictable) {
    return budget == SpaceBudget.UNLIMITED ? budget : Math.max(0, budget - taken + evictable);
  }

  private boolean areAllInUse() {
    return steadyClock.getAsLong() < allLeasedUntil;
  }

  private boolean isInUse(IndexId id) {
    return areAllInUse() || steadyClock.getAsLong() < leasedUntil.getOrDefault(id, Long.MIN_VALUE);
  }

  /** Bytes of all replicas. */
  public synchronized long used() {
    return used;
  }

  /** Bytes of the pseudo replicas of a file. */
  public synchronized long usedBy(long fileId) {
    return indexes(fileId).values().stream().mapToLong(Stock::bytes).sum();
  }

  /** The limits. */
  public SpaceBudget budget() {
    return budget;
  }

  /** The indexes of a file that are there or were asked for, by attribute. */
  public List<IndexSpace> indexesOf(long fileId) {
    FileSize size = files.apply(fileId);
    return indexesOf(fileId, size);
  }

  private synchronized List<IndexSpace> indexesOf(long fileId, FileSize size) {
    putInOrder();
    long now = millisClock.getAsLong();
    TreeSet<Integer> attributes = new TreeSet<>(indexes(fileId).keySet());
    attributes.addAll(accounts.attributesOf(fileId));
    List<IndexSpace> found = new ArrayList<>();
    for (int attribute : attributes) {
      IndexId id = new IndexId(fileId, attribute);
      Stock index = indexes(fileId).getOrDefault(attribute, new Stock());
      double benefit = size == null ? 0 : accounts.of(id, now).benefit(size.length());
      boolean inUse = index.replicas() > 0 && isInUse(id);
      found.add(new IndexSpace(attribute, index.replicas(), index.bytes(), benefit, inUse));
    }
    return found;
  }
}
