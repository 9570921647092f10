// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.minicluster.TestBlocks;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Datanodes that die while {@code hail://} reads or writes: right bytes or an error, never a mix.
 */
@ExtendWith(SharedFaultyCluster.class)
class HailFileSystemFaultTest {
  private static final int ROWS = 20_000;

  private final FaultyCluster cluster;
  private FileSystem hail;

  HailFileSystemFaultTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() throws IOException {
    hail = FileSystem.newInstance(URI.create(uri("/")), conf());
  }

  @AfterEach
  void mend() throws Exception {
    hail.close();
    cluster.startStopped();
    cluster.fileSystem().delete(new Path("/pinned"), true);
  }

  private String uri(String path) {
    return "hail://" + cluster.fileSystem().getUri().getAuthority() + path;
  }

  /** Uploads a file of one block of several hundred kilobytes, and gives its replicas. */
  private Map<String, byte[]> upload(Table table) throws Exception {
    cluster.fileSystem().mkdirs(new Path("/pinned"));
    cluster.upload("/pinned/a", table, "--block-size", "8m");
    cluster.awaitOrders("/pinned/a", 3);
    return TestBlocks.replicas(cluster.hdfs(), block().getBlock());
  }

  private LocatedBlock block() throws IOException {
    return TestBlocks.located(cluster.fileSystem(), new Path("/pinned/a")).get(0);
  }

  /** The datanode whose replica begins with some bytes. */
  private static String holder(Map<String, byte[]> replicas, byte[] start) {
    return replicas.entrySet().stream()
        .filter(e -> Arrays.equals(e.getValue(), 0, start.length, start, 0, start.length))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError("Bytes of no replica"));
  }

  @Test
  void chosenDatanode_dyingInMidBlock_endsTheStreamWithAnError() throws Exception {
    Map<String, byte[]> replicas = upload(Table.random(31, ROWS));
    try (FSDataInputStream in = hail.open(new Path(uri("/pinned/a")))) {
      byte[] start = new byte[72];
      in.readFully(start);
      String node = holder(replicas, start);
      int port = cluster.dataNode(node).getXferPort();
      cluster.kill(node);
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/pinned/a")
          .hasMessageContaining(block().getBlock().getBlockName())
          .hasMessageContaining(":" + port)
          .hasMessageContaining("another row order");
      byte[] later = new byte[100];
      assertThatThrownBy(() -> in.readFully(200_000, later)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void otherDatanodes_dying_changeNothing() throws Exception {
    Map<String, byte[]> replicas = upload(Table.random(32, ROWS));
    try (FSDataInputStream in = hail.open(new Path(uri("/pinned/a")))) {
      byte[] start = new byte[72];
      in.readFully(start);
      String chosen = holder(replicas, start);
      for (String node : replicas.keySet()) {
        if (!node.equals(chosen)) {
          cluster.kill(node);
        }
      }
      byte[] rest = in.readAllBytes();
      byte[] expected = replicas.get(chosen);
      assertThat(rest).isEqualTo(Arrays.copyOfRange(expected, 72, expected.length));
    }
  }

  @Test
  void datanodes_deadBeforeTheFirstByte_arePassedOver() throws Exception {
    Map<String, byte[]> replicas = upload(Table.random(33, ROWS));
    try (FSDataInputStream in = hail.open(new Path(uri("/pinned/a")))) {
      String last = replicas.keySet().iterator().next();
      for (String node : replicas.keySet()) {
        if (!node.equals(last)) {
          cluster.kill(node);
        }
      }
      assertThat(in.readAllBytes()).isEqualTo(replicas.get(last));
    }
  }

  @Test
  void copy_whoseSourceDies_failsOrIsWhole() throws Exception {
    Table table = Table.random(34, ROWS);
    Map<String, byte[]> replicas = upload(table);
    AtomicBoolean killed = new AtomicBoolean();
    try (PacketGate gate = PacketGate.closeAfter(3)) {
      Thread killer =
          new Thread(
              () -> {
                try {
                  gate.awaitWriter();
                  cluster.kill(replicas.keySet().iterator().next());
                  killed.set(true);
                } catch (Exception failure) {
                  throw new IllegalStateException(failure);
                } finally {
                  gate.open();
                }
              });
      killer.start();
      Path copy = new Path(uri("/pinned/b"));
      boolean whole;
      try {
        whole = FileUtil.copy(hail, new Path(uri("/pinned/a")), hail, copy, false, conf());
      } catch (IOException failure) {
        assertThat(failure).hasMessageContaining("/pinned/");
        whole = false;
      }
      killer.join();
      assertThat(killed).isTrue();
      cluster.startStopped();
      if (whole) {
        cluster.awaitWhole("/pinned/b", table);
      }
    }
    // What a user does then.
    assertThat(
            ToolRunner.run(
                conf(),
                new DistCp(conf(), null),
                new String[] {"-pbx", "-overwrite", uri("/pinned/a"), uri("/pinned/b")}))
        .isZero();
    cluster.awaitWhole("/pinned/b", table);
  }

  private Configuration conf() {
    Configuration settings = new Configuration(cluster.hdfs().configuration());
    settings.setLong("dfs.blocksize", 8 << 20);
    return settings;
  }
}
