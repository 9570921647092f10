// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.directory.DirectorySize;
import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.Holdings;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.Tally;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Which datanode has which pseudo replica, with the sums over each index; soft state, like the
 * block map. Thread-safe.
 *
 * <p>What a datanode is ordered to drop is out of the books at once, whatever that datanode reports
 * until it has done so.
 */
final class PseudoBooks {
  /** A datanode that has not carried out a command for so long reports anew. */
  private static final long COMMAND_MILLIS = 600_000;

  private static final int CHANGES_AT_ONCE = 64;

  private final NamenodeState namenode;
  private final ReplicaTable directory;
  private final SpaceLedger space;

  /** Shared by all who change directory and sums together; held alone while sums are made anew. */
  private final ReentrantReadWriteLock counting = new ReentrantReadWriteLock(true);

  /**
   * One of these is held by whoever changes the replicas of one block and order in the directory
   * and in the sums: a replica that goes is taken off once, whoever else has it go.
   */
  private final Object[] changing = new Object[CHANGES_AT_ONCE];

  private final Object admitting = new Object();
  private final DatanodeCommands drops;

  /**
   * Books of nothing.
   *
   * @param directory for replicas under the ids of {@link PseudoReplicaId} alone
   * @param steadyMillis by which commands lapse
   */
  PseudoBooks(
      NamenodeState namenode,
      ReplicaTable directory,
      SpaceLedger space,
      LongSupplier steadyMillis) {
    this.namenode = namenode;
    this.directory = directory;
    this.space = space;
    this.drops = new DatanodeCommands(steadyMillis, COMMAND_MILLIS);
    Arrays.setAll(changing, any -> new Object());
  }

  ReplicaTable directory() {
    return directory;
  }

  DatanodeCommands drops() {
    return drops;
  }

  // ---- what datanodes report ----

  /** A full report begins: replicas of the datanode that it does not name will be forgotten. */
  void beginFullReport(String datanodeUuid) {
    directory.beginFullReport(datanodeUuid);
    drops.forgetLapsed(datanodeUuid);
  }

  /**
   * Whether a datanode is to say anew what it has. It did not drop in time what it was told to,
   * because it obeys another namenode, and these books are without those replicas.
   */
  boolean isReportWanted(String datanodeUuid) {
    return drops.haveLapsed(datanodeUuid);
  }

  /**
   * Takes a replica that a datanode told of. A second one of the same block and order is of no use:
   * the active namenode has it dropped.
   *
   * @return whether it was not known
   * @throws RefusedException if it is none
   */
  boolean add(String datanodeUuid, ReplicaInfo replica) throws RefusedException {
    PseudoReplicaId key = PseudoReplicaId.of(replica.blockId());
    if (key == null || key.sortAttribute() != replica.sortAttribute()) {
      throw new RefusedException("not the description of a pseudo replica: " + replica);
    }
    counting.readLock().lock();
    try {
      synchronized (changing(replica.blockId())) {
        return add(datanodeUuid, key, replica);
      }
    } finally {
      counting.readLock().unlock();
    }
  }

  private Object changing(long id) {
    return changing[Math.floorMod(Long.hashCode(id), CHANGES_AT_ONCE)];
  }

  private boolean add(String datanodeUuid, PseudoReplicaId key, ReplicaInfo replica)
      throws RefusedException {
    if (drops.has(datanodeUuid, replica.blockId())) {
      return false;
    }
    List<LocatedReplica> before = directory.all(replica.blockId());
    boolean known = before.stream().anyMatch(one -> one.datanodeUuid().equals(datanodeUuid));
    boolean twin =
        namenode.isActive() && before.stream().anyMatch(one -> isTwin(one, datanodeUuid, replica));
    if (twin || !directory.add(datanodeUuid, replica)) {
      removeCounted(datanodeUuid, replica.blockId());
      drops.add(datanodeUuid, replica.blockId());
      return false;
    }
    countChange(key, before, directory.all(replica.blockId()));
    return !known;
  }

  private boolean isTwin(LocatedReplica one, String datanodeUuid, ReplicaInfo replica) {
    return !one.datanodeUuid().equals(datanodeUuid)
        && one.replica().generationStamp() == replica.generationStamp()
        && namenode.isLive(one.datanodeUuid());
  }

