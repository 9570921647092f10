// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.fault.FaultyDatasetFactory;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The only datanode dies at a step of sorting the only replica of a block where it lies. */
class ResortCrashTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Where the process ends, as by {@code kill -9}. */
  private record Point(boolean before, ReplicaStep step) {}

  private static final List<Point> POINTS =
      List.of(
          new Point(true, ReplicaStep.SWAP_CHECKSUMS),
          new Point(true, ReplicaStep.SWAP_DATA),
          new Point(false, ReplicaStep.SWAP_DATA));

  @Test
  void aReplicaIsWholeInOneOrderOrTheOtherWhereverItsDatanodeDies(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    java.nio.file.Path faults = directory.resolve("faults");
    Files.createDirectories(faults);
    try (ProcessCluster cluster = start(directory.resolve("cluster"), faults)) {
      // Blocks that could not be sorted are left for repair, one for each death and one more.
      FaultFiles.arm(faults, true, ReplicaStep.SORT, "always io");
      Map<String, Table> tables = new TreeMap<>();
      for (int i = 0; i <= POINTS.size(); i++) {
        Table table = Table.random(1700 + i, 300);
        tables.put("/t" + i, table);
        ProcessCommands.put(cluster, "/t" + i, table, "k");
      }
      Daemon dataNode = cluster.dataNodes().get(0);
      assertThat(ProcessReplicas.orders(List.of(dataNode)).values()).containsOnly(List.of(0));
      FaultFiles.disarm(faults);

      List<List<String>> sides = new ArrayList<>();
      for (Point point : POINTS) {
        FaultFiles.arm(faults, point.before(), point.step(), "halt");
        Waiting.until("the datanode dies at " + point, dataNode::hasEnded);
        sides.add(ProcessReplicas.sideFiles(List.of(dataNode)));
        dataNode.restart();
        cluster.awaitHealthy(PATIENCE);
        for (Map.Entry<String, Table> table : tables.entrySet()) {
          assertThat(ProcessCommands.cat(cluster, table.getKey()))
              .as("%s after a death at %s", table.getKey(), point)
              .isEqualTo(table.getValue().lines());
        }
      }
      assertThat(sides.get(0)).as("copy not in place").hasSize(3);
      assertThat(sides.get(1)).as("copy half in place").hasSize(2);
      assertThat(sides.get(2)).as("copy in place").hasSize(1);
      Waiting.until(
          "all are sorted",
          () ->
              ProcessReplicas.orders(List.of(dataNode)).values().stream()
                  .noneMatch(List.of(0)::equals));
      Waiting.until(
          "side files are gone", () -> ProcessReplicas.sideFiles(List.of(dataNode)).isEmpty());
      for (Map.Entry<String, Table> table : tables.entrySet()) {
        assertThat(ProcessCommands.cat(cluster, table.getKey()))
            .isEqualTo(table.getValue().lines());
      }
    }
  }

  private static ProcessCluster start(java.nio.file.Path directory, java.nio.file.Path faults)
      throws Exception {
    return ProcessCluster.builder()
        .directory(directory)
        .dataNodes(1)
        .heap("256m")
        .set(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0")
        .set(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, "65536")
        .set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s")
        .set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms")
        .set(HailConfigKeys.NAMENODE_REORDER_BACKOFF, "1s")
        .set(HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY, "2s")
        .set(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "6000")
        .set(HailConfigKeys.DATANODE_REPAIR_RATE, "6000")
        .set(FaultyDatasetFactory.DIRECTORY, faults.toString())
        .set(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, FaultyDatasetFactory.class.getName())
        .start();
  }
}
