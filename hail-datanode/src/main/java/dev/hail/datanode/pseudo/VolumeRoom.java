// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

  /**
   * The volume for a new replica: the one with most free bytes that has room for it, else one that
   * gets room when others go.
   *
   * @throws DiskOutOfSpaceException if none has room even so
   */
  FsVolumeSpi choose(StorageType type, long bytes) throws IOException {
    List<FsVolumeSpi> volumes = new ArrayList<>(host.volumes(type));
    FsVolumeSpi best = null;
    long most = -1;
    for (FsVolumeSpi volume : volumes) {
      long available = host.room(volume).available();
      if (missing(volume, bytes) <= 0 && available > most) {
        best = volume;
        most = available;
      }
    }
    if (best != null) {
      return best;
    }
    volumes.sort(Comparator.comparingLong(store::bytesOn).reversed());
    for (FsVolumeSpi volume : volumes) {
      long missing = missing(volume, bytes);
      if (missing - store.goingOn(volume) <= store.bytesOn(volume)) {
        makeRoom(volume, missing);
        return volume;
      }
    }
    throw new DiskOutOfSpaceException(
        "no volume of type " + type + " has room for a pseudo replica of " + bytes + " bytes");
  }

  /** Lets replicas go on volumes that HDFS has filled. */
  void giveWay() {
    for (StorageType type : StorageType.values()) {
      for (FsVolumeSpi volume : host.volumes(type)) {
        try {
          makeRoom(volume, missing(volume, 0));
        } catch (IOException | RuntimeException | Error e) {
          // Whatever it was, the other disks are not to fill up for it.
          LOG.warn("Pseudo replicas on {} do not give way this time", volume, e);
        }
      }
    }
  }

  /** Bytes that would have to go for so many more; not positive if none. */
  private long missing(FsVolumeSpi volume, long bytes) throws IOException {
    PseudoHost.Room room = host.room(volume);
    long ofShare = store.bytesOn(volume) + bytes - (long) (room.capacity() * share);
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