  /** A replica of a newer block takes the place of all older ones, on other datanodes too. */
  private void countChange(
      PseudoReplicaId key, List<LocatedReplica> before, List<LocatedReplica> after) {
    Map<String, Long> bytes = new HashMap<>();
    before.forEach(one -> bytes.put(one.datanodeUuid(), one.replica().blockLength()));
    for (LocatedReplica one : after) {
      Long counted = bytes.remove(one.datanodeUuid());
      if (counted == null || counted != one.replica().blockLength()) {
        if (counted != null) {
          countGone(key, one.datanodeUuid(), counted);
        }
        countCome(key, one.datanodeUuid(), one.replica().blockLength());
      }
    }
    bytes.forEach((datanodeUuid, counted) -> countGone(key, datanodeUuid, counted));
  }

  private void countCome(PseudoReplicaId key, String datanodeUuid, long bytes) {
    Long fileId = namenode.fileIdOf(key.sourceBlockId());
    if (fileId == null) {
      space.addedOfNoFile(bytes);
    } else {
      IndexId id = new IndexId(fileId, key.sortAttribute());
      space.added(new SpaceLedger.Replica(id, key.sourceBlockId()), datanodeUuid, bytes);
    }
  }

  private void countGone(PseudoReplicaId key, String datanodeUuid, long bytes) {
    Long fileId = namenode.fileIdOf(key.sourceBlockId());
    if (fileId == null) {
      space.removedOfNoFile(bytes);
    } else {
      space.removed(new IndexId(fileId, key.sortAttribute()), datanodeUuid, bytes);
    }
  }

  /** Forgets a replica that a datanode no longer has; returns whether it was known. */
  boolean remove(String datanodeUuid, long id) {
    drops.done(datanodeUuid, id);
    counting.readLock().lock();
    try {
      synchronized (changing(id)) {
        return removeCounted(datanodeUuid, id);
      }
    } finally {
      counting.readLock().unlock();
    }
  }

  private boolean removeCounted(String datanodeUuid, long id) {
    PseudoReplicaId key = PseudoReplicaId.of(id);
    ReplicaInfo known = key == null ? null : find(datanodeUuid, id);
    if (known == null || !directory.remove(datanodeUuid, id)) {
      return false;
    }
    countGone(key, datanodeUuid, known.blockLength());
    return true;
  }

  private ReplicaInfo find(String datanodeUuid, long id) {
    return directory.all(id).stream()
        .filter(one -> one.datanodeUuid().equals(datanodeUuid))
        .map(LocatedReplica::replica)
        .findFirst()
        .orElse(null);
  }

  // ---- what is asked ----

  /**
   * The replicas of a block in one order.
   *
   * @param generationStamp stamp the namespace has for the block
   * @param live whether the replica of a datanode (by uuid) can be read
   */
  List<LocatedReplica> of(
      long sourceBlockId, long generationStamp, int attribute, Predicate<String> live) {
    return PseudoReplicaId.isPossible(sourceBlockId, attribute)
        ? directory.replicas(
            new PseudoReplicaId(sourceBlockId, attribute).blockId(), generationStamp, live)
        : List.of();
  }

  /** Whether a live datanode has a replica of a block in an order, of whatever stamp. */
  boolean isThere(long sourceBlockId, int attribute) {
    return PseudoReplicaId.isPossible(sourceBlockId, attribute)
        && directory.all(new PseudoReplicaId(sourceBlockId, attribute).blockId()).stream()
            .anyMatch(one -> namenode.isLive(one.datanodeUuid()));
  }

  /** All replicas of an index, wherever they are. */
  List<Held> holdings(IndexId id) {
    List<Held> held = new ArrayList<>();
    for (long blockId : namenode.blocksOf(id.fileId())) {
      held.addAll(holdings(id, blockId));
    }
    return held;
  }

  /** The replicas of an index that are of one block. */
  private List<Held> holdings(IndexId id, long blockId) {
    if (!PseudoReplicaId.isPossible(blockId, id.attribute())) {
      return List.of();
    }
    long pseudoId = new PseudoReplicaId(blockId, id.attribute()).blockId();
    return directory.all(pseudoId).stream()
        .map(one -> new Held(id, blockId, one.datanodeUuid(), one.replica().blockLength()))
        .toList();
  }

  /** See {@link Holdings#last}. */
  List<Held> lastReplicas(IndexId id, long highestBlock, long bytes) {
    long[] blocks = namenode.blocksOf(id.fileId());
    Arrays.sort(blocks);
    List<Held> held = new ArrayList<>();
    long missing = bytes;
    for (int i = blocks.length - 1; i >= 0 && missing > 0; i--) {
      if (blocks[i] <= highestBlock) {
        for (Held one : holdings(id, blocks[i])) {
          if (missing > 0) {
            held.add(one);
            missing -= one.bytes();
          }
        }
      }
    }
    return held;
  }

