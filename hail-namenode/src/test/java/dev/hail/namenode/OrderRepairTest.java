// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.HailDatanodeProtocol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which replicas the namenode wants sorted by another attribute; nobody sorts them here. */
class OrderRepairTest {
  private static final long[] NONE = {};

  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** Rounds of upkeep, a second each, in which more would be told if there were more to tell. */
  private static final int ROUNDS_AFTER = 3;

  private static NamenodeCluster cluster;
  private static HailDatanodeProtocol datanode;
  private static long epoch;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        NamenodeCluster.start(4, conf -> conf.set(HailConfigKeys.NAMENODE_REORDER_BACKOFF, "1h"));
    datanode = cluster.datanodeProxies().get(0);
    for (String uuid : cluster.datanodes()) {
      epoch = datanode.report(cluster.blockPool(), uuid, true, true, List.of(), NONE);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    datanode.close();
    cluster.close();
  }

  @Test
  void duplicateOrder_repaired_isToldToOneHolderOnce() throws Exception {
    LocatedBlock twice = reported("/twice", (short) 3, 1, 2, 2);
    LocatedBlock unsorted = reported("/unsorted", (short) 3, 1, 0, 2);
    LocatedBlock sound = reported("/sound", (short) 3, 3, 2, 1);
    LocatedBlock two = reported("/two", (short) 2, 1, 1);
    LocatedBlock more = reported("/more", (short) 3, 1, 2, 2);
    try (DistributedFileSystem fs = cluster.fileSystem()) {
      // One replica is missing now, and its copy may get the order.
      fs.setReplication(new Path("/more"), (short) 5);
    }
    List<String> told = new ArrayList<>();
    long deadline = System.nanoTime() + MOST_NANOS;
    while (told.size() < 3 && System.nanoTime() - deadline < 0) {
      collectTasks(told);
    }
    for (int round = 0; round < ROUNDS_AFTER; round++) {
      collectTasks(told);
    }
    assertThat(told).hasSize(3);
    assertThat(told)
        .filteredOn(task -> task.startsWith(id(twice)))
        .singleElement()
        .isEqualTo(lastByUuid(holder(twice, 1), holder(twice, 2)));
    assertThat(told)
        .filteredOn(task -> task.startsWith(id(two)))
        .singleElement()
        .isEqualTo(lastByUuid(holder(two, 0), holder(two, 1)));
    assertThat(told)
        .filteredOn(task -> task.startsWith(id(unsorted)))
        .singleElement()
        .isEqualTo(holder(unsorted, 1));
    Set<String> untouched = new HashSet<>(List.of(id(sound), id(more)));
    assertThat(told).noneMatch(task -> untouched.stream().anyMatch(task::startsWith));
  }

  private static void collectTasks(List<String> told) throws Exception {
    Thread.sleep(1_000);
    for (String uuid : cluster.datanodes()) {
      for (long blockId :
          datanode.heartbeat(cluster.blockPool(), uuid, epoch, true).resortBlockIds()) {
        told.add(blockId + " " + uuid);
      }
    }
  }

  private static LocatedBlock reported(String path, short replication, int... orders)
      throws Exception {
    LocatedBlock block = cluster.write(path, 1, replication).get(0);
    for (int i = 0; i < orders.length; i++) {
      report(block, i, orders[i]);
    }
    return block;
  }

  private static void report(LocatedBlock block, int location, int order) throws IOException {
    datanode.report(
        cluster.blockPool(),
        block.getLocations()[location].getDatanodeUuid(),
        false,
        false,
        List.of(NamenodeCluster.replica(block, order, 1, 2, 3)),
        NONE);
  }

  private static String id(LocatedBlock block) {
    return block.getBlock().getBlockId() + " ";
  }

  /** Which one is told must not depend on the order in which a namenode heard of them. */
  private static String lastByUuid(String one, String other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static String holder(LocatedBlock block, int location) {
    return id(block) + block.getLocations()[location].getDatanodeUuid();
  }
}
