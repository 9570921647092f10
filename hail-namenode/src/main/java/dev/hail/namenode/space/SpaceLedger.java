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
import java.util.LinkedHashSet;
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

  /**
   * Lengths of the files in {@link #stock} when this ledger last looked; 0 for one that is gone.
   * None without a limit over all files.
   */
  private final Map<Long, Long> lengths = new HashMap<>();

  /**
   * The indexes without a lease whose worth is known; null if no limit is over all files, so that
   * nobody asks.
   */
  private final EvictionOrder order;

  /**
   * Files with an index that is not in {@link #order} because nobody has read yet how much it was
   * used. Such an index makes no room: it may be the one of most use.
   */
  private final Set<Long> unread = new LinkedHashSet<>();

  /**
   * Files whose account changed since their indexes were put in order; guarded by itself. It is
   * linked, as a walk over a table that was large once takes its time though it is empty.
   */
  private final Set<Long> usedSince = new LinkedHashSet<>();

  /**
   * Indexes of which fewer replicas were found than the sums have, since their file or blocks went.
   * They make no room until sums are made anew.
   */
  private final Set<IndexId> overstated = new HashSet<>();

  /** Space of replicas that are granted and being stored, or promised to a job. */
  private final PromisedSpace promises = new PromisedSpace();

  /** Those of the promises for which there is room by now: their replicas are being stored. */
  private final PromisedSpace storing = new PromisedSpace();

  private long used;

  /**
   * Bytes that are off {@link #used} and perhaps still in {@link #stock}: nobody can tell of which
   * index they were. So many bytes of all that may go are no room until sums are made anew.
   */
  private long goneOfUnknown;

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
    if (budget.ofCluster() == SpaceBudget.UNLIMITED) {
      this.order = null;
    } else {
      this.order = new EvictionOrder(accounts.halfLifeMillis());
      accounts.onChange(this::noteUse);
    }
  }

  /**
   * Another namenode gave the leases until now: for the time of one, all indexes are in use. It
   * also heard of uses, so that what is kept of them has to be read anew.
   */
  public synchronized void takeOver() {
    allLeasedUntil = steadyClock.getAsLong() + leaseMillis;
    if (order != null) {
      order.clear();
      stock.keySet().forEach(this::placeAll);
    }
  }

  /**
   * Notes a replica that a datanode told of, in place of what was promised to it. Each replica is
   * to be told once, and told gone once.
   */
  public void added(Replica replica, String datanodeUuid, long bytes) {
    Map<Long, Long> looked = lookAtNew(Set.of(replica.id().fileId()));
    synchronized (this) {
      looked.forEach(lengths::putIfAbsent);
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
    place(replica.id());
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
      goneOfUnknown += bytes;
      return;
    }
    if (index.replicas() == 0) {
      ofFile.remove(id.attribute());
    }
    if (ofFile.isEmpty()) {
      stock.remove(id.fileId());
    }
    place(id);
  }

  /** Notes that a replica is gone whose file is gone, too, or not known here. */
  public synchronized void removedOfNoFile(long bytes) {
    used -= bytes;
    goneOfUnknown += bytes;
  }

  /** Puts what was counted anew in the place of all sums. */
  public void replace(Tally tally) {
    Map<Long, Long> looked = lookAtNew(tally.stock.keySet());
    synchronized (this) {
      looked.forEach(lengths::putIfAbsent);
      replaceKnown(tally);
    }
  }

  private void replaceKnown(Tally tally) {
    Map<Long, TreeMap<Integer, Stock>> before = stock;
    stock = tally.stock;
    used = tally.used;
    goneOfUnknown = 0;
    replicas.forget();
    List<IndexId> rightAgain = List.copyOf(overstated);
    overstated.clear();
    rightAgain.forEach(this::place);
    if (order != null) {
      placeChanged(before, stock);
      placeChanged(stock, before);
    }
  }

  /** Puts those indexes of one count where they belong that take other space in another count. */
  private void placeChanged(
      Map<Long, ? extends Map<Integer, Stock>> one,
      Map<Long, ? extends Map<Integer, Stock>> another) {
    one.forEach(
        (fileId, indexes) -> {
          Map<Integer, Stock> others = another.get(fileId);
          indexes.forEach(
              (attribute, index) -> {
                Stock other = others == null ? null : others.get(attribute);
                if (other == null || other.bytes() != index.bytes()) {
                  place(fileId, attribute);
                }
              });
        });
  }

  // ---- the order in which indexes make room ----

  private void placeAll(long fileId) {
    indexes(fileId).keySet().forEach(attribute -> place(fileId, attribute));
  }

  private void place(long fileId, int attribute) {
    place(new IndexId(fileId, attribute));
  }

  /** Puts an index where it belongs by what is known of it now. */
  private void place(IndexId id) {
    if (order == null) {
      return;
    }
    if (!stock.containsKey(id.fileId())) {
      lengths.remove(id.fileId());
      unread.remove(id.fileId());
    }
    Stock index = indexes(id.fileId()).get(id.attribute());
    if (index == null || makesNoRoom(id)) {
      order.remove(id);
      return;
    }
    long length = lengthOf(id.fileId());
    IndexUse use = length == 0 ? IndexUse.NEVER : known(id);
    if (accounts.knows(id.fileId())) {
      unread.remove(id.fileId());
    }
    if (use == null) {
      unread.add(id.fileId());
    } else {
      order.put(id, index.bytes(), use, length);
    }
  }

  /** Whether an index makes no room, whatever it is worth. */
  private boolean makesNoRoom(IndexId id) {
    return leasedUntil.containsKey(id) || overstated.contains(id);
  }

  /**
   * How long a file was when this ledger last looked. It looks here only if the last replica of the
   * file went since {@link #lookAtNew}.
   */
  private long lengthOf(long fileId) {
    return lengths.computeIfAbsent(fileId, file -> length(files.apply(file)));
  }

  /** Lengths of those files at which this ledger has not looked yet. */
  private Map<Long, Long> lookAtNew(Set<Long> fileIds) {
    if (order == null) {
      return Map.of();
    }
    List<Long> unseen;
    synchronized (this) {
      unseen = fileIds.stream().filter(fileId -> !lengths.containsKey(fileId)).toList();
    }
    Map<Long, Long> looked = new HashMap<>();
    unseen.forEach(fileId -> looked.put(fileId, length(files.apply(fileId))));
    return looked;
  }

  /** How much an index was used; null if nobody has read that. */
  private IndexUse known(IndexId id) {
    IndexUse noted = accounts.noted(id);
    // An account may make room for others. What it said last stays true until somebody asks again.
    return noted == null ? order.use(id) : noted;
  }

  /**
   * Files with indexes that make no room until {@link #read} tells how much they were used. None
   * without a limit over all files.
   *
   * @param most how many at most
   */
  public synchronized List<Long> unread(int most) {
    putInOrder();
    return unread.stream().limit(most).toList();
  }

  /**
   * Notes what is kept with a file of the uses of its indexes, unless they have an account.
   *
   * @param kept by attribute; an index that is not named was never used
   */
  public synchronized void read(long fileId, Map<Integer, IndexUse> kept) {
    if (!unread.remove(fileId)) {
      return;
    }
    for (Map.Entry<Integer, Stock> index : indexes(fileId).entrySet()) {
      IndexId id = new IndexId(fileId, index.getKey());
      if (known(id) == null && !makesNoRoom(id)) {
        IndexUse use = kept.getOrDefault(id.attribute(), IndexUse.NEVER);
        order.put(id, index.getValue().bytes(), use, lengthOf(fileId));
      }
    }
  }

  private static long length(FileSize size) {
    return size == null ? 0 : size.length();
  }

  /** Notes how long a file is now, which is part of what its indexes are worth. */
  private void noteLength(long fileId, FileSize size) {
    Long before = lengths.get(fileId);
    if (before != null && before != length(size)) {
      lengths.put(fileId, length(size));
      placeAll(fileId);
    }
  }

  /** Brings the order up to date with leases that ended, and with the uses of indexes. */
  private void putInOrder() {
    endLeases();
    takeUsed().forEach(this::placeAll);
  }

  /** The accounts call this under their lock, so it must not wait for the lock of this ledger. */
  private void noteUse(long fileId) {
    synchronized (usedSince) {
      usedSince.add(fileId);
    }
  }

  private List<Long> takeUsed() {
    synchronized (usedSince) {
      List<Long> taken = List.copyOf(usedSince);
      taken.forEach(usedSince::remove);
      return taken;
    }
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
      place(lease.getKey());
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
    place(id);
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
        noteLength(fileId, size);
      }
    }
    forget(gone);
  }

  /** Files with leases or promises, and those whose length counts. */
  private synchronized Set<Long> filesThatCount() {
    Set<Long> fileIds = new HashSet<>(lengths.keySet());
    fileIds.addAll(promises.files());
    fileIds.addAll(storing.files());
    leasedUntil.keySet().forEach(id -> fileIds.add(id.fileId()));
    return fileIds;
  }

  private synchronized void forget(Set<Long> gone) {
    List<IndexId> leases =
        leasedUntil.keySet().stream().filter(id -> gone.contains(id.fileId())).toList();
    leases.forEach(leasedUntil::remove);
    leases.forEach(this::place);
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
        overstated.add(share.id());
        place(share.id());
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
    noteLength(replica.id().fileId(), size);
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
      boolean may = !isInUse(id) && !overstated.contains(id) && !id.equals(added);
      if (may && Eviction.mayGo(its, benefit)) {
        evictables.add(new Eviction.Evictable(id, index.getValue().bytes(), its));
      }
    }
    evictables.sort(Eviction.LEAST_FIRST);
    return evictables;
  }

  /** The indexes of all files that may go for one of that benefit, worth least first. */
  private Iterator<Eviction.Evictable> mayGoOfAll(double benefit, long now) {
    if (order == null || areAllInUse()) {
      return Collections.emptyIterator();
    }
    return order.mayGo(benefit, now);
  }

  private static long bytesOf(List<Eviction.Evictable> evictables) {
    return evictables.stream().mapToLong(Eviction.Evictable::bytes).sum();
  }

  private long bytesThatMayGoOfAll(double benefit, long now) {
    return order == null || areAllInUse()
        ? 0
        : Math.max(0, order.bytesThatMayGo(benefit, now) - goneOfUnknown);
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
    noteLength(id.fileId(), size);
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