  /** Number of replicas and memory of their description. */
  DirectorySize size() {
    return directory.size();
  }

  // ---- what is to go ----

  /** Has a replica dropped; readers are not told of it from now on. */
  void drop(Held held) {
    counting.readLock().lock();
    try {
      dropCounted(held);
    } finally {
      counting.readLock().unlock();
    }
  }

  /** Returns whether it was there: its datanode may have told meanwhile that it is gone. */
  private boolean dropCounted(Held held) {
    long id = new PseudoReplicaId(held.blockId(), held.id().attribute()).blockId();
    synchronized (changing(id)) {
      if (!removeCounted(held.datanodeUuid(), id)) {
        return false;
      }
      drops.add(held.datanodeUuid(), id);
      return true;
    }
  }

  /**
   * Has dropped what has to go for a replica, if that is worth it. One after the other: what goes
   * for one is still in the books until it is dropped, and must not go for another one, too.
   */
  SpaceLedger.Admission admit(SpaceLedger.Replica wanted, long bytes) {
    synchronized (admitting) {
      counting.readLock().lock();
      try {
        SpaceLedger.Admission admission = space.admit(wanted, bytes);
        return new SpaceLedger.Admission(
            admission.admitted(),
            admission.full(),
            admission.evicted().stream().filter(this::dropCounted).toList());
      } finally {
        counting.readLock().unlock();
      }
    }
  }

  // ---- sums ----

  /**
   * A replica to be counted.
   *
   * @param first who was seen with one of the same block and order before; null if nobody was
   */
  private record Seen(PseudoReplicaId key, String datanodeUuid, long bytes, String first) {
    long sourceBlockId() {
      return key.sourceBlockId();
    }
  }

  /** Replicas of one slice, to be counted together. */
  private static final class Slice {
    final List<Seen> seen = new ArrayList<>();
    private long previous;
    private String first;

    /** Replicas of one block and order come one after the other. */
    void add(long id, long bytes, String datanodeUuid) {
      if (id != previous) {
        first = null;
      }
      seen.add(new Seen(PseudoReplicaId.of(id), datanodeUuid, bytes, first));
      if (first == null) {
        first = datanodeUuid;
      }
      previous = id;
    }
  }

  /**
   * Counts all replicas anew, for the files that their blocks belong to now. A block may have gone
   * to another file, or its file was not known when the replica was reported. The active namenode
   * has all but one of the same block and order dropped; what stays in the directory is counted.
   * Reports and grants wait meanwhile; look-ups and HDFS do not, but for a slice of a thousand
   * replicas. Commands that have lapsed end.
   */
  void recount() {
    drops.endLapsed();
    counting.writeLock().lock();
    try {
      Tally tally = new Tally();
      Slice slice = new Slice();
      for (int stripe = 0; stripe < directory.stripes(); stripe++) {
        directory.visit(
            stripe,
            (id, stamp, length, datanodeUuid) -> slice.add(id, length, datanodeUuid),
            () -> count(slice, tally));
      }
      space.replace(tally);
    } finally {
      counting.writeLock().unlock();
    }
  }

  private void count(Slice slice, Tally tally) {
    if (slice.seen.isEmpty()) {
      // Most slices of a small directory are, and each would cost a lock of the namesystem.
      return;
    }
    if (namenode.isActive()) {
      slice.seen.removeIf(this::dropLiveTwin);
    }
    List<Long> files = namenode.fileIdsOf(slice.seen.stream().map(Seen::sourceBlockId).toList());
    for (int i = 0; i < files.size(); i++) {
      Seen one = slice.seen.get(i);
      if (files.get(i) == null) {
        tally.addOfNoFile(one.bytes());
      } else {
        tally.add(
            new IndexId(files.get(i), one.key().sortAttribute()), one.datanodeUuid(), one.bytes());
      }
    }
    slice.seen.clear();
  }

  /** Has a replica dropped, which is not counted yet, if there is another; returns whether so. */
  private boolean dropLiveTwin(Seen one) {
    boolean twin =
        one.first() != null && namenode.isLive(one.first()) && namenode.isLive(one.datanodeUuid());
    if (twin && directory.remove(one.datanodeUuid(), one.key().blockId())) {
      drops.add(one.datanodeUuid(), one.key().blockId());
    }
    return twin;
  }
}
