// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ReplicaFront;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.reliability.GiantBlock.Kind;
import dev.hail.testing.RightAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Blocks whose sorting takes more memory than a datanode has, on datanodes that are processes of
 * their own. {@code -Dhail.test.large=true} takes the most rows that a block may have.
 */
class GiantBlockTest {
  private static final boolean LARGE = Boolean.getBoolean("hail.test.large");
  private static final int ROWS = LARGE ? 1 << 27 : 1 << 24;
  private static final String HEAP = LARGE ? "256m" : "128m";
  private static final int HELD_BY_READER = 16 << 20;
  private static final Pattern TOO_LARGE = Pattern.compile("\"KeptTooLarge\"\\s*:\\s*(\\d+)");

  @ParameterizedTest
  @EnumSource
  void giantBlock_uploaded_isLikeOthers(Kind kind) throws Exception {
    GiantBlock giant = new GiantBlock(kind, 100_003);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    giant.write(out);
    byte[] block = out.toByteArray();
    assertThat(block).hasSize((int) giant.length());
    BlockVerifier.verify(block, block.length);
    assertThat(BlockFront.parse(block, block.length).rowCount()).isEqualTo(100_003);
    BlockVerifier.verify(BlockSorter.sort(block, block.length, 1), block.length);
  }

  @Test
  @Tag("nightly")
  void datanodes_withLittleHeap_outliveUnsortableBlocks() throws Exception {
    try (ProcessCluster cluster =
        ProcessCluster.builder().dataNodes(4).heap(HEAP).quickHeartbeats().start()) {
      Neighbour neighbour = new Neighbour(cluster);
      for (Kind kind : Kind.values()) {
        upload(cluster, kind);
      }
      neighbour.awaitUploads(3);
      assertThat(logsWith(cluster, "OutOfMemoryError")).isEmpty();
      neighbour.stop();
      for (Kind kind : Kind.values()) {
        assertRows(cluster.configuration(), kind);
      }
      HailBlock before = block(cluster.configuration(), path(Kind.BOOLEANS));
      Daemon lost = holder(cluster, before);
      lost.kill();
      for (Kind kind : Kind.values()) {
        Waiting.until(
            "the block of " + kind + " has three replicas without " + lost.name(),
            () -> liveHolders(cluster, kind).size() == 3);
        assertRows(cluster.configuration(), kind);
      }
      assertThat(logsWith(cluster, "OutOfMemoryError")).isEmpty();
      for (Daemon datanode : cluster.dataNodes()) {
        assertThat(datanode.hasEnded()).as("%s has ended", datanode.name()).isFalse();
        if (datanode.isRunning()) {
          Waiting.until(datanode.name() + " has counted a block", () -> keptTooLarge(datanode) > 0);
        }
      }
    }
  }

  private static org.apache.hadoop.fs.Path path(Kind kind) {
    return new org.apache.hadoop.fs.Path("/" + kind);
  }

  private static void upload(ProcessCluster cluster, Kind kind) throws IOException {
    GiantBlock giant = new GiantBlock(kind, ROWS);
    DistributedFileSystem fs = cluster.newFileSystem();
    try (HdfsDataOutputStream out = TestBlocks.create(fs, path(kind), 3, giant.length())) {
      giant.write(out);
    }
  }

  private static HailBlock block(Configuration conf, org.apache.hadoop.fs.Path path)
      throws IOException {
    HailFile file = HailFile.open(conf, path);
    assertThat(file.blocks()).hasSize(1);
    return file.blocks().get(0);
  }

  /** Reads the block from each of its replicas. */
  private static void assertRows(Configuration conf, Kind kind) throws IOException {
    HailFile file = HailFile.open(conf, path(kind));
    HailBlock block = file.blocks().get(0);
    for (DatanodeInfo node : block.located().getLocations()) {
      List<Candidate> only = List.of(new Candidate(node, 0, IndexFit.NONE, null));
      ScanOptions options = ScanOptions.of(conf, null, 1).withFailoverBytes(HELD_BY_READER);
      try (BlockScan scan =
          BlockScan.open(file, block, new Predicate.True(), null, options, only)) {
        RowBatch batch = new RowBatch();
        int row = 0;
        boolean equal = true;
        while (scan.next(batch)) {
          // The reader keeps the number of each row that it holds.
          if (row == 0) {
            assertThat(scan.metrics().rowsQualifying())
                .isLessThanOrEqualTo(HELD_BY_READER / Integer.BYTES + options.reader().batchRows());
          }
          for (int i = 0; i < batch.size(); i++, row++) {
            equal &= batch.rowNumber(i) == row && isRow(kind, batch, i, row);
          }
        }
        RightAnswer.expect(
            row, rows -> assertThat(rows).as("rows of %s on %s", kind, node).isEqualTo(ROWS));
        RightAnswer.expect(
            equal,
            same -> assertThat(same).as("%s on %s has the uploaded rows", kind, node).isTrue());
      }
    }
  }

