// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.convert.VolumeThreads;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.report.LocalReplicas;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pseudo replicas that this datanode serves. Each belongs to the datanode's own replica of the
 * block, and stays only as long as that replica has the same generation stamp. Thread-safe.
 *
 * <p>Whoever makes, loads or drops a replica claims its id first. So no files appear or go while
 * somebody else works on them.
 */
final class PseudoStore {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoStore.class);

  /** Those of one block pool, in the order of block and attribute. */
  private static final class Pool {
    final NavigableMap<PseudoReplicaId, ServedReplica> replicas =
        new ConcurrentSkipListMap<>(PseudoStore::compare);
    final Set<Long> claimed = ConcurrentHashMap.newKeySet();
  }

  private final LocalReplicas own;
  private final PseudoHost host;
  private final PseudoReplicas.Listener listener;
  private final DatanodeMetrics metrics;

  /** Threads that delete files, so that a disk that hangs holds up nobody else. */
  private final VolumeThreads deleters = new VolumeThreads("hail-pseudo-deleter", 1);

  private final Map<String, Pool> pools = new ConcurrentHashMap<>();

  /** Bytes of stored replicas, by storage id. */
  private final Map<String, LongAdder> bytesOn = new ConcurrentHashMap<>();

  /** Bytes of replicas that are dropped and whose files are still to go, by storage id. */
  private final Map<String, LongAdder> goingOn = new ConcurrentHashMap<>();

  /**
   * A store of nothing.
   *
   * @param own the datanode's own replicas
   */
  PseudoStore(
      LocalReplicas own,
      PseudoHost host,
      PseudoReplicas.Listener listener,
      DatanodeMetrics metrics) {
    this.own = own;
    this.host = host;
    this.listener = listener;
    this.metrics = metrics;
  }

  private static int compare(PseudoReplicaId a, PseudoReplicaId b) {
    int byBlock = Long.compare(a.sourceBlockId(), b.sourceBlockId());
    return byBlock != 0 ? byBlock : Integer.compare(a.sortAttribute(), b.sortAttribute());
  }

  /** Begins to keep replicas of a block pool. */
  void open(String blockPoolId) {
    pools.putIfAbsent(blockPoolId, new Pool());
  }

  // ---- one replica ----

  /** The replica that is served as a block of that id; null if there is none. */
  ServedReplica find(String blockPoolId, long id) {
    PseudoReplicaId key = PseudoReplicaId.of(id);
    Pool pool = key == null ? null : pools.get(blockPoolId);
    return pool == null ? null : pool.replicas.get(key);
  }

  /** Takes an id for making or dropping its replica; false if somebody else has it. */
  boolean claim(String blockPoolId, long id) {
    Pool pool = pools.get(blockPoolId);
    return pool != null && pool.claimed.add(id);
  }

  /** Takes an id as soon as its owner gives it back; false if that takes longer than it may. */
  boolean awaitClaim(String blockPoolId, long id, long millis) throws InterruptedException {
    Pool pool = pools.get(blockPoolId);
    if (pool == null) {
      return false;
    }
    long end = Time.monotonicNow() + millis;
    synchronized (pool) {
      while (!pool.claimed.add(id)) {
        long left = end - Time.monotonicNow();
        if (left <= 0) {
          return false;
        }
        pool.wait(left);
      }
      return true;
    }
  }

  /** Gives back an id. */
  void release(String blockPoolId, long id) {
    Pool pool = pools.get(blockPoolId);
    if (pool != null) {
      synchronized (pool) {
        pool.claimed.remove(id);
        pool.notifyAll();
      }
    }
  }

  /**
   * Serves a replica whose id the caller has claimed and whose files are in their place. The
   * namenodes are not told of it yet.
   *
   * @return false if the datanode's own replica went meanwhile, and this one with it
   */
  boolean add(String blockPoolId, ServedReplica replica) {
    Pool pool = pools.get(blockPoolId);
    if (pool == null) {
      return false;
    }
    pool.replicas.put(replica.key(), replica);
    bytesOn(replica.files().getStorageUuid()).add(replica.bytes());
    // Looked at again, since whoever removed the own replica may have come before there was this.
    if (!hasOwn(blockPoolId, replica)) {
      forget(blockPoolId, replica);
      delete(blockPoolId, replica);
      return false;
    }
    return true;
  }

  private boolean hasOwn(String blockPoolId, ServedReplica replica) {
    return own.find(blockPoolId, replica.key().sourceBlockId())
        .filter(block -> block.getGenerationStamp() == replica.files().getGenerationStamp())
        .isPresent();
  }

  /**
   * Drops a replica, if it is there: readers find it no longer, and its files go soon after. Those
   * on a volume that was taken out stay there.
   */
  void drop(String blockPoolId, long id) {
    ServedReplica replica = find(blockPoolId, id);
    if (replica != null) {
      drop(blockPoolId, replica);
    }
  }

  /**
   * Drops this very replica, and not one that came in its place.
   *
   * @return false if it is not there, or somebody else is at work on it
   */
  boolean drop(String blockPoolId, ServedReplica replica) {
    long id = replica.files().getBlockId();
    if (!replica.equals(find(blockPoolId, id)) || !claim(blockPoolId, id)) {
      return false;
    }
    if (!replica.equals(find(blockPoolId, id))) {
      release(blockPoolId, id);
      return false;
    }
    forget(blockPoolId, replica);
    if (!host.isInUse(replica.files().getVolume())) {
      // The block was on that volume, too, and may be back with it.
      release(blockPoolId, id);
      return true;
    }
    metrics.addPseudoDropped();
    LongAdder going = of(goingOn, replica.files().getStorageUuid());
    going.add(replica.bytes());
    try {
      deleters
          .of(replica.files().getVolume())
          .execute(
              () -> {
                try {
                  delete(blockPoolId, replica);
                } finally {
                  going.add(-replica.bytes());
                  release(blockPoolId, id);
                }
              });
    } catch (RejectedExecutionException stopping) {
      // The files are found again at the next start.
      going.add(-replica.bytes());
      release(blockPoolId, id);
    }
    return true;
  }

  /** Says that a replica is gone if it is not there, and nobody is at work on it. */
  void denyIfAbsent(String blockPoolId, long id) {
    if (!claim(blockPoolId, id)) {
      return;
    }
    // Whoever stores one tells of it while he has the claim, and so is heard before or after this.
    try {
      if (find(blockPoolId, id) == null) {
        listener.gone(blockPoolId, id);
      }
    } finally {
      release(blockPoolId, id);
    }
  }

  /** Takes the replica out: nobody finds it from now on. */
  private void forget(String blockPoolId, ServedReplica replica) {
    Pool pool = pools.get(blockPoolId);
    if (pool != null && pool.replicas.remove(replica.key(), replica)) {
      bytesOn(replica.files().getStorageUuid()).add(-replica.bytes());
      host.forgetOpenFiles(blockPoolId, replica.files().getBlockId());
      listener.gone(blockPoolId, replica.files().getBlockId());
    }
  }

  private void delete(String blockPoolId, ServedReplica replica) {
    FinalizedReplica files = replica.files();
    FileIoProvider io = files.getFileIoProvider();
    io.deleteWithExistsCheck(files.getVolume(), files.getBlockFile());
    io.deleteWithExistsCheck(files.getVolume(), files.getMetaFile());
    host.countUsed(blockPoolId, files.getVolume(), -replica.bytes());
  }

  private LongAdder bytesOn(String storageId) {
    return of(bytesOn, storageId);
  }

  private static LongAdder of(Map<String, LongAdder> sums, String storageId) {
    return sums.computeIfAbsent(storageId, id -> new LongAdder());
  }

  /** Bytes of the files on a volume that are about to be deleted. */
  long goingOn(FsVolumeSpi volume) {
    return of(goingOn, volume.getStorageID()).sum();
  }

  /** Bytes of the replicas on a volume. */
  long bytesOn(FsVolumeSpi volume) {
    return bytesOn(volume.getStorageID()).sum();
  }

  // ---- all ----

  /**
   * Drops the replicas of a block that the datanode removes.
   *
   * @param generationStamp those of later generations stay
   */
  void dropOf(String blockPoolId, long sourceBlockId, long generationStamp) {
    Pool pool = pools.get(blockPoolId);
    if (pool == null || !PseudoReplicaId.isPossible(sourceBlockId, 1)) {
      return;
    }
    for (ServedReplica replica : ofBlock(pool, sourceBlockId)) {
      if (replica.files().getGenerationStamp() <= generationStamp) {
        drop(blockPoolId, replica);
      }
    }
  }

  private static List<ServedReplica> ofBlock(Pool pool, long sourceBlockId) {
    PseudoReplicaId first = new PseudoReplicaId(sourceBlockId, 1);
    List<ServedReplica> found = new ArrayList<>();
    for (ServedReplica replica : pool.replicas.tailMap(first, true).values()) {
      if (replica.key().sourceBlockId() != sourceBlockId) {
        break;
      }
      found.add(replica);
    }
    return found;
  }

  /** Drops pseudo replicas whose block the datanode no longer has, however it lost the block. */
  void sweep() {
    for (String blockPoolId : pools.keySet()) {
      for (ServedReplica replica : replicas(blockPoolId)) {
        if (!hasOwn(blockPoolId, replica)) {
          drop(blockPoolId, replica);
        }
      }
    }
  }

  /** The replicas of a block pool now. */
  List<ServedReplica> replicas(String blockPoolId) {
    Pool pool = pools.get(blockPoolId);
    return pool == null ? List.of() : List.copyOf(pool.replicas.values());
  }

  /** Descriptions of the replicas of a block pool now. */
  List<ReplicaInfo> snapshot(String blockPoolId) {
    return replicas(blockPoolId).stream().map(ServedReplica::info).toList();
  }

  /** The replicas on a volume, by block pool. */
  Map<String, List<ServedReplica>> on(FsVolumeSpi volume) {
    Map<String, List<ServedReplica>> found = new ConcurrentHashMap<>();
    for (String blockPoolId : pools.keySet()) {
      List<ServedReplica> here =
          replicas(blockPoolId).stream().filter(replica -> isOn(replica, volume)).toList();
      found.put(blockPoolId, here);
    }
    return found;
  }

  private static boolean isOn(ServedReplica replica, FsVolumeSpi volume) {
    return replica.files().getStorageUuid().equals(volume.getStorageID());
  }

  /** Forgets the replicas on volumes that were taken out; their files stay there. */
  void forgetLostVolumes() {
    for (String blockPoolId : pools.keySet()) {
      for (ServedReplica replica : replicas(blockPoolId)) {
        if (!host.isInUse(replica.files().getVolume())) {
          forget(blockPoolId, replica);
        }
      }
    }
    sweep();
  }

  /** Forgets a block pool; its files stay. */
  void forget(String blockPoolId) {
    Pool pool = pools.remove(blockPoolId);
    if (pool != null && !pool.replicas.isEmpty()) {
      for (ServedReplica replica : pool.replicas.values()) {
        bytesOn(replica.files().getStorageUuid()).add(-replica.bytes());
      }
      LOG.info(
          "{} pseudo replicas of block pool {} are put away", pool.replicas.size(), blockPoolId);
    }
  }

  /** Stops to delete files. */
  void close() {
    deleters.shutdown();
  }

  /** Number of replicas. */
  long count() {
    return pools.values().stream().mapToLong(pool -> pool.replicas.size()).sum();
  }

  /** Bytes of the files of all replicas. */
  long bytes() {
    return bytesOn.values().stream().mapToLong(LongAdder::sum).sum();
  }
}
