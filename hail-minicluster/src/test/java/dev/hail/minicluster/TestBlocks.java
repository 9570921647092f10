// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.CallerMark;
import dev.hail.testing.RightAnswer;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.ToolRunner;

/** Makes HAIL blocks, writes them as HDFS blocks, and finds the replicas on the datanodes. */
public final class TestBlocks {
  static final Schema SCHEMA = Schema.parse("visitor STRING, visits INT, day DATE, revenue DOUBLE");
  private static final int CHUNK = 512;

  private TestBlocks() {}

  /** A block of random rows with NULLs and duplicates. */
  public static byte[] block(long seed, int rows, int... indexAttributes) {
    Random random = new Random(seed);
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(indexAttributes));
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(20) == 0) {
        builder.column(1).appendNull();
      } else {
        byte[] name = ("visitor-" + random.nextInt(rows)).getBytes(StandardCharsets.UTF_8);
        builder.column(1).appendBytes(name, 0, name.length);
      }
      builder.column(2).appendLong(random.nextInt());
      builder.column(3).appendLong(random.nextInt(20_000));
      builder.column(4).appendDouble(random.nextGaussian());
      builder.endRow();
    }
    byte[] bad = "not,a,row".getBytes(StandardCharsets.UTF_8);
    builder.addBadRecord(7, "3 fields, the schema has 4", bad, 0, bad.length);
    builder.source(rows * 40L, 1);
    return builder.build();
  }

  /** Writes a file in which each of the given arrays is one HDFS block. */
  public static void write(DistributedFileSystem fs, Path path, int replication, byte[]... blocks)
      throws IOException {
    long largest = CHUNK;
    for (byte[] block : blocks) {
      largest = Math.max(largest, block.length);
    }
    HdfsDataOutputStream out = create(fs, path, replication, largest);
    try {
      for (byte[] block : blocks) {
        out.write(block);
        out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
      }
    } catch (IOException e) {
      // Closing throws the very same exception again, which try-with-resources cannot bear.
      IOUtils.closeStream(out);
      throw e;
    }
    out.close();
  }

  public static HdfsDataOutputStream create(
      DistributedFileSystem fs, Path path, int replication, long largestBlock) throws IOException {
    long blockSize = (largestBlock + CHUNK - 1) / CHUNK * CHUNK;
    return (HdfsDataOutputStream) fs.create(path, true, 64 << 10, (short) replication, blockSize);
  }

  public static List<LocatedBlock> located(DistributedFileSystem fs, Path path) throws IOException {
    return CallerMark.marked(
        () ->
            fs.getClient()
                .getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks());
  }

  /** Writes a file of such blocks, and waits until HDFS knows of all their replicas. */
  public static void store(HailMiniCluster cluster, Path path, int replication, byte[]... blocks)
      throws Exception {
    write(cluster.fileSystem(), path, replication, blocks);
    awaitReplication(cluster, path, replication);
  }

  /** Waits until HDFS knows of this many replicas of each block of a file. */
  public static void awaitReplication(HailMiniCluster cluster, Path path, int replicas)
      throws Exception {
    Waiting.until(
        "each block of " + path + " has " + replicas + " replicas",
        () ->
            located(cluster.fileSystem(), path).stream()
                .allMatch(block -> block.getLocations().length == replicas));
  }

  /** The finalized replicas of a block by datanode uuid, as they lie on the disks. */
  public static Map<String, byte[]> replicas(HailMiniCluster cluster, ExtendedBlock block)
      throws IOException {
    Map<String, byte[]> replicas = new TreeMap<>();
    for (DataNode node : cluster.dfs().getDataNodes()) {
      File file = file(node, block);
      if (file != null) {
        try (InputStream in = Files.newInputStream(file.toPath())) {
          // One byte more, so that a file which is too long does not look right.
          int most = Math.toIntExact(block.getNumBytes() + 1);
          replicas.put(node.getDatanodeUuid(), in.readNBytes(most));
        } catch (NoSuchFileException deleted) {
          // By its datanode, this moment, which holds no replica any more.
        }
      }
    }
    return replicas;
  }

  /** The file of a finalized replica, or null. */
  public static File file(DataNode node, ExtendedBlock block) throws IOException {
    try {
      Block stored = node.getFSDataset().getStoredBlock(block.getBlockPoolId(), block.getBlockId());
      if (stored == null || stored.getGenerationStamp() != block.getGenerationStamp()) {
        // Left by an append that was refused, unknown to the namenode.
        return null;
      }
      ExtendedBlock current = new ExtendedBlock(block.getBlockPoolId(), stored);
      if (!node.getFSDataset().isValidBlock(current)) {
        return null;
      }
      return new File(node.getFSDataset().getBlockLocalPathInfo(current).getBlockPath());
    } catch (ReplicaNotFoundException e) {
      return null;
    }
  }

  /** The attributes the replicas are sorted by, ascending. */
  public static List<Integer> orders(Map<String, byte[]> replicas) throws IOException {
    List<Integer> orders = new ArrayList<>();
    for (byte[] replica : replicas.values()) {
      orders.add(BlockFront.parse(replica, replica.length).sortAttribute());
    }
    orders.sort(null);
    return orders;
  }

  /** Waits until the replicas of a file's first block have these orders and HDFS knows them. */
  public static void awaitOrders(HailMiniCluster cluster, Path path, Integer... orders)
      throws Exception {
    List<Object> seen = new ArrayList<>();
    try {
      Waiting.until(
          "the replicas have the orders " + List.of(orders),
          () -> {
            LocatedBlock block = located(cluster.fileSystem(), path).get(0);
            List<Integer> found = orders(replicas(cluster, block.getBlock()));
            if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(found)) {
              seen.add(found);
            }
            return found.equals(List.of(orders)) && block.getLocations().length == orders.length;
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", seen were " + seen, e);
    }
  }

  /** Checks each replica and that its rows are those of the block that was written. */
  public static void assertSound(byte[] source, Map<String, byte[]> replicas) throws IOException {
    List<String> rows = rows(source);
    for (byte[] replica : replicas.values()) {
      RightAnswer.expect(() -> assertThat(replica.length).isEqualTo(source.length));
      assertSound(replica);
      RightAnswer.expect(() -> assertThat(rows(replica)).isEqualTo(rows));
    }
  }

  /** Checks the checksums, index and order of a replica. */
  public static void assertSound(byte[] replica) {
    RightAnswer.expect(
        () ->
            assertThatCode(() -> BlockVerifier.verify(BlockSource.of(replica)))
                .doesNotThrowAnyException());
  }

  /** Checks that HDFS finds nothing wrong with a file. */
  public static void assertHealthy(HailMiniCluster cluster, Path path) throws Exception {
    Waiting.assertSound(path + " for HDFS", () -> problems(cluster, path));
  }

  /** What HDFS finds wrong with a file; empty if all is well. */
  private static String problems(HailMiniCluster cluster, Path path) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code =
        ToolRunner.run(
            new DFSck(cluster.configuration(), text), new String[] {path.toUri().getPath()});
    String report = out.toString(StandardCharsets.UTF_8);
    return code == 0 && report.contains("HEALTHY") ? "" : report;
  }

  /** All rows of a block as text, in an order of their own. */
  public static List<String> rows(byte[] block) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(
              (batch.isNull(row, 1) ? "NULL" : batch.getString(row, 1))
                  + "|"
                  + batch.getInt(row, 2)
                  + "|"
                  + batch.getDateDays(row, 3)
                  + "|"
                  + batch.getDouble(row, 4));
        }
      }
    }
    rows.sort(null);
    return rows;
  }
}
