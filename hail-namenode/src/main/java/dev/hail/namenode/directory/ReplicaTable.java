// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The table of the replica directory (HAIL thesis, section 3.3.3): which datanode holds a replica
 * of which block in which order. Soft state: datanodes report it. {@link OrderAssigner} has the
 * orders of replicas that are being made.
 *
 * <p>The table keeps a block with the newest generation stamp reported. It forgets replicas with
 * older stamps, and ignores later reports of them. A datanode has at most one replica of a block.
 * Thread-safe: blocks are spread over stripes with a lock each.
 */
public final class ReplicaTable {
  /** Rows of a stripe that are looked at before its lock is given to others. */
  static final int SLICE_ROWS = 1_000;

  /** Passes over a stripe in slices, after which the rest is done under one lock. */
  private static final int SLICED_PASSES = 3;

  private static final int STRIPES = 256;
  private static final long MAX_BLOCK_LENGTH = 0xffffffffL;

  private final IndexAttributeLists lists;
  private final Datanodes datanodes = new Datanodes();
  private final Stripe[] stripes = new Stripe[STRIPES];
  private final OrderAssigner assigner;
  private final int sliceRows;

  /**
   * An empty directory.
   *
   * @param nanoClock a clock that never goes back, in nanoseconds
   * @param expiryNanos time after which an order that was assigned but not reported is free again
   * @param owners the owner of the file that a block id belongs to, null if it is not known; asked
   *     without any lock of the directory
   */
  public ReplicaTable(LongSupplier nanoClock, long expiryNanos, LongFunction<String> owners) {
    this(nanoClock, expiryNanos, owners, SLICE_ROWS);
  }

  ReplicaTable(
      LongSupplier nanoClock, long expiryNanos, LongFunction<String> owners, int sliceRows) {
    this.lists = new IndexAttributeLists(owners);
    this.sliceRows = sliceRows;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
    this.assigner = new OrderAssigner(stripes, lists, datanodes, nanoClock, expiryNanos);
  }

  // ---- reports ----

  /** Begins a full report: replicas of the datanode that it does not name will be forgotten. */
  public void beginFullReport(String datanodeUuid) {
    Datanode datanode = datanodes.get(datanodeUuid);
    synchronized (datanode) {
      datanode.beginReport();
    }
  }

  /** Ends a full report; without one under way it changes nothing and returns false. */
  public boolean endFullReport(String datanodeUuid) {
    Datanode datanode = datanodes.get(datanodeUuid);
    synchronized (datanode) {
      if (!datanode.reporting()) {
        return false;
      }
      if (datanode.endReport()) {
        sweep(datanode, true);
      }
      return true;
    }
  }

  /**
   * Adds a replica, or replaces what was known of it.
   *
   * @return whether it was taken; false if it is of an older generation than what is known, or
   *     contradicts the replicas of other datanodes
   * @throws RefusedException if the report makes no sense
   */
  public boolean add(String datanodeUuid, ReplicaInfo replica) throws RefusedException {
    check(replica);
    Datanode datanode = datanodes.get(datanodeUuid);
    Storage storage = datanodes.storage(datanode, replica.storageId());
    int list = lists.acquire(replica.indexAttributes(), replica.blockId());
    try {
      return add(datanode, storage, replica, list);
    } finally {
      lists.release(list);
    }
  }

  private boolean add(Datanode datanode, Storage storage, ReplicaInfo replica, int list) {
    int number = stripeOf(replica.blockId());
    Stripe stripe = stripes[number];
    synchronized (datanode) {
      synchronized (stripe) {
        assigner.forget(number, replica.blockId(), datanode);
        int row = stripe.find(replica.blockId());
        if (row != Stripe.NONE) {
          if (stripe.generationStamp(row) > replica.generationStamp()) {
            return false;
          }
          row = dropSuperseded(stripe, row, datanode, replica);
          if (row != Stripe.NONE && contradicts(stripe, row, replica, list)) {
            return false;
          }
        }
        int added = row != Stripe.NONE ? stripe.addReplica(row) : addBlock(stripe, replica, list);
        stripe.setReplica(
            added,
            storage.number(),
            replica.indexLength(),
            replica.sortAttribute(),
            datanode.round());
        datanode.replicaAdded(replica.sortAttribute());
        datanode.countOrder(list, lists.attributes(list), replica.sortAttribute(), 1);
        return true;
      }
    }
  }

