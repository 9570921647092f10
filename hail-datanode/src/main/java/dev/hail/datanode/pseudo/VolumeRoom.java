// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what pseudo replicas take of each volume: they give way to data, those first that were not
 * read for longest.
 */
final class VolumeRoom {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeRoom.class);

  private final PseudoStore store;
  private final PseudoHost host;
  private final double share;
  private final double freeMin;

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

  /** A replica, the pool it is of, and when it was last read as far as one look at it tells. */
  private record Held(String blockPoolId, ServedReplica replica, long lastRead) {
    static Held now(String blockPoolId, ServedReplica replica) {
      return new Held(blockPoolId, replica, replica.lastRead());
    }
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
   * The volume for a new replica: the one with most free bytes that has room for it, else one that
   * gets room when others go.
   *
   * @throws DiskOutOfSpaceException if none has room even so, or none whose room can be told
   */
  FsVolumeSpi choose(StorageType type, long bytes) throws DiskOutOfSpaceException {
    List<Disk> disks = disks(type);
    Optional<Disk> best =
        disks.stream()
            .filter(disk -> missing(disk, bytes) <= 0)
            .max(Comparator.comparingLong(Disk::available));
    if (best.isPresent()) {
      return best.get().volume();
    }
    disks.sort(Comparator.comparingLong((Disk disk) -> store.bytesOn(disk.volume())).reversed());
    for (Disk disk : disks) {
      long missing = missing(disk, bytes);
      if (missing - store.goingOn(disk.volume()) <= store.bytesOn(disk.volume())) {
        makeRoom(disk.volume(), missing);
        return disk.volume();
      }
    }
    throw new DiskOutOfSpaceException(
        "no volume of type " + type + " has room for a pseudo replica of " + bytes + " bytes");
  }

  /** Lets replicas go on volumes that HDFS has filled. */
  void giveWay() {
    for (StorageType type : StorageType.values()) {
      for (Disk disk : disks(type)) {
        try {
          makeRoom(disk.volume(), missing(disk, 0));
        } catch (RuntimeException | Error e) {
          // As above.
          LOG.warn("Pseudo replicas on {} do not give way this time", disk.volume(), e);
        }
      }
    }
  }

  /** Bytes that would have to go for so many more; not positive if none. */
  private long missing(Disk disk, long bytes) {
    PseudoHost.Room room = disk.room();
    long ofShare = store.bytesOn(disk.volume()) + bytes - (long) (room.capacity() * share);
    long ofFree = (long) (room.capacity() * freeMin) + bytes - room.available();
    return Math.max(ofShare, ofFree);
  }

  /** What is about to be deleted makes room as well, and nothing else has to go for it. */
  private void makeRoom(FsVolumeSpi volume, long allMissing) {
    long missing = allMissing - store.goingOn(volume);
    if (missing <= 0) {
      return;
    }
    List<Held> held = new ArrayList<>();
    for (Map.Entry<String, List<ServedReplica>> pool : store.on(volume).entrySet()) {
      pool.getValue().forEach(replica -> held.add(Held.now(pool.getKey(), replica)));
    }
    // Readers go on meanwhile, and a sort fails if what it compares changes.
    held.sort(Comparator.comparingLong(Held::lastRead));
    long freed = 0;
    for (Held one : held) {
      if (freed >= missing) {
        return;
      }
      store.drop(one.blockPoolId(), one.replica().files().getBlockId());
      freed += one.replica().bytes();
    }
  }
}
