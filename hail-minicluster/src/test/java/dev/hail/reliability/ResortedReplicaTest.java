// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.fault.FaultFiles;
import dev.hail.fault.FaultyDatasetFactory;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.CallerMark;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.HailSuspects;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.Resorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The only replica of a block, sorted where it lies while others want it. Each test has index
 * attributes of its own: of those the namenode assigns the one that the datanode has least of,
 * which then is the other one.
 */
class ResortedReplicaTest {
  private static final int SWAPS = 100;
  private static final int READERS = 4;

  @TempDir private static java.nio.file.Path faults;
  private static HailMiniCluster cluster;

  /** A block on which swaps fail, in one case after the other. */
  private static ExtendedBlock undone;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    FaultyDatasetFactory.use(conf::set, faults);
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "300ms");
    conf.setInt(HailConfigKeys.DATANODE_REPAIR_RATE, 1_000_000);
    cluster = HailMiniCluster.builder().dataNodes(1).configuration(conf).build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void readersAndScanner_duringResort_meetNoForeignChecksum() throws Exception {
    byte[] source = TestBlocks.block(1600, 1_500, 1, 2);
    ExtendedBlock block = write("/read", source);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    List<Future<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      reads.add(threads.submit(() -> readUntil(done, new Path("/read"), source.length)));
    }
    for (int i = 0; i < SWAPS; i++) {
      HailSuspects.add(dataNode(), storage(), block);
      resort(block);
    }
    done.set(true);
    for (Future<Integer> each : reads) {
      assertThat(each.get(5, TimeUnit.MINUTES)).isPositive();
    }
    threads.shutdown();
    assertThat(cluster.dfs().getNamesystem().getCorruptReplicaBlocks()).isZero();
    assertThat(DaemonMetrics.ofHdfs(cluster, "BlockVerificationFailures")).isZero();
    TestBlocks.assertSound(source, TestBlocks.replicas(cluster, block));
    TestBlocks.assertHealthy(cluster, new Path("/read"));
    Waiting.until("side files are gone", () -> sideFiles().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "true, SWAP_DATA, io",
    "false, SWAP_CHECKSUMS, io",
    "true, SWAP_DATA, runtime",
    "false, SWAP_CHECKSUMS, runtime"
  })
  void swap_failingHalfway_leavesReplicaAsItWas(boolean early, ReplicaStep step, String fault)
      throws Exception {
    byte[] source = TestBlocks.block(1601, 1_500, 1, 3);
    if (undone == null) {
      undone = write("/undone", source);
    }
    ExtendedBlock block = undone;
    int before = order(block);
    long failures = DaemonMetrics.ofDataNodes(cluster, "ReorderFailures");
    long fired = FaultFiles.fired(faults);
    FaultFiles.arm(faults, early, step, fault);
    Waiting.until(
        "the swap failed",
        () -> {
          Resorts.ask(dataNode(), block);
          return DaemonMetrics.ofDataNodes(cluster, "ReorderFailures") > failures
              && FaultFiles.fired(faults) > fired;
        });
    FaultFiles.disarm(faults);

    Waiting.until("side files are gone", () -> sideFiles().isEmpty());
    assertThat(read(new Path("/undone"), source.length)).hasSize(source.length);
    TestBlocks.assertSound(source, TestBlocks.replicas(cluster, block));
    if (order(block) == before) {
      resort(block);
    }
    TestBlocks.assertSound(source, TestBlocks.replicas(cluster, block));
    assertThat(cluster.dfs().getNamesystem().getCorruptReplicaBlocks()).isZero();
  }

  @Test
  void replica_deletedWhileSorted_leavesNothing() throws Exception {
    ExtendedBlock block = write("/deleted", TestBlocks.block(1602, 1_500, 2, 3));
    long fired = FaultFiles.fired(faults);
    FaultFiles.arm(faults, false, ReplicaStep.WRITE, "stall 3000");
    Waiting.until(
        "the sorted copy is written",
        () -> {
          Resorts.ask(dataNode(), block);
          return FaultFiles.fired(faults) > fired;
        });
    cluster.fileSystem().delete(new Path("/deleted"), false);
    Waiting.until("the replica is gone", () -> TestBlocks.file(dataNode(), block) == null);
    Waiting.until("side files are gone", () -> sideFiles().isEmpty());
    assertThat(files("blk_" + block.getBlockId())).isEmpty();
  }

  private static ExtendedBlock write(String path, byte[] source) throws Exception {
    TestBlocks.store(cluster, new Path(path), 1, source);
    return TestBlocks.located(cluster.fileSystem(), new Path(path)).get(0).getBlock();
  }

  /** Asks until the only replica has the other order. */
  private static void resort(ExtendedBlock block) throws Exception {
    int before = order(block);
    Waiting.until(
        "the replica has another order than " + before,
        () -> {
          Resorts.ask(dataNode(), block);
          long soon = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(40);
          while (order(block) == before && System.nanoTime() < soon) {
            Thread.sleep(2);
          }
          return order(block) != before;
        });
  }

  private static int order(ExtendedBlock block) throws IOException {
    return TestBlocks.orders(TestBlocks.replicas(cluster, block)).get(0);
  }

  private static int readUntil(AtomicBoolean done, Path path, int length) throws IOException {
    int reads = 0;
    do {
      BlockVerifier.verify(BlockSource.of(read(path, length)));
      reads++;
    } while (!done.get());
    return reads;
  }

  /** Reads a block whole with one connection to the datanode. */
  private static byte[] read(Path path, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = CallerMark.marked(() -> cluster.fileSystem().open(path))) {
      in.readFully(0, bytes);
    }
    return bytes;
  }

  private static DataNode dataNode() {
    return cluster.dfs().getDataNodes().get(0);
  }

  private static String storage() throws IOException {
    try (var volumes = dataNode().getFSDataset().getFsVolumeReferences()) {
      return volumes.get(0).getStorageID();
    }
  }

  private static List<java.nio.file.Path> sideFiles() throws IOException {
    return files("hail-");
  }

  private static List<java.nio.file.Path> files(String prefix) throws IOException {
    return LiveFiles.find(
        cluster.baseDirectory().toPath(),
        file -> file.getFileName().toString().startsWith(prefix) && Files.isRegularFile(file));
  }
}
