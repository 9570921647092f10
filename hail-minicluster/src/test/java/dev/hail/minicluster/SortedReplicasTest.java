// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockFront;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an upload leaves on the disks of four healthy datanodes. */
class SortedReplicasTest {
  private static HailMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = HailMiniCluster.builder().dataNodes(4).withoutAppendVeto().quickHeartbeats().build();
    cluster.awaitHail();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void threeReplicas_uploaded_haveThreeOrdersAndSameRows() throws Exception {
    Path path = new Path("/three");
    byte[][] blocks = {
      TestBlocks.block(1, 5_000, 3, 1, 4),
      TestBlocks.block(2, 1, 3, 1, 4),
      TestBlocks.block(3, 40_000, 3, 1, 4)
    };
    TestBlocks.write(cluster.fileSystem(), path, 3, blocks);

    List<LocatedBlock> located = TestBlocks.located(cluster.fileSystem(), path);
    assertThat(located).hasSize(3);
    for (int i = 0; i < blocks.length; i++) {
      Map<String, byte[]> replicas = replicas(located.get(i));
      assertThat(TestBlocks.orders(replicas)).containsExactly(1, 3, 4);
      TestBlocks.assertSound(blocks[i], replicas);
    }
    TestBlocks.assertHealthy(cluster, path);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void fewerIndexesThanReplicas_uploaded_areSharedOut(int count) throws Exception {
    Path path = new Path("/indexes-" + count);
    int[] attributes = Arrays.copyOf(new int[] {2, 1}, count);
    byte[] block = TestBlocks.block(10 + count, 3_000, attributes);
    TestBlocks.write(cluster.fileSystem(), path, 3, block);

    Map<String, byte[]> replicas = replicas(onlyBlock(path));
    Set<Integer> orders = new HashSet<>(TestBlocks.orders(replicas));
    Set<Integer> expected = new HashSet<>();
    for (int attribute : attributes) {
      expected.add(attribute);
    }
    orders.remove(0);
    assertThat(orders).isEqualTo(expected);
    TestBlocks.assertSound(block, replicas);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void fourReplicas_uploaded_coverThreeOrders() throws Exception {
    Path path = new Path("/four");
    byte[] block = TestBlocks.block(4, 3_000, 3, 1, 4);
    TestBlocks.write(cluster.fileSystem(), path, 4, block);
    Map<String, byte[]> replicas = replicas(onlyBlock(path));
    assertThat(replicas).hasSize(4);
    assertThat(TestBlocks.orders(replicas)).contains(1, 3, 4);
    TestBlocks.assertSound(block, replicas);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void oneReplica_uploaded_isSortedByFirstIndex() throws Exception {
    Path path = new Path("/one");
    byte[] block = TestBlocks.block(5, 3_000, 3, 1);
    TestBlocks.write(cluster.fileSystem(), path, 1, block);
    assertThat(TestBlocks.orders(replicas(onlyBlock(path)))).containsExactly(3);
  }

  @Test
  void otherFiles_written_areStoredAsTheyCome() throws Exception {
    byte[] random = new byte[3_000_001];
    new Random(6).nextBytes(random);
    byte[] begins = TestBlocks.block(7, 100, 1);
    byte[] truncated = Arrays.copyOf(begins, begins.length - 1);
    byte[] longer = Arrays.copyOf(begins, begins.length + 1);
    byte[][] files = {new byte[0], {1}, random, truncated, longer, Arrays.copyOf(begins, 50)};
    for (int i = 0; i < files.length; i++) {
      Path path = new Path("/plain-" + i);
      try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
        out.write(files[i]);
      }
      assertThat(read(path)).isEqualTo(files[i]);
      for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), path)) {
        assertThat(replicas(block).values())
            .hasSize(3)
            .allSatisfy(stored -> assertThat(stored.length).isEqualTo(block.getBlockSize()));
      }
      TestBlocks.assertHealthy(cluster, path);
    }
  }

  @Test
  void storedBlock_continuedToLongerFile_isKeptAsWritten() throws Exception {
    Path path = new Path("/longer");
    byte[] block = TestBlocks.block(17, 2_000);
    byte[] longer = Arrays.copyOf(block, block.length + 70_000);
    new Random(17).nextBytes(longer);
    System.arraycopy(block, 0, longer, 0, block.length);
    try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
      out.write(longer, 0, block.length);
      out.hflush();
      // The datanodes write the block out when they have found that they need not sort it.
      String name = "blk_" + onlyBlock(path).getBlock().getBlockId();
      File disks = new File(cluster.dfs().getDataDirectory());
      Waiting.until("the block left memory", () -> count(disks, name, block.length) == 3);
      out.write(longer, block.length, longer.length - block.length);
    }
    assertThat(read(path)).isEqualTo(longer);
    assertThat(replicas(onlyBlock(path)).values())
        .hasSize(3)
        .allSatisfy(stored -> assertThat(stored).isEqualTo(longer));
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void block_writtenInSmallPieces_isSorted() throws Exception {
    Path path = new Path("/pieces");
    byte[] block = TestBlocks.block(8, 2_000, 1, 3, 4);
    try (HdfsDataOutputStream out =
        TestBlocks.create(cluster.fileSystem(), path, 3, block.length)) {
      int[] ends = {10, 30, 100, 1_000, block.length};
      int begin = 0;
      for (int end : ends) {
        out.write(block, begin, end - begin);
        out.hflush();
        begin = end;
      }
      out.hsync(EnumSet.of(SyncFlag.END_BLOCK));
    }
    Map<String, byte[]> replicas = replicas(onlyBlock(path));
    assertThat(TestBlocks.orders(replicas)).containsExactly(1, 3, 4);
    TestBlocks.assertSound(block, replicas);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void sync_inMidBlock_showsBytesAsTheyCameBeforeSort() throws Exception {
    Path path = new Path("/synced");
    byte[] block = TestBlocks.block(9, 20_000, 1, 3, 4);
    int half = block.length / 2 + 17;
    try (HdfsDataOutputStream out =
        TestBlocks.create(cluster.fileSystem(), path, 3, block.length)) {
      out.write(block, 0, half / 2);
      out.hflush();
      assertThat(readFirst(path, half / 2)).isEqualTo(Arrays.copyOf(block, half / 2));
      out.write(block, half / 2, half - half / 2);
      out.hsync();
      assertThat(readFirst(path, half)).isEqualTo(Arrays.copyOf(block, half));
      out.write(block, half, block.length - half);
    }
    Map<String, byte[]> replicas = replicas(onlyBlock(path));
    assertThat(TestBlocks.orders(replicas)).containsExactly(1, 3, 4);
    TestBlocks.assertSound(block, replicas);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void block_ofOrdinaryCopy_isSorted() throws Exception {
    Path path = new Path("/copied");
    byte[] block = TestBlocks.block(11, 2_000, 1, 3, 4);
    try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
      out.write(block);
    }
    Map<String, byte[]> replicas = replicas(onlyBlock(path));
    assertThat(TestBlocks.orders(replicas)).containsExactly(1, 3, 4);
    TestBlocks.assertSound(block, replicas);
  }

  @Test
  void damagedBlock_written_isRefused() throws Exception {
    byte[] block = TestBlocks.block(12, 2_000, 1, 3, 4);
    byte[] wrongRow = block.clone();
    int front = BlockFront.parse(block, block.length).frontLength();
    int inRows = front + (block.length - front) / 2;
    wrongRow[inRows] ^= 1;
    byte[] wrongFront = block.clone();
    wrongFront[80] ^= 1;
    for (byte[] damaged : List.of(wrongRow, wrongFront)) {
      Path path = new Path("/damaged");
      long refused = DaemonMetrics.ofDataNodes(cluster, "CorruptBlocksRefused");
      // The client learns only that one datanode after the other gave up.
      assertThatThrownBy(() -> TestBlocks.write(cluster.fileSystem(), path, 3, damaged))
          .isInstanceOf(IOException.class);
      assertThat(DaemonMetrics.ofDataNodes(cluster, "CorruptBlocksRefused")).isGreaterThan(refused);
      cluster.fileSystem().delete(path, false);
    }
    Waiting.until("the refused blocks left memory", () -> sumOnJmx("AssemblyMemoryBytes") == 0);
  }

  @Test
  void append_insideBlock_isRefusedButNewBlockIsTaken() throws Exception {
    Path path = new Path("/appended");
    byte[] block = TestBlocks.block(13, 2_000, 1, 3, 4);
    TestBlocks.write(cluster.fileSystem(), path, 3, block);
    assertThatThrownBy(
            () -> {
              try (FSDataOutputStream out = cluster.fileSystem().append(path)) {
                out.write(1);
              }
            })
        .isInstanceOf(IOException.class)
        // The client learns no more of the datanodes that refuse than that they are no good.
        .hasMessageContaining("bad");
    cluster.fileSystem().recoverLease(path);
    Waiting.until("the file is closed", () -> cluster.fileSystem().isFileClosed(path));
    byte[] second = TestBlocks.block(14, 500, 1, 3, 4);
    try (FSDataOutputStream out =
        cluster
            .fileSystem()
            .append(path, EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK), 4096, null)) {
      out.write(second);
    }
    List<LocatedBlock> located = TestBlocks.located(cluster.fileSystem(), path);
    assertThat(located).hasSize(2);
    TestBlocks.assertSound(block, replicas(located.get(0)));
    TestBlocks.assertSound(second, replicas(located.get(1)));
    TestBlocks.awaitOrders(cluster, path, 1, 3, 4);
    TestBlocks.assertHealthy(cluster, path);
  }

  @Test
  void erasureCodedFile_written_passesThrough() throws Exception {
    Path directory = new Path("/ec");
    cluster.fileSystem().mkdirs(directory);
    cluster.fileSystem().enableErasureCodingPolicy("XOR-2-1-1024k");
    cluster.fileSystem().setErasureCodingPolicy(directory, "XOR-2-1-1024k");
    Path path = new Path(directory, "file");
    byte[] block = TestBlocks.block(15, 60_000, 1, 3, 4);
    try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
      out.write(block);
    }
    assertThat(read(path)).isEqualTo(block);
  }

  @Test
  void sorts_ofUploads_areCountedOnJmx() throws Exception {
    long sorted = DaemonMetrics.ofDataNodes(cluster, "BlocksSorted");
    TestBlocks.write(cluster.fileSystem(), new Path("/counted"), 3, TestBlocks.block(16, 10, 1, 2));
    assertThat(DaemonMetrics.ofDataNodes(cluster, "BlocksSorted"))
        .isGreaterThanOrEqualTo(sorted + 2);
    // Hadoop keeps what it shows on JMX for some seconds.
    Waiting.until("sorts show on JMX", () -> sumOnJmx("BlocksSorted") >= sorted + 2);
    Waiting.until("no memory shows on JMX", () -> sumOnJmx("AssemblyMemoryBytes") == 0);
  }

  private static long sumOnJmx(String attribute) throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    long sum = 0;
    for (ObjectName name : beans.queryNames(new ObjectName("Hadoop:name=HailDataNode*,*"), null)) {
      sum += (Long) beans.getAttribute(name, attribute);
    }
    return sum;
  }

  /** Files of a name and length below a directory. */
  private static int count(File directory, String name, long length) {
    int found = 0;
    File[] children = directory.listFiles();
    for (File child : children == null ? new File[0] : children) {
      boolean match = child.getName().equals(name) && child.length() == length;
      found += match ? 1 : count(child, name, length);
    }
    return found;
  }

  private static LocatedBlock onlyBlock(Path path) throws IOException {
    List<LocatedBlock> located = TestBlocks.located(cluster.fileSystem(), path);
    assertThat(located).hasSize(1);
    return located.get(0);
  }

  private static Map<String, byte[]> replicas(LocatedBlock block) throws Exception {
    ExtendedBlock id = block.getBlock();
    return TestBlocks.replicas(cluster, id);
  }

  private static byte[] read(Path path) throws IOException {
    try (InputStream in = cluster.fileSystem().open(path)) {
      return IOUtils.readFullyToByteArray(new java.io.DataInputStream(in));
    }
  }

  private static byte[] readFirst(Path path, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (InputStream in = cluster.fileSystem().open(path)) {
      IOUtils.readFully(in, bytes, 0, length);
    }
    return bytes;
  }
}
