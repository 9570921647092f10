// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both namenodes' registries at ports that swallow what datanodes send. */
class SilentNamenodeTest {
  private static final int DATANODES = 3;
  private static final int WRITERS = 12;
  private static final List<String> NAMENODES = List.of("nn1", "nn2");

  private static final List<PortGate> gates = new ArrayList<>();
  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Configuration settings = HailConfiguration.load();
    // One at a time, so that what holds up a sorter holds up everybody behind it.
    settings.setInt(HailConfigKeys.DATANODE_SORT_THREADS, 1);
    settings.set(HailConfigKeys.DATANODE_RPC_TIMEOUT, "2s");
    settings.set(HailConfigKeys.DATANODE_SORT_DEADLINE, "20s");
    settings.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
        RedirectingDatasetFactory.class.getName());
    for (String namenode : NAMENODES) {
      PortGate gate = new PortGate(() -> directoryOf(namenode));
      gates.add(gate);
      RedirectingDatasetFactory.redirect(settings, namenode, gate.address());
    }
    cluster =
        HailMiniCluster.builder()
            .dataNodes(DATANODES)
            .haNameNodes()
            .quickHeartbeats()
            .configuration(settings)
            .build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() throws IOException {
    for (PortGate gate : gates) {
      gate.close();
    }
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource
  void manyWriters_withSilentDirectories_endAndBlocksAreSortedLater(PortGate.Silence silence)
      throws Exception {
    byte[] block = TestBlocks.block(silence.name().length(), 200, 3, 1, 4);
    for (PortGate gate : gates) {
      gate.silence(silence);
    }
    long spared = DaemonMetrics.ofDataNodes(cluster, "NamenodesNotAsked");
    // Many write at once while no replica directory answers.
    List<Path> paths = new ArrayList<>();
    List<Future<?>> writes = new ArrayList<>();
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      for (int i = 0; i < WRITERS; i++) {
        Path path = new Path("/" + silence + "/" + i);
        paths.add(path);
        writes.add(
            writers.submit(
                () -> {
                  TestBlocks.write(cluster.fileSystem(), path, DATANODES, block);
                  return null;
                }));
      }
      for (Future<?> write : writes) {
        // Fails as the client does, which gives up on datanodes that take a minute and a bit.
        write.get();
      }
    } finally {
      writers.shutdownNow();
    }
    // Sooner or later nobody waits for an answer any more.
    Waiting.until(
        "silent namenodes are not asked",
        () -> {
          paths.add(new Path("/" + silence + "/" + paths.size()));
          TestBlocks.write(cluster.fileSystem(), paths.get(paths.size() - 1), DATANODES, block);
          return DaemonMetrics.ofDataNodes(cluster, "NamenodesNotAsked") > spared;
        });
    // All blocks are in upload order.
    for (Path path : paths) {
      var replicas = TestBlocks.replicas(cluster, onlyBlock(path));
      assertThat(replicas).as("%s", path).hasSize(DATANODES);
      assertThat(TestBlocks.orders(replicas)).containsExactly(0, 0, 0);
    }
    TestBlocks.assertSound(block, TestBlocks.replicas(cluster, onlyBlock(paths.get(0))));

    // The registries answer again.
    for (PortGate gate : gates) {
      gate.heal();
    }
    List<Path> later = new ArrayList<>();
    Waiting.until(
        "a block is sorted",
        () -> {
          later.add(new Path("/" + silence + "/later-" + later.size()));
          Path path = later.get(later.size() - 1);
          TestBlocks.write(cluster.fileSystem(), path, DATANODES, block);
          return TestBlocks.orders(TestBlocks.replicas(cluster, onlyBlock(path)))
              .equals(List.of(1, 3, 4));
        });
  }

  private static InetSocketAddress directoryOf(String namenode) {
    Configuration conf = cluster.configuration();
    return NetUtils.createSocketAddr(
        conf.get(RedirectingDatasetFactory.addressKey(conf, namenode)));
  }

  private static ExtendedBlock onlyBlock(Path path) throws IOException {
    return TestBlocks.located(cluster.fileSystem(), path).get(0).getBlock();
  }
}
