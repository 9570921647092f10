// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Replicas of two disks, of which some are damaged, lose their block, or lie on a disk that hangs.
 */
final class PseudoReplicasTest {
  private static final String POOL = PseudoDisks.POOL;
  private static final int UPKEEP_MILLIS = 1_000;
  private static final int MOST_MINUTES = 4;

  @TempDir private Path directory;
  private final DatanodeMetrics metrics = DatanodeMetrics.register("pseudo-test:1");
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private PseudoDisks disks;
  private PseudoReplicas replicas;

  @BeforeEach
  void make() throws IOException {
    disks = new PseudoDisks(directory, 2);
    replicas =
        new PseudoReplicas(
            disks,
            disks,
            new AssemblyMemory(1 << 20),
            new PseudoReplicas.Limits(0.5, 0.1),
            new Told(),
            metrics,
            UPKEEP_MILLIS,
            StepListener.none());
  }

  @AfterEach
  void end() {
    disks.release();
    replicas.close();
    metrics.unregister();
  }

  private final class Told implements PseudoReplicas.Listener {
    @Override
    public void found(String blockPoolId, ReplicaInfo replica) {
      told.add("found " + replica.blockId());
    }

    @Override
    public void stored(String blockPoolId, ReplicaInfo replica) {
      throw new AssertionError("Nobody sends one");
    }

    @Override
    public void gone(String blockPoolId, long id) {
      told.add("gone " + id);
    }
  }

  /** Has all that were put on the disks served. */
  private void serve() throws Exception {
    replicas.load(POOL);
    await(() -> replicas.isComplete(POOL));
    assertThat(told).isNotEmpty().allMatch(what -> what.startsWith("found "));
    told.clear();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MOST_MINUTES);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.sleep(1);
    }
  }

  private String next() throws InterruptedException {
    return told.poll(MOST_MINUTES, TimeUnit.MINUTES);
  }

  // ---- upkeep ----

  @Test
  void soundReplica_suspectedWithoutEnd_doesNotHoldUpUpkeep() throws Exception {
    long sound = disks.put(0, 1);
    long orphan = disks.put(0, 2);
    serve();
    AtomicBoolean enough = new AtomicBoolean();
    Thread readers =
        new Thread(
            () -> {
              while (!enough.get()) {
                replicas.suspect(POOL, sound);
              }
            });
    readers.start();
    try {
      replicas.start();
      disks.loseSource(2);
      assertThat(next()).as("what lost its block").isEqualTo("gone " + orphan);
      assertThat(replicas.find(POOL, sound)).isNotNull();
      disks.fill();
      assertThat(next()).as("what gives way to data").isEqualTo("gone " + sound);
    } finally {
      enough.set(true);
      readers.join();
    }
  }

  @Test
  void hangingDisk_duringCheck_holdsUpNeitherUpkeepNorOtherChecks() throws Exception {
    long hanging = disks.put(0, 1);
    long orphan = disks.put(0, 2);
    long damaged = disks.put(1, 3);
    serve();
    damage(damaged);
    CountDownLatch hangs = disks.hang(0);
    replicas.start();
    replicas.suspect(POOL, hanging);
    assertThat(hangs.await(MOST_MINUTES, TimeUnit.MINUTES)).isTrue();
    replicas.suspect(POOL, damaged);
    assertThat(next()).as("on the other disk").isEqualTo("gone " + damaged);
    disks.loseSource(2);
    assertThat(next()).as("what lost its block").isEqualTo("gone " + orphan);
    assertThat(replicas.find(POOL, hanging)).isNotNull();
  }

  // ---- orders to drop ----

  @Test
  void absentReplica_orderedToDrop_isReportedGone() throws Exception {
    long there = disks.put(0, 1);
    serve();
    long none = disks.put(1, 2);
    replicas.drop(POOL, none);
    assertThat(next()).as("what the datanode does not know").isEqualTo("gone " + none);
    replicas.drop(POOL, there);
    assertThat(next()).isEqualTo("gone " + there);
  }

  @Test
  void replica_onDiskStillSearched_isNotReportedGone() throws Exception {
    long hidden = disks.put(0, 1);
    CountDownLatch hangs = disks.hang(0);
    replicas.load(POOL);
    assertThat(hangs.await(MOST_MINUTES, TimeUnit.MINUTES)).isTrue();
    replicas.drop(POOL, hidden);
    disks.release();
    assertThat(next()).isEqualTo("found " + hidden);
    await(() -> replicas.isComplete(POOL));
    replicas.drop(POOL, hidden);
    assertThat(next()).isEqualTo("gone " + hidden);
  }

  /** A block of HDFS' own comes under that id, as in old clusters. */
  @Test
  void replica_givingWayToBlock_isReportedOnlyIfThere() throws Exception {
    long id = disks.put(0, 1);
    serve();
    long none = disks.put(1, 2);
    replicas.giveWayTo(POOL, none);
    replicas.giveWayTo(POOL, id);
    assertThat(next()).isEqualTo("gone " + id);
  }

  // ---- damage ----

  /** Ways in which a replica cannot be read. */
  enum Damage {
    WRONG_BYTE,
    NO_DATA,
    NO_CHECKSUMS,
    NO_SOUND_DISK
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void unreadableReplica_onceMet_isDropped(Damage damage) throws Exception {
    long id = disks.put(0, 1);
    serve();
    Path data = replicas.find(POOL, id).files().getBlockFile().toPath();
    Path checksums = replicas.find(POOL, id).files().getMetaFile().toPath();
    switch (damage) {
      case WRONG_BYTE -> damage(id);
      case NO_DATA -> Files.delete(data);
      case NO_CHECKSUMS -> Files.delete(checksums);
      case NO_SOUND_DISK -> disks.fail(0, "Input/output error");
    }
    replicas.start();
    replicas.suspect(POOL, id);
    assertThat(next()).isEqualTo("gone " + id);
    assertThat(replicas.find(POOL, id)).isNull();
  }

  /** The datanode is at its limit then, and its replicas are as they were. */
  @Test
  void replica_notOpenedForWantOfDescriptors_isKept() throws Exception {
    long id = disks.put(0, 1);
    long damaged = disks.put(0, 2);
    serve();
    damage(damaged);
    replicas.start();
    disks.refuseOnce(0, "(Too many open files)");
    // One after the other, as they are of the same disk.
    replicas.suspect(POOL, id);
    replicas.suspect(POOL, damaged);
    assertThat(next()).isEqualTo("gone " + damaged);
    assertThat(replicas.find(POOL, id)).isNotNull();
  }

  private void damage(long id) throws IOException {
    Path data = replicas.find(POOL, id).files().getBlockFile().toPath();
    byte[] bytes = Files.readAllBytes(data);
    bytes[bytes.length / 2] ^= 1;
    Files.write(data, bytes, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