  private int addBlock(Stripe stripe, ReplicaInfo replica, int list) {
    lists.retain(list);
    return stripe.addBlock(
        replica.blockId(),
        replica.generationStamp(),
        replica.blockLength(),
        replica.frontLength(),
        replica.rowCount(),
        list,
        replica.formatVersion());
  }

  /** Forgets the replica that a datanode has of a block, if it is known; returns whether it was. */
  public boolean remove(String datanodeUuid, long blockId) {
    Datanode datanode = datanodes.known(datanodeUuid);
    if (datanode == null) {
      return false;
    }
    int number = stripeOf(blockId);
    Stripe stripe = stripes[number];
    synchronized (datanode) {
      synchronized (stripe) {
        assigner.forget(number, blockId, datanode);
        int row = stripe.find(blockId);
        if (row == Stripe.NONE) {
          return false;
        }
        for (int r = stripe.first(row); r != Stripe.NONE; r = stripe.next(r)) {
          if (datanode(stripe, r) == datanode) {
            removeReplica(stripe, row, r);
            return true;
          }
        }
        return false;
      }
    }
  }

  /** Forgets all replicas of a datanode, which has to report anew; returns whether it had any. */
  public boolean forget(String datanodeUuid) {
    Datanode datanode = datanodes.known(datanodeUuid);
    if (datanode == null) {
      return false;
    }
    synchronized (datanode) {
      datanode.forget();
      boolean had = datanode.replicas() > 0;
      if (had) {
        sweep(datanode, false);
      }
      return had;
    }
  }

  // ---- assignment ----

  /**
   * Chooses the order of a replica that a datanode is about to make. It is the index attribute that
   * fewest other replicas of the block have, so that each is there once before any is there twice.
   * Ties go to the attribute that this datanode has least, then to the first. The choice stands
   * until the replica is reported or the assignment expires.
   *
   * @param indexAttributes those of the block, in the order of the block's front; none gives 0
   * @param beingWritten whether a writer's pipeline makes the block. Its datanodes keep what they
   *     were assigned when the block gets a new generation stamp, as others of them fail. After it,
   *     what was assigned for an older stamp went to one that failed
   * @param counts whether the replica of a datanode (by uuid) is one to reckon with
   * @return the attribute, 0 for upload order
   * @throws RefusedException if the attributes make no sense or too many assignments are open
   */
  public int assign(
      String datanodeUuid,
      long blockId,
      long generationStamp,
      int[] indexAttributes,
      boolean beingWritten,
      Predicate<String> counts)
      throws RefusedException {
    return assigner.assign(
        new OrderAssigner.Wish(datanodeUuid, blockId, generationStamp, beingWritten, counts),
        indexAttributes);
  }

  /** Frees the orders whose assignment expired; returns how many there were. */
  public int expireAssignments() {
    int expired = 0;
    for (int i = 0; i < STRIPES; i++) {
      expired += assigner.expire(i);
    }
    return expired;
  }

  // ---- lookup ----

  /**
   * The known replicas of a block.
   *
   * @param generationStamp stamp the namespace has for the block; replicas of another are left out
   * @param live whether the replica of a datanode (by uuid) can be read
   */
  public List<LocatedReplica> replicas(long blockId, long generationStamp, Predicate<String> live) {
    Stripe stripe = stripes[stripeOf(blockId)];
    List<LocatedReplica> found = new ArrayList<>(3);
    synchronized (stripe) {
      int row = stripe.find(blockId);
      if (row == Stripe.NONE || stripe.generationStamp(row) != generationStamp) {
        return found;
      }
      for (int r = stripe.first(row); r != Stripe.NONE; r = stripe.next(r)) {
        Storage storage = datanodes.storage(stripe.storage(r));
        if (live.test(storage.datanode().uuid())) {
          found.add(new LocatedReplica(storage.datanode().uuid(), info(stripe, row, r, storage)));
        }
      }
    }
    return found;
  }

