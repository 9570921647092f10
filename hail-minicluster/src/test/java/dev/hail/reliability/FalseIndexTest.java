// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.ForgedBlocks;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Small blocks whose index says that it takes 16 MiB, on datanodes with little heap. */
@Tag("nightly")
class FalseIndexTest {
  private static final int WRITERS = 24;
  private static final int FILES = 6;

  @Test
  void blocks_withFalseIndex_areSortedWithoutReadingIt() throws Exception {
    byte[] block = ForgedBlocks.withIndexOfManyBytes(2_000);
    Map<List<Integer>, Long> expected =
        Map.of(List.of(2), (long) WRITERS * FILES, List.of(1, 2, 4), 1L);
    try (ProcessCluster cluster =
        ProcessCluster.builder().dataNodes(3).heap("192m").quickHeartbeats().start()) {
      DistributedFileSystem fs = cluster.newFileSystem();
      ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> writes = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "/writer-" + writer + "-";
        writes.add(
            writers.submit(
                () -> {
                  for (int file = 0; file < FILES; file++) {
                    TestBlocks.write(fs, new Path(name + file), 1, block);
                  }
                  return null;
                }));
      }
      for (Future<?> write : writes) {
        write.get();
      }
      writers.shutdown();
      TestBlocks.write(fs, new Path("/honest"), 3, TestBlocks.block(1, 5_000, 1, 2, 4));
      Waiting.until("all blocks are sorted", () -> orders(cluster).equals(expected));
      for (Daemon datanode : cluster.dataNodes()) {
        assertThat(lines(datanode)).noneMatch(line -> line.contains("OutOfMemoryError"));
      }
    }
  }

  /** How many blocks have replicas of which orders. */
  private static Map<List<Integer>, Long> orders(ProcessCluster cluster) throws IOException {
    return ProcessReplicas.orders(cluster.dataNodes()).values().stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static List<String> lines(Daemon daemon) throws IOException {
    try (Stream<String> lines = Files.lines(daemon.log(), StandardCharsets.ISO_8859_1)) {
      return lines.toList();
    }
  }
}
