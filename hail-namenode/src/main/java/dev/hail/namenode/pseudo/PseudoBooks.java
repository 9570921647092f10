// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.directory.DirectorySize;
import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.namenode.space.Held;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.Tally;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.util.Time;

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

  private final HailNamespace namespace;
  private final ReplicaTable directory;
  private final SpaceLedger space;

  /** Shared by all who change directory and sums together; held alone while sums are made anew. */
  private final ReentrantReadWriteLock counting = new ReentrantReadWriteLock(true);

  private final DatanodeCommands drops;

  /**
   * Books of nothing.
   *
   * @param directory for replicas under the ids of {@link PseudoReplicaId} alone
   */
  PseudoBooks(HailNamespace namespace, ReplicaTable directory, SpaceLedger space) {
    this(namespace, directory, space, Time::monotonicNow);
  }

  /**
   * Books of nothing, with a clock of their own.
   *
   * @param steadyMillis by which commands lapse
   */
  PseudoBooks(
      HailNamespace namespace,
      ReplicaTable directory,
      SpaceLedger space,
      LongSupplier steadyMillis) {
    this.namespace = namespace;
    this.directory = directory;
    this.space = space;
    this.drops = new DatanodeCommands(steadyMillis, COMMAND_MILLIS);
  }

  ReplicaTable directory() {
    return directory;
  }

  DatanodeCommands drops() {
    return drops;
  }

  /** A lock for whoever changes sums and directory one after the other. */
  Lock changing() {
    return counting.readLock();
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
      return add(datanodeUuid, key, replica);
    } finally {
      counting.readLock().unlock();
    }
  }

  private boolean add(String datanodeUuid, PseudoReplicaId key, ReplicaInfo replica)
      throws RefusedException {
    if (drops.has(datanodeUuid, replica.blockId())) {
      return false;
    }
    List<LocatedReplica> before = directory.all(replica.blockId());
    boolean known = before.stream().anyMatch(one -> one.datanodeUuid().equals(datanodeUuid));
    boolean twin =
        namespace.isActive() && before.stream().anyMatch(one -> isTwin(one, datanodeUuid, replica));
    if (twin || !directory.add(datanodeUuid, replica)) {
      removeCounted(datanodeUuid, replica.blockId());
      drops.add(datanodeUuid, replica.blockId());
      return false;
    }
    if (!known) {
      count(key, datanodeUuid, replica.blockLength());
    }
    return !known;
  }

  private boolean isTwin(LocatedReplica one, String datanodeUuid, ReplicaInfo replica) {
    return !one.datanodeUuid().equals(datanodeUuid)
        && one.replica().generationStamp() == replica.generationStamp()
        && namespace.datanodes().isLive(one.datanodeUuid());
  }

  private void count(PseudoReplicaId key, String datanodeUuid, long bytes) {
    Long fileId = namespace.blocks().fileIdOf(key.sourceBlockId());
    if (fileId != null) {
      IndexId id = new IndexId(fileId, key.sortAttribute());
      space.added(new SpaceLedger.Replica(id, key.sourceBlockId()), datanodeUuid, bytes);
    }
  }

  /** Forgets a replica that a datanode no longer has; returns whether it was known. */
  boolean remove(String datanodeUuid, long id) {
    drops.done(datanodeUuid, id);
    counting.readLock().lock();
    try {
      return removeCounted(datanodeUuid, id);
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
    Long fileId = namespace.blocks().fileIdOf(key.sourceBlockId());
    if (fileId != null) {
      space.removed(new IndexId(fileId, key.sortAttribute()), datanodeUuid, known.blockLength());
    }
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
            .anyMatch(one -> namespace.datanodes().isLive(one.datanodeUuid()));
  }

  /** All replicas of an index, wherever they are. */
  List<Held> holdings(IndexId id) {
    List<Held> held = new ArrayList<>();
    for (long blockId : namespace.inodes().blocksOf(id.fileId())) {
      if (PseudoReplicaId.isPossible(blockId, id.attribute())) {
        long pseudoId = new PseudoReplicaId(blockId, id.attribute()).blockId();
        for (LocatedReplica one : directory.all(pseudoId)) {
          held.add(new Held(id, blockId, one.datanodeUuid(), one.replica().blockLength()));
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
      if (dropUncounted(held)) {
        space.removed(held.id(), held.datanodeUuid(), held.bytes());
      }
    } finally {
      counting.readLock().unlock();
    }
  }

  /** Has a replica dropped that the sums no longer count; returns whether it was there. */
  boolean dropUncounted(Held held) {
    long id = new PseudoReplicaId(held.blockId(), held.id().attribute()).blockId();
    drops.add(held.datanodeUuid(), id);
    return directory.remove(held.datanodeUuid(), id);
  }

  // ---- sums ----

  /**
   * A replica that another datanode has as well.
   *
   * @param first who was seen with it before
   */
  private record Twin(Held held, String first) {}

  /** Replicas of one slice, to be counted together. */
  private static final class Slice {
    final List<Twin> twins = new ArrayList<>();
    final List<Long> sources = new ArrayList<>();
    final List<Integer> attributes = new ArrayList<>();
    final List<String> datanodes = new ArrayList<>();
    final List<Long> bytes = new ArrayList<>();
    private long previous;
    private String first;

    /** Replicas of one block and order come one after the other. */
    void add(long id, long length, String datanodeUuid) {
      PseudoReplicaId key = PseudoReplicaId.of(id);
      if (id == previous) {
        IndexId noFile = new IndexId(0, key.sortAttribute());
        Held held = new Held(noFile, key.sourceBlockId(), datanodeUuid, length);
        twins.add(new Twin(held, first));
        return;
      }
      previous = id;
      first = datanodeUuid;
      sources.add(key.sourceBlockId());
      attributes.add(key.sortAttribute());
      datanodes.add(datanodeUuid);
      bytes.add(length);
    }

    void clear() {
      twins.clear();
      sources.clear();
      attributes.clear();
      datanodes.clear();
      bytes.clear();
    }
  }

  /**
   * Counts all replicas anew, for the files that their blocks belong to now. A block may have gone
   * to another file, or its file was not known when the replica was reported. The active namenode
   * has all but one of the same block and order dropped. Reports and grants wait meanwhile;
   * look-ups and HDFS do not, but for a slice of a thousand replicas. Commands that have lapsed
   * end.
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
    if (namespace.isActive()) {
      slice.twins.stream()
          .filter(twin -> namespace.datanodes().isLive(twin.first()))
          .map(Twin::held)
          .filter(held -> namespace.datanodes().isLive(held.datanodeUuid()))
          .forEach(this::dropUncounted);
    }
    List<Long> files = namespace.blocks().fileIdsOf(slice.sources);
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i) == null) {
        tally.addOfNoFile(slice.bytes.get(i));
      } else {
        tally.add(
            new IndexId(files.get(i), slice.attributes.get(i)),
            slice.datanodes.get(i),
            slice.bytes.get(i));
      }
    }
    slice.clear();
  }
}