  /** All known replicas of a block, of whatever stamp and wherever they are. */
  public List<LocatedReplica> all(long blockId) {
    Stripe stripe = stripes[stripeOf(blockId)];
    List<LocatedReplica> found = new ArrayList<>(3);
    synchronized (stripe) {
      int row = stripe.find(blockId);
      for (int r = row == Stripe.NONE ? Stripe.NONE : stripe.first(row);
          r != Stripe.NONE;
          r = stripe.next(r)) {
        Storage storage = datanodes.storage(stripe.storage(r));
        found.add(new LocatedReplica(storage.datanode().uuid(), info(stripe, row, r, storage)));
      }
    }
    return found;
  }

  /** Whether some datanode reported a HAIL replica of a block. */
  public boolean contains(long blockId) {
    Stripe stripe = stripes[stripeOf(blockId)];
    synchronized (stripe) {
      return stripe.find(blockId) != Stripe.NONE;
    }
  }

  /** What is known of a block, or null. */
  public BlockView view(long blockId) {
    int number = stripeOf(blockId);
    Stripe stripe = stripes[number];
    synchronized (stripe) {
      int row = stripe.find(blockId);
      if (row == Stripe.NONE) {
        return null;
      }
      return view(stripe, row, assigner.open(number, blockId, stripe.generationStamp(row)));
    }
  }

