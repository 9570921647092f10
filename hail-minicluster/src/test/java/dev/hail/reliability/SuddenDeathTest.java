// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Daemons with a process each, which end as {@code kill -9} ends them: nobody is told. */
@Tag("nightly")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class SuddenDeathTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int ROWS = 15_000;

  private static ProcessCluster cluster;
  private static DistributedFileSystem fileSystem;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        ProcessCluster.builder()
            .haNameNodes()
            .dataNodes(4)
            .heap("256m")
            .quickHeartbeats()
            .set(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, "6000")
            .set(HailConfigKeys.DATANODE_REPAIR_RATE, "6000")
            // Repair waits for the full reports of all datanodes after a failover.
            .set(DFSConfigKeys.DFS_BLOCKREPORT_INTERVAL_MSEC_KEY, "3000")
            .start();
    fileSystem = cluster.newFileSystem();
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @AfterEach
  void mend() throws Exception {
    for (Daemon daemon : cluster.daemons()) {
      daemon.start();
    }
    cluster.transitionToStandby(1);
    cluster.transitionToActive(0);
    cluster.awaitHealthy(PATIENCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void upload_whenAnyPipelineDatanodeIsKilled_goesOn(int position) throws Exception {
    Table table = Table.random(900 + position, ROWS);
    String path = "/killed-" + position + "/visits";
    HailShell.Result put =
        putThrough(
            path,
            table,
            pipeline -> {
              assertThat(pipeline).hasSize(3);
              daemon(pipeline[position]).kill();
            });
    assertThat(put.code()).as("%s", put).isZero();
    ProcessCommands.awaitWhole(cluster, path, table);

    mend();
    ProcessCommands.awaitWhole(cluster, path, table);
  }

  @Test
  void upload_whenActiveNamenodeIsKilled_goesOn() throws Exception {
    Table table = Table.random(910, ROWS);
    String path = "/taken-over/visits";
    HailShell.Result put =
        putThrough(
            path,
            table,
            pipeline -> {
              cluster.nameNodes().get(0).kill();
              cluster.transitionToActive(1);
            });
    assertThat(put.code()).as("%s", put).isZero();
    ProcessCommands.awaitWhole(cluster, path, table);

    mend();
    ProcessCommands.awaitWhole(cluster, path, table);
  }

  @Test
  void query_whenItsDatanodeIsKilled_goesOn() throws Exception {
    // A file of one block, on three datanodes.
    Table table = Table.random(920, 4_000);
    String path = "/read/visits";
    fileSystem.mkdirs(new Path("/read"));
    HailShell.Result put = put(path, table);
    assertThat(put.code()).as("%s", put).isZero();
    ProcessCommands.awaitWhole(cluster, path, table);
    HailFile file = HailFile.open(cluster.configuration(), new Path(path));
    assertThat(file.blocks()).hasSize(1);
    // Small batches: the replica goes when some of its columns were read and others were not.
    ScanOptions options =
        ScanOptions.of(cluster.configuration(), null, 1)
            .withReader(new ReaderOptions(4096, 100, 1000, 0, true));
    List<Long> values = new ArrayList<>();
    try (BlockScan scan =
        BlockScan.open(
            file,
            file.blocks().get(0),
            Predicate.parse("k >= 0", file.schema()),
            new int[] {4},
            options)) {
      daemon(scan.replica().node()).kill();
      RowBatch batch = new RowBatch();
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          values.add(batch.getLong(row, 4));
        }
      }
      assertThat(scan.failovers()).isPositive();
    }
    // Every row came once.
    values.sort(null);
    table.assertNumbers(values);
  }

  /** What happens while a block is on its way through a pipeline. */
  private interface Strike {
    void on(DatanodeInfo[] pipeline) throws Exception;
  }

  private static HailShell.Result putThrough(String path, Table table, Strike strike)
      throws Exception {
    Path directory = new Path(path).getParent();
    fileSystem.mkdirs(directory);
    CompletableFuture<HailShell.Result> put = new CompletableFuture<>();
    try (ClientGate gate = ClientGate.closeAfter(4)) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  put.complete(put(path, table));
                } catch (Throwable failure) {
                  put.completeExceptionally(failure);
                }
              },
              "put " + path);
      writer.setDaemon(true);
      writer.start();
      gate.awaitWriter(put);
      strike.on(pipelineBelow(directory));
    }
    return put.get(PATIENCE.toMinutes(), TimeUnit.MINUTES);
  }

  private static HailShell.Result put(String path, Table table) throws Exception {
    return HailShell.run(
        cluster.configuration(),
        table.text(),
        "put",
        "--schema",
        Table.SCHEMA,
        "--index",
        Table.INDEXES,
        "--block-size",
        "512k",
        "-",
        path);
  }

  /** The datanodes of a block that an upload is writing. */
  private static DatanodeInfo[] pipelineBelow(Path directory) throws Exception {
    for (FileStatus folder : fileSystem.listStatus(directory)) {
      for (FileStatus file : fileSystem.listStatus(folder.getPath())) {
        if (!fileSystem.isFileClosed(file.getPath())
            && !TestBlocks.located(fileSystem, file.getPath()).isEmpty()) {
          return TestBlocks.located(fileSystem, file.getPath()).get(0).getLocations();
        }
      }
    }
    throw new AssertionError("No block is being written below " + directory);
  }

  private static Daemon daemon(DatanodeInfo node) {
    return cluster.dataNodes().stream()
        .filter(daemon -> daemon.webPort() == node.getInfoPort())
        .findFirst()
        .orElseThrow(() -> new AssertionError("No daemon is " + node));
  }
}