  private static boolean isRow(Kind kind, RowBatch batch, int i, int row) {
    return switch (kind) {
      case BOOLEANS -> batch.getBoolean(i, 1) == (kind.value(row, 0) == 1);
      case EMPTY_STRINGS -> batch.stringLength(i, 1) == 0;
      case BYTE_PAIRS ->
          batch.getInt(i, 1) == kind.value(row, 0) && batch.getInt(i, 2) == kind.value(row, 1);
    };
  }

  private static Daemon holder(ProcessCluster cluster, HailBlock block) throws IOException {
    int port = block.located().getLocations()[0].getXferPort();
    for (Daemon datanode : cluster.dataNodes()) {
      Path site = datanode.directory().resolve("conf/hdfs-site.xml");
      if (Files.readString(site).contains(":" + port + "<")) {
        return datanode;
      }
    }
    throw new AssertionError("No datanode has the port " + port);
  }

  private static Set<String> liveHolders(ProcessCluster cluster, Kind kind) throws IOException {
    Set<String> live = new TreeSet<>();
    for (DatanodeInfo node : block(cluster.configuration(), path(kind)).located().getLocations()) {
      for (Daemon datanode : cluster.dataNodes()) {
        Path site = datanode.directory().resolve("conf/hdfs-site.xml");
        if (datanode.isRunning()
            && Files.readString(site).contains(":" + node.getXferPort() + "<")) {
          live.add(datanode.name());
        }
      }
    }
    return live;
  }

  private static long keptTooLarge(Daemon datanode) throws IOException {
    Matcher found = TOO_LARGE.matcher(datanode.jmx("Hadoop:service=DataNode,name=HailDataNode*"));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private static List<Path> logsWith(ProcessCluster cluster, String text) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Daemon daemon : cluster.daemons()) {
      try (Stream<String> lines = Files.lines(daemon.log(), StandardCharsets.ISO_8859_1)) {
        if (lines.anyMatch(line -> line.contains(text))) {
          found.add(daemon.log());
        }
      }
    }
    return found;
  }

  /** Somebody who uploads small tables all the time, and demands that they are sorted. */
  private static final class Neighbour {
    private final ProcessCluster cluster;
    private final DistributedFileSystem fs;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CompletableFuture<Integer> uploads;
    private final AtomicInteger count = new AtomicInteger();

    Neighbour(ProcessCluster cluster) throws IOException {
      this.cluster = cluster;
      this.fs = cluster.newFileSystem();
      uploads = CompletableFuture.supplyAsync(this::work);
    }

    private int work() {
      try {
        while (!stopped.get()) {
          int number = count.get();
          TestBlocks.write(fs, path(number), 3, TestBlocks.block(number, 5_000, 1, 2, 4));
          count.incrementAndGet();
        }
        return count.get();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static org.apache.hadoop.fs.Path path(int number) {
      return new org.apache.hadoop.fs.Path("/neighbour-" + number);
    }

    void awaitUploads(int more) throws Exception {
      int wanted = count.get() + more;
      Waiting.until(
          "the neighbour has uploaded " + wanted + " files",
          () -> count.get() >= wanted || uploads.isDone());
    }

    /** Ends the uploads and demands that each of their blocks has all its orders. */
    void stop() throws Exception {
      stopped.set(true);
      int files = uploads.get();
      for (int i = 0; i < files; i++) {
        org.apache.hadoop.fs.Path path = path(i);
        Waiting.until("replicas of " + path + " are sorted", () -> orders(path).size() == 3);
      }
    }

    private Set<Integer> orders(org.apache.hadoop.fs.Path path) throws IOException {
      HailFile file = HailFile.open(cluster.configuration(), path);
      HailBlock block = file.blocks().get(0);
      Set<Integer> orders = new TreeSet<>();
      for (DatanodeInfo node : block.located().getLocations()) {
        ReplicaFront replica = ReplicaFront.read(file, block, node);
        if (replica.front() != null && replica.front().sortAttribute() != 0) {
          orders.add(replica.front().sortAttribute());
        }
      }
      return orders;
    }
  }
}