  /** Takes replicas one by one. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Is shown a replica, without any lock of the directory.
     *
     * @param length bytes of the block
     */
    void visit(long blockId, long generationStamp, long length, String datanodeUuid);
  }

  /**
   * Shows all replicas of a stripe, from 0, a slice of its rows at a time. A block that is moved
   * meanwhile may be left out, or come twice.
   *
   * @param endOfSlice run after each slice
   */
  public void visit(int number, Visitor visitor, Runnable endOfSlice) {
    int row = 0;
    while (row != Stripe.NONE) {
      List<Runnable> found = new ArrayList<>();
      row = visit(number, row, visitor, found);
      found.forEach(Runnable::run);
      endOfSlice.run();
    }
  }

  private int visit(int number, int from, Visitor visitor, List<Runnable> found) {
    Stripe stripe = stripes[number];
    synchronized (stripe) {
      int end = Math.min(from + sliceRows, stripe.rows());
      for (int row = from; row < end; row++) {
        for (int r = stripe.isUsed(row) ? stripe.first(row) : Stripe.NONE;
            r != Stripe.NONE;
            r = stripe.next(r)) {
          long blockId = stripe.blockId(row);
          long stamp = stripe.generationStamp(row);
          long length = stripe.blockLength(row);
          String uuid = datanode(stripe, r).uuid();
          found.add(() -> visitor.visit(blockId, stamp, length, uuid));
        }
      }
      return end < stripe.rows() ? end : Stripe.NONE;
    }
  }

  /** Number of stripes that {@link #visit} and {@link #blocksMissingAnOrder} take. */
  public int stripes() {
    return STRIPES;
  }

  /**
   * Passes on the blocks of a stripe, from 0, that miss an order and could have it. The stripe is
   * locked for a slice of its rows at a time, and not while blocks are passed on. A block that is
   * moved meanwhile may be left out, or come twice.
   *
   * @return number of blocks in the stripe
   */
  public long blocksMissingAnOrder(int number, LongConsumer blocks) {
    List<Long> found = new ArrayList<>();
    int row = 0;
    while (row != Stripe.NONE) {
      row = blocksMissingAnOrder(number, row, found::add);
      found.forEach(blocks::accept);
      found.clear();
    }
    synchronized (stripes[number]) {
      return stripes[number].blockCount();
    }
  }

  /**
   * Passes on the blocks of one slice, under the lock of the stripe.
   *
   * @param from row to begin with
   * @return row to go on with, {@link Stripe#NONE} at the end of the stripe
   */
  int blocksMissingAnOrder(int number, int from, LongConsumer blocks) {
    Stripe stripe = stripes[number];
    synchronized (stripe) {
      int end = Math.min(from + sliceRows, stripe.rows());
      for (int row = from; row < end; row++) {
        if (stripe.isUsed(row)) {
          BlockView view = view(stripe, row, 0);
          if (view.missesAnOrder() && view.leastUseful() != null) {
            blocks.accept(view.blockId());
          }
        }
      }
      return end < stripe.rows() ? end : Stripe.NONE;
    }
  }

  /** Whether a datanode was ever heard of, and whether it completed a full report since. */
  public boolean reported(String datanodeUuid) {
    Datanode datanode = datanodes.known(datanodeUuid);
    return datanode != null && datanode.reported();
  }

  /** Whether a datanode was ever heard of. */
  public boolean knows(String datanodeUuid) {
    return datanodes.known(datanodeUuid) != null;
  }

  /** Notes that a datanode runs HAIL, before it reports anything. */
  public void meet(String datanodeUuid) {
    datanodes.get(datanodeUuid);
  }

  /** Number of replicas of a datanode by sort attribute. */
  public SortedMap<Integer, Long> replicasByAttribute(String datanodeUuid) {
    Datanode datanode = datanodes.known(datanodeUuid);
    return datanode == null ? new TreeMap<>() : datanode.replicasByAttribute();
  }

  /** Number of replicas of all datanodes by sort attribute. */
  public SortedMap<Integer, Long> replicasByAttribute() {
    SortedMap<Integer, Long> sum = new TreeMap<>();
    for (Datanode datanode : datanodes.all()) {
      datanode.replicasByAttribute().forEach((a, count) -> sum.merge(a, count, Long::sum));
    }
    return sum;
  }

  /** Uuids of all datanodes ever heard of. */
  public Collection<String> datanodes() {
    return datanodes.all().stream().map(Datanode::uuid).toList();
  }

  /** Sizes of the directory. */
  public DirectorySize size() {
    long blocks = 0;
    long replicas = 0;
    long open = 0;
    long bytes = 0;
    for (int i = 0; i < STRIPES; i++) {
      synchronized (stripes[i]) {
        blocks += stripes[i].blockCount();
        replicas += stripes[i].replicaCount();
        open += assigner.open(i);
        bytes += stripes[i].memoryBytes();
      }
    }
    return new DirectorySize(blocks, replicas, open, bytes);
  }

  // ---- within a stripe, under its lock ----

  /**
   * Drops the datanode's own former replica, and all of them if the new one is of a newer
   * generation. Returns the block's row, {@link Stripe#NONE} if nothing is left of it.
   */
  private int dropSuperseded(Stripe stripe, int row, Datanode datanode, ReplicaInfo replica) {
    boolean newer = stripe.generationStamp(row) < replica.generationStamp();
    int r = stripe.first(row);
    while (r != Stripe.NONE) {
      int next = stripe.next(r);
      if ((newer || datanode(stripe, r) == datanode) && removeReplica(stripe, row, r)) {
        return Stripe.NONE;
      }
      r = next;
    }
    return row;
  }

  private static boolean contradicts(Stripe stripe, int row, ReplicaInfo replica, int list) {
    return stripe.blockLength(row) != replica.blockLength()
        || stripe.frontLength(row) != replica.frontLength()
        || stripe.rowCount(row) != replica.rowCount()
        || stripe.formatVersion(row) != replica.formatVersion()
        || stripe.list(row) != list;
  }

  private boolean removeReplica(Stripe stripe, int row, int replica) {
    Datanode datanode = datanode(stripe, replica);
    int attribute = stripe.sortAttribute(replica);
    int list = stripe.list(row);
    datanode.replicaRemoved(attribute, stripe.round(replica));
    datanode.countOrder(list, lists.attributes(list), attribute, -1);
    boolean blockGone = stripe.removeReplica(row, replica);
    if (blockGone) {
      lists.release(list);
    }
    return blockGone;
  }

  /** Removes replicas of a datanode: all, or those its last full report did not name. */
  private void sweep(Datanode datanode, boolean onlyStale) {
    for (Stripe stripe : stripes) {
      int passes = 0;
      while (passes < SLICED_PASSES && !sweptInSlices(stripe, datanode, onlyStale)) {
        passes++;
      }
      if (passes == SLICED_PASSES) {
        synchronized (stripe) {
          sweep(stripe, 0, Integer.MAX_VALUE, datanode, onlyStale);
        }
      }
    }
  }

  /**
   * Sweeps a stripe, and lets others have its lock in between.
   *
   * @return false if they made blocks move to other rows, so that some may be left out
   */
  private boolean sweptInSlices(Stripe stripe, Datanode datanode, boolean onlyStale) {
    long moves = 0;
    int row = 0;
    while (row != Stripe.NONE) {
      synchronized (stripe) {
        if (row > 0 && stripe.moves() != moves) {
          return false;
        }
        row = sweep(stripe, row, sliceRows, datanode, onlyStale);
        moves = stripe.moves();
      }
    }
    return true;
  }

  /** Sweeps so many rows, and returns the row to go on with, {@link Stripe#NONE} at the end. */
  private int sweep(Stripe stripe, int from, int most, Datanode datanode, boolean onlyStale) {
    int row = from;
    for (int looked = 0; looked < most && row < stripe.rows(); looked++) {
      // A block that goes lets another one move into its row, which is looked at again then.
      if (!stripe.isUsed(row) || !sweepBlock(stripe, row, datanode, onlyStale)) {
        row++;
      }
    }
    return row < stripe.rows() ? row : Stripe.NONE;
  }

  private boolean sweepBlock(Stripe stripe, int row, Datanode datanode, boolean onlyStale) {
    for (int r = stripe.first(row); r != Stripe.NONE; r = stripe.next(r)) {
      if (datanode(stripe, r) == datanode && !(onlyStale && stripe.round(r) == datanode.round())) {
        return removeReplica(stripe, row, r);
      }
    }
    return false;
  }

  private BlockView view(Stripe stripe, int row, int open) {
    List<BlockView.Holder> holders = new ArrayList<>(3);
    for (int r = stripe.first(row); r != Stripe.NONE; r = stripe.next(r)) {
      holders.add(new BlockView.Holder(datanode(stripe, r).uuid(), stripe.sortAttribute(r)));
    }
    return new BlockView(
        stripe.blockId(row),
        stripe.generationStamp(row),
        lists.attributes(stripe.list(row)),
        holders,
        open);
  }

  private ReplicaInfo info(Stripe stripe, int row, int replica, Storage storage) {
    return new ReplicaInfo(
        stripe.blockId(row),
        stripe.generationStamp(row),
        stripe.sortAttribute(replica),
        stripe.blockLength(row),
        stripe.frontLength(row),
        stripe.indexLength(replica),
        stripe.rowCount(row),
        stripe.formatVersion(row),
        lists.attributes(stripe.list(row)),
        storage.id());
  }

  private Datanode datanode(Stripe stripe, int replica) {
    return datanodes.holder(stripe, replica);
  }

  /** Number of the stripe that a block is in, from 0. */
  static int stripeOf(long blockId) {
    return (int) (Stripe.hash(blockId) >>> 56);
  }

  private static void check(ReplicaInfo replica) throws RefusedException {
    boolean sensible =
        replica.generationStamp() >= 0
            && replica.sortAttribute() >= 0
            && replica.sortAttribute() <= IndexAttributeLists.MAX_POSITION
            && replica.blockLength() > 0
            && replica.blockLength() <= MAX_BLOCK_LENGTH
            && replica.frontLength() > 0
            && replica.frontLength() <= replica.blockLength()
            && replica.indexLength() >= 0
            && replica.indexLength() <= replica.frontLength()
            && replica.rowCount() >= 0
            && replica.formatVersion() > 0
            && replica.formatVersion() <= Byte.MAX_VALUE
            && !replica.storageId().isEmpty();
    if (!sensible) {
      throw new RefusedException("not the description of a HAIL replica: " + replica);
    }
  }
}
