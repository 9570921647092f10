// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.hail.datanode.metrics.DatanodeMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many replicas go for data that fill a disk. */
final class VolumeRoomTest {
  private static final String POOL = PseudoDisks.POOL;
  private static final double FREE_MIN = 0.1;
  private static final long LEFT_FREE = (long) (PseudoDisks.CAPACITY * FREE_MIN);

  /** Enough for a sort to notice in one of some rounds that its order is none. */
  private static final int MANY = 300;

  private static final int ROUNDS = 50;

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);

  @TempDir private Path directory;
  private final DatanodeMetrics metrics = DatanodeMetrics.register("room-test:1");
  private PseudoDisks disks;
  private PseudoStore store;
  private VolumeRoom room;

  /** Three replicas on the first disk, one on the second. */
  @BeforeEach
  void make() throws Exception {
    disks = new PseudoDisks(directory, 2);
    for (int source = 1; source <= 3; source++) {
      disks.put(0, source);
    }
    disks.put(1, 4);
    store = new PseudoStore(disks, disks, new Silent(), metrics);
    store.open(POOL);
    load(store);
    assertThat(served(0)).isEqualTo(3);
    assertThat(served(1)).isEqualTo(1);
    room = new VolumeRoom(store, disks, 0.5, FREE_MIN);
  }

  private void load(PseudoStore into) throws Exception {
    PseudoLoader loader = new PseudoLoader(disks, disks, into, new Silent());
    for (var volume : new ArrayList<>(disks.volumes(POOL).values())) {
      loader.load(POOL, volume, () -> {});
    }
  }

  @AfterEach
  void end() {
    disks.release();
    store.close();
    metrics.unregister();
  }

  private FsVolumeSpi volume(int disk) {
    return disks.volumes(POOL).get("DS-" + disk).volume();
  }

  private long served(int disk) {
    return store.replicas(POOL).stream()
        .filter(replica -> replica.files().getVolume().equals(volume(disk)))
        .count();
  }

  @Test
  void replicasBeingDeleted_onFullDisk_countAsRoom() throws Exception {
    disks.holdDeletes(0);
    disks.leave(0, LEFT_FREE - 1);
    for (int round = 0; round < 3; round++) {
      room.giveWay();
      assertThat(served(0)).as("round %d", round).isEqualTo(2);
    }

    disks.release();
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (store.goingOn(volume(0)) > 0) {
      assertThat(System.nanoTime()).as("the files are deleted").isLessThan(end);
      Thread.sleep(10);
    }
    room.giveWay();
    assertThat(served(0)).as("that was not enough").isEqualTo(1);
  }

  @Test
  void replicasBeingDeleted_inShare_countAsRoomOnlyOnce() throws Exception {
    disks.leave(1, 0);
    long bytes = store.bytesOn(volume(0)) / 3;
    room = new VolumeRoom(store, disks, 3.5 * bytes / PseudoDisks.CAPACITY, FREE_MIN);
    disks.holdDeletes(0);
    for (int writer = 1; writer <= 3; writer++) {
      assertThat(room.choose(StorageType.DISK, bytes).volume()).isEqualTo(volume(0));
      assertThat(served(0)).as("for writer %d", writer).isEqualTo(3 - writer);
    }
    assertThatThrownBy(() -> room.choose(StorageType.DISK, bytes))
        .isInstanceOf(DiskOutOfSpaceException.class);
  }

  @Test
  void disk_withUnknownRoom_keepsNoOtherFull() {
    disks.leave(0, -1);
    disks.leave(1, 0);
    room.giveWay();
    assertThat(List.of(served(0), served(1))).containsExactly(3L, 0L);
  }

  @Test
  void disk_withUnknownRoom_leavesReplicasToOthers() throws Exception {
    disks.leave(0, -1);
    assertThat(room.choose(StorageType.DISK, 1_000).volume()).isEqualTo(volume(1));
    disks.confuse(0);
    assertThat(room.choose(StorageType.DISK, 1_000).volume()).isEqualTo(volume(1));
  }

  @Test
  void disks_allWithUnknownRoom_takeNoReplica() {
    disks.leave(0, -1);
    disks.leave(1, -1);
    assertThatThrownBy(() -> room.choose(StorageType.DISK, 1_000))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("has room for a pseudo replica of 1000 bytes: there is none whose");
  }

  @Test
  void disks_allFull_tellLimitsOfTheNearest() throws Exception {
    disks.leave(0, 0);
    disks.leave(1, LEFT_FREE);
    long taken = store.bytesOn(volume(1));
    assertThatThrownBy(() -> room.choose(StorageType.DISK, 2 * taken))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("has room for a pseudo replica of " + 2 * taken + " bytes. ")
        .hasMessageContaining(
            "take "
                + taken
                + " of the "
                + PseudoDisks.CAPACITY / 2
                + " bytes that"
                + " hail.datanode.index.share = 0.5 allows")
        .hasMessageContaining(
            LEFT_FREE
                + " bytes are free, of which hail.datanode.index.free.min = 0.1 keeps "
                + LEFT_FREE)
        .hasMessageContaining("Drop indexes with `hail index drop'");
  }

  @Test
  void disk_failingInAnyWay_keepsNoOtherFull() {
    disks.confuse(0);
    disks.leave(1, 0);
    room.giveWay();
    assertThat(List.of(served(0), served(1))).containsExactly(3L, 0L);
  }

  /** Each look at it finds a replica read at another time. */
  @Test
  void replicas_readMeanwhile_giveWayToo() throws Exception {
    for (int source = 5; source <= MANY; source++) {
      disks.put(0, source);
    }
    PseudoStore all = new PseudoStore(disks, disks, new Silent(), metrics);
    all.open(POOL);
    load(all);
    Random times = new Random(1);
    PseudoStore read = new PseudoStore(disks, disks, new Silent(), metrics);
    read.open(POOL);
    for (ServedReplica replica : all.replicas(POOL)) {
      read.add(POOL, readAtAnyTime(replica, times));
    }
    VolumeRoom ofRead = new VolumeRoom(read, disks, 0.5, FREE_MIN);
    // Then each round lets one go.
    disks.holdDeletes(0);
    long bytes = all.bytes() / all.count();
    for (int round = 1; round <= ROUNDS; round++) {
      disks.leave(0, LEFT_FREE - round * bytes);
      ofRead.giveWay();
      assertThat(read.count()).as("round %d", round).isEqualTo(MANY - round);
    }
    disks.release();
    read.close();
    all.close();
  }

  private static ServedReplica readAtAnyTime(ServedReplica replica, Random times) {
    ServedReplica read = mock(ServedReplica.class, withSettings().stubOnly());
    when(read.key()).thenReturn(replica.key());
    when(read.files()).thenReturn(replica.files());
    when(read.info()).thenReturn(replica.info());
    when(read.bytes()).thenReturn(replica.bytes());
    when(read.lastRead()).thenAnswer(call -> times.nextLong());
    return read;
  }
}
