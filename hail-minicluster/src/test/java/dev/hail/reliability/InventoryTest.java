// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** The list of replicas that a datanode leaves when it stops, on real disks. */
class InventoryTest {
  private static final int FILES = 6;
  private static final String LIST = "hail-replicas";

  @Test
  void restart_withListOfReplicas_readsNoFrontIfListIsGood() throws Exception {
    try (HailMiniCluster cluster =
        HailMiniCluster.builder()
            .dataNodes(1)
            .quickHeartbeats()
            .configuration(HailConfiguration.load())
            .build()) {
      cluster.awaitHail();
      // Some blocks are of HAIL and some are not.
      DistributedFileSystem fs = cluster.fileSystem();
      for (int i = 0; i < FILES; i++) {
        TestBlocks.write(fs, path("hail", i), 1, TestBlocks.block(i, 50, 1));
        try (FSDataOutputStream out = fs.create(path("plain", i))) {
          out.write(new byte[500]);
        }
      }
      Path data = cluster.baseDirectory().toPath();
      // What became final in the last minute before a stop is read again.
      touch(replicas(data), Instant.now().minus(Duration.ofHours(1)));
      restart(cluster, () -> {});
      assertThat(frontsRead(cluster)).as("what was touched").isLessThanOrEqualTo(2 * FILES);

      // A list that is good saves all reading.
      restart(cluster, () -> {});
      assertThat(frontsRead(cluster)).isZero();
      assertThat(lists(data)).as("used up").isEmpty();

      // A block that changed since then is read.
      restart(
          cluster,
          () -> {
            File changed = new File(blockFile(data, cluster, 0).toString());
            touch(List.of(changed.toPath()), Instant.now());
          });
      assertThat(frontsRead(cluster)).as("the one that changed").isEqualTo(1);

      // A list with a wrong byte, or without its last one, saves nothing.
      restart(
          cluster,
          () -> {
            for (Path list : lists(data)) {
              byte[] bytes = Files.readAllBytes(list);
              bytes[bytes.length / 2] ^= 1;
              Files.write(list, bytes);
            }
          });
      assertThat(frontsRead(cluster)).as("all, the lists are damaged").isEqualTo(2L * FILES);

      restart(
          cluster,
          () -> {
            for (Path list : lists(data)) {
              byte[] bytes = Files.readAllBytes(list);
              Files.write(list, java.util.Arrays.copyOf(bytes, bytes.length - 1));
            }
          });
      assertThat(frontsRead(cluster)).as("all, the lists are torn").isEqualTo(2L * FILES);
    }
  }

  @FunctionalInterface
  private interface DiskChange {
    void apply() throws IOException;
  }

  /** Stops the datanode, makes a change to its disks, and waits until all is known again. */
  private static void restart(HailMiniCluster cluster, DiskChange change) throws Exception {
    StoppedDataNode stopped = cluster.stopDataNode(0);
    assertThat(lists(cluster.baseDirectory().toPath())).as("lists that were left").isNotEmpty();
    change.apply();
    cluster.startDataNode(stopped);
    cluster.awaitDataNodes();
    Waiting.until(
        "it has reported all", () -> DaemonMetrics.ofDataNodes(cluster, "FullReports") > 0);
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      for (int i = 0; i < FILES; i++) {
        var page = directory.getReplicas(path("hail", i).toUri().getPath(), 0, 1);
        assertThat(page.blocks().get(0).replicas())
            .singleElement()
            .satisfies(replica -> assertThat(replica.replica().sortAttribute()).isEqualTo(1));
      }
    }
  }

  private static long frontsRead(HailMiniCluster cluster) throws Exception {
    return DaemonMetrics.ofDataNodes(cluster, "FrontsRead");
  }

  private static org.apache.hadoop.fs.Path path(String kind, int number) {
    return new org.apache.hadoop.fs.Path("/" + kind + "/" + number);
  }

  private static Path blockFile(Path data, HailMiniCluster cluster, int number) throws IOException {
    String name =
        "blk_"
            + TestBlocks.located(cluster.fileSystem(), path("hail", number))
                .get(0)
                .getBlock()
                .getBlockId();
    return replicas(data).stream()
        .filter(file -> file.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void touch(List<Path> files, Instant when) throws IOException {
    for (Path file : files) {
      Files.setLastModifiedTime(file, FileTime.from(when));
    }
  }

  private static List<Path> replicas(Path data) throws IOException {
    return find(data, "blk_\\d+");
  }

  private static List<Path> lists(Path data) throws IOException {
    return find(data, LIST);
  }

  private static List<Path> find(Path data, String name) throws IOException {
    return LiveFiles.find(data, file -> file.getFileName().toString().matches(name));
  }
}
