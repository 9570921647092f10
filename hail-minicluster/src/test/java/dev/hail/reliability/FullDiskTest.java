// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.Waiting;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks without room, of which the kernel tells. */
class FullDiskTest {
  private static FaultyCluster cluster;
  private static Path orders;

  @BeforeAll
  static void start(@TempDir File folder) throws Exception {
    orders = folder.toPath();
    Configuration settings = FaultyCluster.settings();
    settings.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, FillingDatasetFactory.class.getName());
    settings.set(FillingDatasetFactory.DIRECTORY, orders.toString());
    cluster = FaultyCluster.start(settings, builder -> builder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {FillingDatasetFactory.ORDER_SORTED, FillingDatasetFactory.ORDER_ALL})
  void disk_fillingUpAtEndOfBlock_costsNoRowAndNoOrder(String order) throws Exception {
    String path = "/full-" + order;
    Table table = Table.random(700, 30_000);
    long kept = DaemonMetrics.ofDataNodes(cluster.hdfs(), "KeptFailure");
    Path file = Files.createFile(orders.resolve(order));

    HailShell.Result result = cluster.put(path, table, "--block-size", "64m");

    assertThat(result.code()).as("%s", result).isZero();
    Waiting.until("a datanode takes the order", () -> Files.notExists(file));
    Waiting.until(
        "the failure is counted",
        () -> DaemonMetrics.ofDataNodes(cluster.hdfs(), "KeptFailure") > kept);
    cluster.assertAnswers(path, table);
    makeRoom();
    cluster.awaitWhole(path, table);
  }

  private static void makeRoom() throws Exception {
    for (Path file : FillingDatasetFactory.unfinished(cluster.hdfs().baseDirectory().toPath())) {
      if (FillingDatasetFactory.isFull(file)) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Test
  void datanode_withoutRoom_isLeftOut() throws Exception {
    Table table = Table.random(710, 6_000);
    try (FaultyCluster small =
        FaultyCluster.start(
            builder ->
                builder.customize(
                    hdfs ->
                        hdfs.storageCapacities(
                            new long[][] {
                              {1 << 30, 1 << 30},
                              {1 << 30, 1 << 30},
                              {1 << 30, 1 << 30},
                              {100 << 10, 100 << 10}
                            })))) {
      small.upload("/small", table);
      small.awaitWhole("/small", table);
    }
  }
}
