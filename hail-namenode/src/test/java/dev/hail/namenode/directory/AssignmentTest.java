// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssignmentTest {
  private static final long EXPIRY = 1_000;

  private final AtomicLong clock = new AtomicLong();
  private final ReplicaTable directory = new ReplicaTable(clock::get, EXPIRY, b -> "");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyAttribute_assigned_comesBeforeAnyRepeats(long seed) throws Exception {
    Random random = new Random(seed);
    int datanodes = 3 + random.nextInt(20);
    for (long block = 1; block <= 500; block++) {
      int[] attributes = attributes(random, 1 + random.nextInt(5));
      List<Integer> order = shuffled(random, datanodes);
      int replicas = 1 + random.nextInt(Math.min(6, datanodes));
      Map<Integer, Integer> held = new HashMap<>();
      for (int i = 0; i < replicas; i++) {
        String uuid = "dn" + order.get(i);
        int attribute = directory.assign(uuid, block, 7, attributes, true, d -> true);
        assertThat(directory.assign(uuid, block, 7, attributes, true, d -> true))
            .as("seed %d, block %d asked again", seed, block)
            .isEqualTo(attribute);
        if (random.nextBoolean()) {
          directory.add(uuid, replica(block, 7, attribute, attributes));
        }
        held.merge(attribute, 1, Integer::sum);
        int most = Collections.max(held.values());
        int least = Arrays.stream(attributes).map(a -> held.getOrDefault(a, 0)).min().orElseThrow();
        assertThat(most - least)
            .as("seed %d, block %d, %s of %s", seed, block, held, Arrays.toString(attributes))
            .isLessThanOrEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void eachAttribute_overManyBlocks_isSpreadOverDatanodes(long seed) throws Exception {
    Random random = new Random(seed);
    int datanodes = 3 + random.nextInt(10);
    int[] attributes = {5, 1, 9};
    int blocks = 3_000;
    Map<String, int[]> counts = new HashMap<>();
    for (long block = 1; block <= blocks; block++) {
      List<Integer> order = shuffled(random, datanodes);
      // The first of a pipeline is the writer's own node, which may be always the same.
      if (seed % 2 == 0) {
        order.remove(Integer.valueOf(0));
        order.add(0, 0);
      }
      for (int i = 0; i < 3; i++) {
        String uuid = "dn" + order.get(i);
        int attribute = directory.assign(uuid, block, 7, attributes, true, d -> true);
        directory.add(uuid, replica(block, 7, attribute, attributes));
        int slot = attribute == 5 ? 0 : attribute == 1 ? 1 : 2;
        counts.computeIfAbsent(uuid, d -> new int[3])[slot]++;
      }
    }
    counts.forEach(
        (uuid, slots) -> {
          int total = Arrays.stream(slots).sum();
          for (int count : slots) {
            assertThat((double) count)
                .as("seed %d, %s: %s", seed, uuid, Arrays.toString(slots))
                .isBetween(total / 3.0 - 0.02 * total - 3, total / 3.0 + 0.02 * total + 3);
          }
        });
  }

  @Test
  void holders_thatDoNotCount_leaveTheirOrder() throws Exception {
    int[] attributes = {1, 2, 3};
    for (int i = 1; i <= 3; i++) {
      directory.add("dn" + i, replica(10, 7, i, attributes));
    }
    assertThat(directory.assign("dn4", 10, 7, attributes, true, uuid -> !uuid.equals("dn2")))
        .isEqualTo(2);
    // A replica of an older generation does not count, whoever holds it.
    assertThat(directory.assign("dn5", 11, 8, attributes, true, uuid -> true)).isEqualTo(1);
    directory.add("dn6", replica(12, 7, 1, attributes));
    assertThat(directory.assign("dn7", 12, 8, attributes, true, uuid -> true)).isEqualTo(1);
  }

  @Test
  void datanode_makingItsReplicaAnew_getsMissingOrder() throws Exception {
    int[] attributes = {1, 2, 3};
    directory.add("dn1", replica(10, 7, 1, attributes));
    directory.add("dn2", replica(10, 7, 2, attributes));
    directory.add("dn3", replica(10, 7, 2, attributes));
    assertThat(directory.view(10).missesAnOrder()).isTrue();
    assertThat(directory.view(10).leastUseful().sortAttribute()).isEqualTo(2);
    assertThat(directory.assign("dn3", 10, 7, attributes, true, uuid -> true)).isEqualTo(3);
    assertThat(directory.view(10).openAssignments()).isEqualTo(1);
    directory.add("dn3", replica(10, 7, 3, attributes));
    assertThat(directory.view(10).missesAnOrder()).isFalse();
    assertThat(directory.view(10).openAssignments()).isZero();
  }

  @Test
  void order_assignedToFailedDatanode_isFreeOnceBlockIsWritten() throws Exception {
    int[] attributes = {1, 2, 3};
    for (int i = 1; i <= 3; i++) {
      assertThat(directory.assign("dn" + i, 10, 7, attributes, true, uuid -> true)).isEqualTo(i);
    }
    // The pipeline went on without dn2, so the block has a new generation stamp.
    assertThat(directory.assign("dn4", 10, 8, attributes, true, uuid -> !uuid.equals("dn2")))
        .isEqualTo(2);
    directory.remove("dn4", 10);
    directory.add("dn1", replica(10, 8, 1, attributes));
    directory.add("dn3", replica(10, 8, 3, attributes));
    assertThat(directory.view(10).openAssignments()).isZero();
    assertThat(directory.assign("dn5", 10, 8, attributes, false, uuid -> true)).isEqualTo(2);
    assertThat(directory.view(10).openAssignments()).isEqualTo(1);
  }

  @Test
  void orders_neverReported_areFreeAgainLater() throws Exception {
    int[] attributes = {1, 2};
    assertThat(directory.assign("dn1", 10, 7, attributes, true, uuid -> true)).isEqualTo(1);
    clock.addAndGet(EXPIRY);
    assertThat(directory.assign("dn2", 10, 7, attributes, true, uuid -> true)).isEqualTo(2);
    clock.addAndGet(1);
    assertThat(directory.expireAssignments()).isEqualTo(1);
    assertThat(directory.assign("dn3", 10, 7, attributes, true, uuid -> true)).isEqualTo(1);
    assertThat(directory.size().openAssignments()).isEqualTo(2);
  }

  @Test
  void uploadOrder_asIndexAttribute_isLikeAnyOther() throws Exception {
    int[] attributes = {0, 4};
    assertThat(directory.assign("dn1", 10, 7, attributes, true, uuid -> true)).isZero();
    assertThat(directory.assign("dn2", 10, 7, attributes, true, uuid -> true)).isEqualTo(4);
    assertThat(directory.assign("dn1", 11, 7, new int[0], true, uuid -> true)).isZero();
    directory.add("dn1", replica(10, 7, 0, attributes));
    directory.add("dn2", replica(10, 7, 4, attributes));
    assertThat(directory.view(10).leastUseful()).isNull();
  }

  @Test
  void openAssignments_withoutReports_areBounded() throws Exception {
    int[] attributes = {1, 2};
    assertThatThrownBy(
            () -> {
              for (long block = 1; block <= 2L * OrderAssigner.MAX_OPEN; block++) {
                directory.assign("dn1", block, 7, attributes, true, uuid -> true);
              }
            })
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("too many assignments");
    assertThat(directory.size().openAssignments()).isLessThanOrEqualTo(OrderAssigner.MAX_OPEN);
  }

  @Test
  void replicas_askingAtSameTime_getDifferentOrders() throws Exception {
    int blocks = 2_000;
    int askers = 3;
    int[] attributes = {1, 2, 3};
    int[][] given = new int[askers][blocks];
    ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int asker = 0; asker < askers; asker++) {
      int me = asker;
      Thread thread =
          new Thread(
              () -> {
                try {
                  begin.await();
                  for (int block = 0; block < blocks; block++) {
                    String uuid = "dn" + me;
                    int order = directory.assign(uuid, block + 1, 7, attributes, true, d -> true);
                    given[me][block] = order;
                    if (block % 3 == me) {
                      directory.add(uuid, replica(block + 1, 7, order, attributes));
                    }
                    directory.replicas(block + 1, 7, d -> true);
                  }
                } catch (InterruptedException | RefusedException e) {
                  failures.add(e);
                }
              });
      threads.add(thread);
      thread.start();
    }
    begin.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    for (int block = 0; block < blocks; block++) {
      Set<Integer> orders = new HashSet<>();
      for (int asker = 0; asker < askers; asker++) {
        orders.add(given[asker][block]);
      }
      assertThat(orders).as("block %d", block + 1).containsExactlyInAnyOrder(1, 2, 3);
    }
  }

  static ReplicaInfo replica(long block, long stamp, int order, int... attributes) {
    return new ReplicaInfo(
        block, stamp, order, 4096, 128, order == 0 ? 0 : 64, 10, 1, attributes, "DS-1");
  }

  private static int[] attributes(Random random, int count) {
    return random.ints(1, 40).distinct().limit(count).toArray();
  }

  private static List<Integer> shuffled(Random random, int datanodes) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < datanodes; i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    return order;
  }
}
