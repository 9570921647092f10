// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaTableTest {
  /** So few rows at a time that changes fall in between. */
  private static final int SLICE = 2;

  private static final long FIRST_OF_BOB = 1_000_000;

  private final ReplicaTable directory =
      new ReplicaTable(() -> 0, 1_000, block -> block < FIRST_OF_BOB ? "mallory" : "bob", SLICE);

  /** Compares with maps of maps, through reports, removals, new generations and full reports. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void directory_underRandomCalls_behavesLikeMaps(long seed) throws Exception {
    Random random = new Random(seed);
    Map<Long, Map<String, ReplicaInfo>> model = new HashMap<>();
    int blocks = 300;
    for (int step = 0; step < 20_000; step++) {
      long block = 1_073_741_825L + random.nextInt(blocks);
      String uuid = "dn" + random.nextInt(6);
      Map<String, ReplicaInfo> replicas = model.computeIfAbsent(block, b -> new HashMap<>());
      int action = random.nextInt(100);
      if (action < 60) {
        long stamp = 1_000L + random.nextInt(1 + step / 4_000);
        ReplicaInfo replica = replica(random, block, stamp);
        long newest =
            replicas.values().stream().mapToLong(ReplicaInfo::generationStamp).max().orElse(0);
        boolean taken = directory.add(uuid, replica);
        assertThat(taken).as("seed %d, step %d", seed, step).isEqualTo(stamp >= newest);
        if (stamp > newest) {
          replicas.clear();
        }
        if (taken) {
          replicas.put(uuid, replica);
        }
      } else if (action < 98) {
        boolean known = replicas.remove(uuid) != null;
        assertThat(directory.remove(uuid, block))
            .as("seed %d, step %d", seed, step)
            .isEqualTo(known);
      } else if (action == 98) {
        fullReport(random, uuid, model);
      } else {
        directory.forget(uuid);
        model.values().forEach(holders -> holders.remove(uuid));
      }
    }
    compare(seed, model);
  }

  private void fullReport(Random random, String uuid, Map<Long, Map<String, ReplicaInfo>> model)
      throws RefusedException {
    if (random.nextBoolean()) {
      // A report that was cut off leaves nothing behind that the next one does not mend.
      directory.beginFullReport(uuid);
    }
    directory.beginFullReport(uuid);
    for (Map<String, ReplicaInfo> holders : model.values()) {
      ReplicaInfo replica = holders.get(uuid);
      if (replica != null && random.nextInt(4) > 0) {
        assertThat(directory.add(uuid, replica)).isTrue();
      } else {
        holders.remove(uuid);
      }
    }
    assertThat(directory.endFullReport(uuid)).isTrue();
    assertThat(directory.reported(uuid)).isTrue();
  }

  private void compare(long seed, Map<Long, Map<String, ReplicaInfo>> model) {
    long replicas = 0;
    long blocks = 0;
    Map<Integer, Long> byAttribute = new TreeMap<>();
    for (Map.Entry<Long, Map<String, ReplicaInfo>> entry : model.entrySet()) {
      Set<LocatedReplica> expected = new HashSet<>();
      long stamp = 0;
      for (Map.Entry<String, ReplicaInfo> holder : entry.getValue().entrySet()) {
        expected.add(new LocatedReplica(holder.getKey(), holder.getValue()));
        stamp = holder.getValue().generationStamp();
        byAttribute.merge(holder.getValue().sortAttribute(), 1L, Long::sum);
      }
      assertThat(directory.replicas(entry.getKey(), stamp, uuid -> true))
          .as("seed %d, block %d", seed, entry.getKey())
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(directory.replicas(entry.getKey(), stamp + 1, uuid -> true)).isEmpty();
      assertThat(directory.contains(entry.getKey())).isEqualTo(!expected.isEmpty());
      replicas += expected.size();
      blocks += expected.isEmpty() ? 0 : 1;
    }
    assertThat(directory.size().replicas()).as("seed %d", seed).isEqualTo(replicas);
    assertThat(directory.size().blocks()).as("seed %d", seed).isEqualTo(blocks);
    assertThat(directory.replicasByAttribute()).as("seed %d", seed).isEqualTo(byAttribute);
  }

  @Test
  void replicas_inDirectory_takeFewBytes() throws Exception {
    long blocks = 400_000;
    for (long block = 1; block <= blocks; block++) {
      for (int i = 0; i < 3; i++) {
        directory.add("dn" + (block + i) % 50, AssignmentTest.replica(block, 7, i + 1, 1, 2, 3));
      }
    }
    DirectorySize size = directory.size();
    assertThat(size.replicas()).isEqualTo(3 * blocks);
    // A block row has 39 bytes at a load of 0.6 or more, a replica 15 with a quarter to spare.
    assertThat((double) size.bytes() / size.replicas()).isLessThan(41);
    for (long block = 1; block <= blocks; block++) {
      directory.remove("dn" + block % 50, block);
      directory.remove("dn" + (block + 1) % 50, block);
      directory.remove("dn" + (block + 2) % 50, block);
    }
    assertThat(directory.size().replicas()).isZero();
    for (long block = 1; block <= blocks; block++) {
      directory.add("dn1", AssignmentTest.replica(block, 7, 1, 1, 2, 3));
    }
    assertThat(directory.size().bytes()).isEqualTo(size.bytes());
  }

  @Test
  void replicas_contradictingEachOther_areNotMixed() throws Exception {
    assertThat(directory.add("dn1", AssignmentTest.replica(5, 7, 1, 1, 2))).isTrue();
    assertThat(directory.add("dn2", AssignmentTest.replica(5, 7, 2, 2, 1))).isFalse();
    ReplicaInfo longer = new ReplicaInfo(5, 7, 2, 9_999, 128, 0, 10, 1, new int[] {1, 2}, "DS-1");
    assertThat(directory.add("dn2", longer)).isFalse();
    // The only holder may correct itself.
    assertThat(directory.add("dn1", longer)).isTrue();
    assertThat(directory.replicas(5, 7, uuid -> true))
        .containsExactly(new LocatedReplica("dn1", longer));
  }

  @Test
  void invalidReplica_added_isRefused() {
    int[] attributes = {1};
    List<ReplicaInfo> wrong =
        List.of(
            new ReplicaInfo(1, -1, 1, 10, 5, 1, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, -1, 10, 5, 1, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1 << 16, 10, 5, 1, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 1L << 32, 5, 1, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 11, 1, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 5, 6, 1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 5, 1, -1, 1, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 5, 1, 1, 128, attributes, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 5, 1, 1, 1, attributes, ""),
            new ReplicaInfo(1, 1, 1, 10, 5, 1, 1, 1, new int[] {1, 1}, "DS-1"),
            new ReplicaInfo(1, 1, 1, 10, 5, 1, 1, 1, new int[] {1 << 16}, "DS-1"));
    for (ReplicaInfo replica : wrong) {
      assertThatThrownBy(() -> directory.add("dn1", replica))
          .as(replica.toString())
          .isInstanceOf(RefusedException.class);
    }
    assertThat(directory.size().replicas()).isZero();
  }

  @Test
  void datanode_namingTooManyStorages_isRefused() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= Datanode.MAX_STORAGES; i++) {
                directory.add(
                    "dn1", new ReplicaInfo(i + 1, 1, 1, 10, 5, 1, 1, 1, new int[] {1}, "DS-" + i));
              }
            })
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("storages");
  }

  @Test
  void scan_ofDirectory_findsBlocksMissingAnOrder() throws Exception {
    directory.add("dn1", AssignmentTest.replica(1, 7, 1, 1, 2));
    directory.add("dn2", AssignmentTest.replica(1, 7, 1, 1, 2));
    directory.add("dn1", AssignmentTest.replica(2, 7, 1, 1, 2));
    directory.add("dn2", AssignmentTest.replica(2, 7, 2, 1, 2));
    directory.add("dn3", AssignmentTest.replica(3, 7, 0, 1, 2));
    List<Long> found = new ArrayList<>();
    for (int stripe = 0; stripe < directory.stripes(); stripe++) {
      directory.blocksMissingAnOrder(stripe, found::add);
    }
    assertThat(found).containsExactlyInAnyOrder(1L, 3L);
  }

  @Test
  void scan_afterEachSlice_releasesLockOfStripe() throws Exception {
    ReplicaTable large = new ReplicaTable(() -> 0, 1_000, block -> "bob", ReplicaTable.SLICE_ROWS);
    List<Long> stripe = new ArrayList<>();
    for (long block = 1; stripe.size() < 5_000; block++) {
      if (Stripe.hash(block) >>> 56 == 0) {
        stripe.add(block);
        large.add("dn1", AssignmentTest.replica(block, 7, 0, 1, 2));
      }
    }
    int row = 0;
    List<Long> found = new ArrayList<>();
    while (row != Stripe.NONE) {
      int before = found.size();
      int next = large.blocksMissingAnOrder(0, row, found::add);
      assertThat(next).isIn(row + ReplicaTable.SLICE_ROWS, Stripe.NONE);
      assertThat(found.size() - before).isLessThanOrEqualTo(ReplicaTable.SLICE_ROWS);
      row = next;
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(stripe);

    List<Long> passedOn = new ArrayList<>();
    large.blocksMissingAnOrder(
        0,
        block -> {
          if (passedOn.size() % ReplicaTable.SLICE_ROWS == 0) {
            assertNotKeptWaiting(() -> large.contains(block));
          }
          passedOn.add(block);
        });
    assertThat(passedOn).containsExactlyInAnyOrderElementsOf(stripe);
  }

  /** Runs something in another thread, and fails if it waits for a lock of this thread. */
  private static void assertNotKeptWaiting(Runnable call) {
    Thread other = new Thread(call, "another user of the stripe");
    other.start();
    while (other.isAlive()) {
      ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(other.getId());
      if (info != null) {
        assertThat(info.getLockOwnerId()).isNotEqualTo(Thread.currentThread().getId());
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void listNumbers_noLongerUsed_areGivenToOthers() throws Exception {
    for (int i = 0; i < 70_000; i++) {
      assertThat(directory.add("dn1", AssignmentTest.replica(1, 7, 0, list(i)))).isTrue();
      assertThat(directory.assign("dn1", 2, 7, list(i + 100_000), true, uuid -> true)).isPositive();
      assertThat(directory.remove("dn1", 1)).isTrue();
    }
    assertThat(directory.replicasByAttribute("dn1")).isEmpty();
  }

  @Test
  void lists_ofOneWriter_leaveNumbersToOthers() throws Exception {
    int taken = 0;
    for (int i = 0; i < 70_000; i++) {
      try {
        taken += directory.add("dn1", AssignmentTest.replica(i + 1, 7, 0, list(i))) ? 1 : 0;
      } catch (RefusedException e) {
        assertThat(e).hasMessageContaining("user mallory").hasMessageContaining("different lists");
      }
    }
    assertThat(taken).isEqualTo(IndexAttributeLists.MAX_LISTS / 2);
    long block = FIRST_OF_BOB;
    for (int i = 200_000; i < 201_000; i++) {
      int order = directory.assign("dn1", block, 7, list(i), true, uuid -> true);
      assertThat(order).isPositive();
      assertThat(directory.add("dn1", AssignmentTest.replica(block, 7, order, list(i)))).isTrue();
      assertThat(directory.replicas(block, 7, uuid -> true)).hasSize(1);
      block++;
    }
  }

  private static int[] list(int number) {
    return new int[] {1 + number / 1_000, 1_000 + number % 1_000};
  }

  /** Datanodes report, re-report and die at the same time; at the end all add up. */
  @Test
  void counts_underConcurrentReports_addUp() throws Exception {
    int datanodes = 4;
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int d = 0; d < datanodes; d++) {
      String uuid = "dn" + d;
      Random random = new Random(d);
      Thread thread =
          new Thread(
              () -> {
                for (int step = 0; step < 20_000; step++) {
                  change(random, uuid);
                }
              });
      thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    long found = 0;
    Map<Integer, Long> byAttribute = new TreeMap<>();
    for (long block = 1; block <= 500; block++) {
      BlockView view = directory.view(block);
      if (view != null) {
        found += view.holders().size();
        view.holders().forEach(h -> byAttribute.merge(h.sortAttribute(), 1L, Long::sum));
        assertThat(view.holders().stream().map(BlockView.Holder::datanodeUuid).distinct())
            .hasSameSizeAs(view.holders());
      }
    }
    assertThat(directory.size().replicas()).isEqualTo(found);
    assertThat(directory.replicasByAttribute()).isEqualTo(byAttribute);
    for (int d = 0; d < datanodes; d++) {
      directory.forget("dn" + d);
    }
    assertThat(directory.size()).extracting(DirectorySize::replicas).isEqualTo(0L);
    assertThat(directory.replicasByAttribute()).isEmpty();
  }

  private void change(Random random, String uuid) {
    long block = 1L + random.nextInt(500);
    try {
      switch (random.nextInt(1_000)) {
        case 0 -> directory.forget(uuid);
        case 1 -> directory.beginFullReport(uuid);
        case 2 -> directory.endFullReport(uuid);
        default -> {
          if (random.nextInt(3) == 0) {
            directory.remove(uuid, block);
          } else {
            directory.add(
                uuid,
                AssignmentTest.replica(block, 1 + random.nextInt(3), random.nextInt(4), 1, 2, 3));
          }
          directory.assign(uuid, block, 1, new int[] {1, 2, 3}, true, other -> true);
        }
      }
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private static ReplicaInfo replica(Random random, long block, long stamp) {
    int order = random.nextInt(4);
    return new ReplicaInfo(
        block,
        stamp,
        order,
        4_000_000_000L + block % 7,
        4096,
        order * 100,
        1_000,
        1,
        new int[] {3, 1, 2},
        "DS-" + random.nextInt(3));
  }
}
