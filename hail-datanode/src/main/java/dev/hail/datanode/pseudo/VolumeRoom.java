// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.conf.HailConfigKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what pseudo replicas take of each volume: they give way to data, those first that were not
 * read for longest. Replicas on their way in count as those that are served. Thread-safe.
 */
final class VolumeRoom {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeRoom.class);

  private final PseudoStore store;
  private final PseudoHost host;
  private final double share;
  private final double freeMin;

  /** Bytes of replicas on their way in, by storage id. */
  private final Map<String, LongAdder> arrivingOn = new ConcurrentHashMap<>();

  /**
   * The bounds.
   *
   * @param share of a volume's capacity that pseudo replicas may take, 0 to 1
   * @param freeMin share of a volume's capacity that they leave free, 0 to 1
   */
  VolumeRoom(PseudoStore store, PseudoHost host, double share, double freeMin) {
    this.store = store;
    this.host = host;
    this.share = share;
    this.freeMin = freeMin;
  }

  /** A replica with its pool, and the time of its last read at the moment of looking. */
  private record Occupant(String blockPoolId, ServedReplica replica, long lastRead) {
    static Occupant now(String blockPoolId, ServedReplica replica) {
      return new Occupant(blockPoolId, replica, replica.lastRead());
    }
  }

  /**
   * A volume with room set aside in the share for a replica, until that is served or given up.
   * Thread-safe.
   */
  final class Place {
    private final FsVolumeSpi volume;
    private final AtomicLong bytes;

    private Place(FsVolumeSpi volume, long bytes) {
      this.volume = volume;
      this.bytes = new AtomicLong(bytes);
      arrivingOn(volume).add(bytes);
    }

    FsVolumeSpi volume() {
      return volume;
    }

    /** Gives back the room, if that was not done before. */
    void giveBack() {
      arrivingOn(volume).add(-bytes.getAndSet(0));
    }
  }

  private LongAdder arrivingOn(FsVolumeSpi volume) {
    return arrivingOn.computeIfAbsent(volume.getStorageID(), id -> new LongAdder());
  }

  /** A volume and how it is filled. */
  private record Disk(FsVolumeSpi volume, PseudoHost.Room room) {
    long available() {
      return room.available();
    }
  }

  /** The volumes of a type whose room can be told. */
  private List<Disk> disks(StorageType type) {
    List<Disk> disks = new ArrayList<>();
    for (FsVolumeSpi volume : host.volumes(type)) {
      try {
        disks.add(new Disk(volume, host.room(volume)));
      } catch (IOException | RuntimeException | Error e) {
        // Whatever it was, the other disks have room all the same, and fill up all the same.
        LOG.warn("Volume {} is left out for pseudo replicas, its room cannot be told", volume, e);
      }
    }
    return disks;
  }

  /**
   * Room for a new replica: on the volume with most free bytes that has it, else on one that gets
   * it when others go.
   *
   * @return what is to be given back, however the replica ends
   * @throws DiskOutOfSpaceException if none has room even so, or none whose room can be told
   */
  Place choose(StorageType type, long bytes) throws DiskOutOfSpaceException {
    // Not under the lock, as a disk may hang.
    List<Disk> disks = disks(type);
    synchronized (this) {
      Optional<Disk> best =
          disks.stream()
              .filter(disk -> missing(disk, bytes) <= 0)
              .max(Comparator.comparingLong(Disk::available));
      if (best.isPresent()) {
        return new Place(best.get().volume(), bytes);
      }
      disks.sort(Comparator.comparingLong((Disk disk) -> store.bytesOn(disk.volume())).reversed());
      for (Disk disk : disks) {
        long missing = missing(disk, bytes);
        if (missing <= store.bytesOn(disk.volume()) && makeRoom(disk.volume(), missing)) {
          return new Place(disk.volume(), bytes);
        }
      }
    }
    throw new DiskOutOfSpaceException(
        "no volume of type "
            + type
            + " has room for a pseudo replica of "
            + bytes
            + " bytes"
            + disks.stream()
                .min(Comparator.comparingLong(disk -> missing(disk, bytes)))
                .map(this::limits)
                .orElse(": there is none whose room can be told"));
  }

  /** The bounds of the volume that is nearest to having room, and what to do. */
  private String limits(Disk disk) {
    FsVolumeSpi volume = disk.volume();
    long capacity = disk.room().capacity();
    return String.format(
        Locale.ROOT,
        ". The nearest to it is %s: pseudo replicas take %d of the %d bytes that %s = %s allows,"
            + " and %d bytes are free, of which %s = %s keeps %d. Drop indexes with `hail index"
            + " drop', delete other data, or change these keys of the datanode",
        volume,
        store.bytesOn(volume) + arrivingOn(volume).sum(),
        (long) (capacity * share),
        HailConfigKeys.DATANODE_INDEX_SHARE,
        share,
        disk.available(),
        HailConfigKeys.DATANODE_INDEX_FREE_MIN,
        freeMin,
        (long) (capacity * freeMin));
  }

  /** Lets replicas go on volumes that HDFS has filled. */
  void giveWay() {
    for (StorageType type : StorageType.values()) {
      for (Disk disk : disks(type)) {
        try {
          giveWay(disk);
        } catch (RuntimeException | Error e) {
          // As above.
          LOG.warn("Pseudo replicas on {} do not give way this time", disk.volume(), e);
        }
      }
    }
  }

  private synchronized void giveWay(Disk disk) {
    makeRoom(disk.volume(), missing(disk, 0));
  }

  /**
   * Bytes of served replicas that would have to go for so many more; not positive if none. HDFS
   * does not count those on their way in as available. What is about to be deleted is out of the
   * share already, and is not available yet: nothing else has to go for it.
   */
  private long missing(Disk disk, long bytes) {
    FsVolumeSpi volume = disk.volume();
    long capacity = disk.room().capacity();
    long taken = store.bytesOn(volume) + arrivingOn(volume).sum();
    long ofShare = taken + bytes - (long) (capacity * share);
    long available = disk.available() + store.goingOn(volume);
    long ofFree = (long) (capacity * freeMin) + bytes - available;
    return Math.max(ofShare, ofFree);
  }

  /** Returns false if too few could go: those that somebody works on stay. */
  private boolean makeRoom(FsVolumeSpi volume, long missing) {
    if (missing <= 0) {
      return true;
    }
    List<Occupant> held = new ArrayList<>();
    for (Map.Entry<String, List<ServedReplica>> pool : store.on(volume).entrySet()) {
      pool.getValue().forEach(replica -> held.add(Occupant.now(pool.getKey(), replica)));
    }
    // Readers go on meanwhile, and a sort fails if what it compares changes.
    held.sort(Comparator.comparingLong(Occupant::lastRead));
    long freed = 0;
    for (Occupant one : held) {
      if (freed >= missing) {
        break;
      }
      if (store.drop(one.blockPoolId(), one.replica())) {
        freed += one.replica().bytes();
      }
    }
    return freed >= missing;
  }
}
