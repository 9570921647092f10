// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.WallClock;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repair of orders while daemons, processes of their own, are dead or paused and nobody knows, or
 * while the clock of one is set.
 *
 * <p>Datanodes start without sorting, so that all replicas are in upload order and the namenode
 * wants each block repaired; then sorting is turned on.
 */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RepairSafetyTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Longer than two heartbeats of HDFS and of HAIL. */
  private static final Duration SILENCE = Duration.ofMillis(3_500);

  /** Rounds of upkeep of the namenode, a second each, in which it would give orders. */
  private static final Duration WATCH = Duration.ofSeconds(8);

  /** In which a process has seen that its clock was set, and has had a round of upkeep since. */
  private static final Duration CLOCK_SEEN = Duration.ofSeconds(4);

  private static final Pattern GIVEN = Pattern.compile("\"OrderRepairs\"\\s*:\\s*(\\d+)");
  private static final Pattern ACTIVE = Pattern.compile("NamenodeHaState\\W+active");

  @Test
  void replicas_whileHolderIsDeadUnnoticed_areNotTouched(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    try (ProcessCluster cluster = builder(directory).start()) {
      // All replicas are unsorted, so the namenode wants each block repaired.
      Table table = Table.random(1500, 8_000);
      ProcessCommands.put(cluster, "/t", table, Table.INDEXES);
      List<Daemon> alive = cluster.dataNodes().subList(0, 2);
      Daemon dead = cluster.dataNodes().get(2);
      Map<Long, List<Integer>> before = ProcessReplicas.orders(alive);
      assertThat(before).hasSizeGreaterThan(3).allSatisfy(RepairSafetyTest::assertTwoUnsorted);

      // One holder dies, and the namenode does not know yet; the others could sort now.
      dead.kill();
      Thread.sleep(SILENCE.toMillis());
      for (Daemon dataNode : alive) {
        sortFromNowOn(dataNode);
        dataNode.restart();
      }
      cluster.awaitHealthy(PATIENCE);
      // They sort nothing as long as it watches.
      long end = System.nanoTime() + WATCH.toNanos();
      while (System.nanoTime() < end) {
        assertThat(ProcessReplicas.orders(alive)).isEqualTo(before);
        Thread.sleep(20);
      }

      // With the third holder the repair begins.
      sortFromNowOn(dead);
      dead.start();
      awaitAllOrders(cluster);
      table.assertAll(ProcessCommands.cat(cluster, "/t"));
    }
  }

  @Test
  void commands_ofDeposedNamenode_areNotObeyed(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    ProcessCluster.Builder pair =
        builder(directory)
            .haNameNodes()
            .customize(
                (daemon, settings, options) -> {
                  settings.put(HailConfigKeys.DATANODE_CONVERT_ENABLED, "false");
                  if (daemon.equals("namenode-1")) {
                    settings.put(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "0");
                  }
                });
    try (ProcessCluster cluster = pair.start()) {
      // A file whose replicas are all unsorted, under a namenode that orders no repair.
      Daemon former = cluster.nameNodes().get(0);
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      ProcessCommands.put(cluster, "/t", Table.random(1501, 8_000), Table.INDEXES);
      Map<Long, List<Integer>> before = ProcessReplicas.orders(cluster.dataNodes());
      for (Daemon dataNode : cluster.dataNodes()) {
        sortFromNowOn(dataNode);
      }

      // The other namenode, which would order repairs, is active, stops, and is replaced.
      cluster.transitionToStandby(1);
      cluster.transitionToActive(0);
      former.pause();
      cluster.transitionToActive(1);
      for (Daemon dataNode : cluster.dataNodes()) {
        dataNode.restart();
      }
      for (Daemon dataNode : cluster.dataNodes()) {
        awaitActive(dataNode);
      }
      // It goes on as if it were active still, and its commands are not obeyed.
      former.resume();
      Waiting.until(
          "the former namenode gives orders",
          () -> {
            assertThat(ProcessReplicas.orders(cluster.dataNodes())).isEqualTo(before);
            return given(former) > 0;
          });
      long end = System.nanoTime() + WATCH.toNanos();
      while (System.nanoTime() < end) {
        assertThat(ProcessReplicas.orders(cluster.dataNodes())).isEqualTo(before);
        Thread.sleep(50);
      }
    }
  }

  @Test
  void orders_afterNamenodesClockWentBack_areRepaired(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    try {
      WallClock.requireLibrary();
    } catch (IOException e) {
      abort(e.getMessage());
    }
    try (ProcessCluster cluster = builder(directory).ownClocks().start()) {
      // All replicas are unsorted, so the namenode wants each block repaired.
      Table table = Table.random(1502, 8_000);
      ProcessCommands.put(cluster, "/t", table, Table.INDEXES);

      // Somebody sets its clock right by an hour, as after a start with a wrong one.
      cluster.nameNodes().get(0).setClock(Duration.ofHours(-1));
      Thread.sleep(CLOCK_SEEN.toMillis());

      // The repair begins as soon as datanodes can sort.
      for (Daemon dataNode : cluster.dataNodes()) {
        sortFromNowOn(dataNode);
        dataNode.restart();
      }
      cluster.awaitHealthy(PATIENCE);
      awaitAllOrders(cluster);
      table.assertAll(ProcessCommands.cat(cluster, "/t"));
    }
  }

  private static ProcessCluster.Builder builder(java.nio.file.Path directory) {
    return ProcessCluster.builder()
        .directory(directory)
        .dataNodes(3)
        .heap("256m")
        .set(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, "65536")
        .set(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0")
        .set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s")
        .set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "1s")
        .set(HailConfigKeys.NAMENODE_REORDER_BACKOFF, "1s")
        .set(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "6000")
        .set(HailConfigKeys.DATANODE_REPAIR_RATE, "6000")
        .customize(
            (daemon, settings, options) ->
                settings.put(HailConfigKeys.DATANODE_CONVERT_ENABLED, "false"));
  }

  private static void assertTwoUnsorted(Long block, List<Integer> orders) {
    assertThat(orders).as("block %s", block).containsExactly(0, 0);
  }

  private static void sortFromNowOn(Daemon dataNode) throws IOException {
    java.nio.file.Path site = dataNode.directory().resolve("conf/hail-site.xml");
    String key = "<name>" + HailConfigKeys.DATANODE_CONVERT_ENABLED + "</name><value>";
    String text = Files.readString(site);
    assertThat(text).contains(key + "false");
    Files.writeString(site, text.replace(key + "false", key + "true"));
  }

  /** Orders that a namenode has given to datanodes, as of the last ten seconds. */
  private static long given(Daemon nameNode) throws IOException {
    Matcher metric = GIVEN.matcher(nameNode.jmx("Hadoop:service=NameNode,name=HailDirectory"));
    assertThat(metric.find()).isTrue();
    return Long.parseLong(metric.group(1));
  }

  /** Waits until a datanode has registered with a namenode that is active. */
  private static void awaitActive(Daemon dataNode) throws Exception {
    Waiting.until(
        dataNode.name() + " knows the active namenode",
        () -> {
          try {
            return ACTIVE.matcher(dataNode.jmx("Hadoop:service=DataNode,name=DataNodeInfo")).find();
          } catch (ConnectException stillStarting) {
            return false;
          }
        });
  }

  /** Waits for all orders. A list of files that is read while two are swapped may lack one. */
  private static void awaitAllOrders(ProcessCluster cluster) throws Exception {
    Waiting.until(
        "all orders are there",
        () -> {
          Map<Long, List<Integer>> now = ProcessReplicas.orders(cluster.dataNodes());
          return now.values().stream().allMatch(Table.INDEX_ATTRIBUTES::equals);
        });
  }
}
