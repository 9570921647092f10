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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The only datanode dies at a step of sorting the only replica of a block where it lies. */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ResortCrashTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A table that no datanode dies for. */
  private static final String BESIDE = "/beside";

  /**
   * Where the process ends, as by {@code kill -9}.
   *
   * @param sideFiles of the copy that are not in place then
   */
  private record Point(boolean before, ReplicaStep step, int sideFiles) {}

  static List<Point> points() {
    return List.of(
        new Point(true, ReplicaStep.SWAP_CHECKSUMS, 3),
        new Point(true, ReplicaStep.SWAP_DATA, 2),
        new Point(false, ReplicaStep.SWAP_DATA, 1));
  }

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static final Table TABLE = Table.random(1700, 300);

  private static Path faults;
  private static ProcessCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    faults = Files.createDirectories(directory.resolve("faults"));
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .directory(directory.resolve("cluster"))
            .dataNodes(1)
            .heap("256m")
            .set(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, "0")
            .set(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, "65536")
            .set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "1s")
            .set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms")
            .set(HailConfigKeys.NAMENODE_REORDER_BACKOFF, "1s")
            .set(HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY, "2s")
            .set(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "6000")
            .set(HailConfigKeys.DATANODE_REPAIR_RATE, "6000");
    FaultyDatasetFactory.use(builder::set, faults);
    cluster = builder.start();
    ProcessCommands.put(cluster, BESIDE, TABLE, "k");
    Waiting.until(
        "the file beside is sorted",
        () ->
            unsorted(cluster.dataNodes()) == 0
                && ProcessReplicas.sideFiles(cluster.dataNodes()).isEmpty());
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @MethodSource("points")
  void replica_whereverDatanodeDies_isWholeInOneOrder(Point point) throws Exception {
    Daemon dataNode = cluster.dataNodes().get(0);
    List<Daemon> dataNodes = List.of(dataNode);
    String path = "/" + (point.before() ? "before-" : "after-") + point.step();
    Table table = Table.random(1701 + point.sideFiles(), 300);

    // The block could not be sorted when it came, and is left for repair.
    FaultFiles.arm(faults, true, ReplicaStep.SORT, "always io");
    ProcessCommands.put(cluster, path, table, "k");
    assertThat(unsorted(dataNodes)).isEqualTo(1);

    // The datanode dies as soon as it may sort.
    FaultFiles.arm(faults, point.before(), point.step(), "halt");
    FaultFiles.arm(faults, true, ReplicaStep.SORT, "stall 0");
    Waiting.until("the datanode dies at " + point, dataNode::hasEnded);
    assertThat(ProcessReplicas.sideFiles(dataNodes)).hasSize(point.sideFiles());

    // All rows are there when it is back.
    dataNode.restart();
    cluster.awaitHealthy(PATIENCE);
    table.assertAll(ProcessCommands.cat(cluster, path));
    TABLE.assertAll(ProcessCommands.cat(cluster, BESIDE));

    // The repair ends, and leaves nothing beside the replica.
    Waiting.until("it is sorted", () -> unsorted(dataNodes) == 0);
    Waiting.until("side files are gone", () -> ProcessReplicas.sideFiles(dataNodes).isEmpty());
    table.assertAll(ProcessCommands.cat(cluster, path));
  }

  /** How many blocks are in upload order. */
  private static long unsorted(List<Daemon> dataNodes) throws IOException {
    return ProcessReplicas.orders(dataNodes).values().stream().filter(List.of(0)::equals).count();
  }
}
