// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.conf.HailConfiguration;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Hadoop's tests never write a HAIL block. This one does, on a cluster with the very settings that
 * are in force for them, and so shows whether these settings sort HAIL blocks or leave them alone.
 */
@EnabledIfSystemProperty(named = "hail.hdfs.conf", matches = "hail")
class ConfiguredConversionTest {
  private static final int DATANODES = 3;
  private static final int ROWS = 5_000;
  private static final boolean CONVERTING = Boolean.getBoolean("hail.hdfs.conversion");

  private static Configuration conf;
  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    conf = HailConfiguration.load();
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(DATANODES).build();
    cluster.waitActive();
    conf.set("fs.defaultFS", cluster.getURI().toString());
    try (HailClientProtocol directory = HailProxies.clientProxy(conf, cluster.getURI())) {
      while (directory.getStatus().reportedDatanodes().size() < DATANODES) {
        Thread.sleep(50);
      }
    }
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  @Test
  void uploadedReplicas_withConversionOn_areSorted() throws Exception {
    String text =
        IntStream.range(0, ROWS)
            .mapToObj(row -> row * 7 % ROWS + ",name " + row % 10 + "," + row + "\n")
            .collect(Collectors.joining());
    hail(text, "put", "--schema", "k INT, name STRING, at BIGINT", "--index", "k,name", "-", "/f");

    List<byte[]> replicas = replicas("/f");
    assertThat(replicas).hasSize(DATANODES);
    TreeSet<Integer> orders = new TreeSet<>();
    for (byte[] replica : replicas) {
      orders.add(BlockFront.parse(replica, replica.length).sortAttribute());
    }
    if (CONVERTING) {
      assertThat(orders).containsExactly(1, 2);
      hail("", "fsck", "/f");
    } else {
      assertThat(orders).containsExactly(0);
      assertThat(replicas).allSatisfy(replica -> assertThat(replica).isEqualTo(replicas.get(0)));
    }
    assertThat(hail("", "cat", "/f").lines().sorted())
        .containsExactlyElementsOf(text.lines().sorted().toList());
    assertThat(hail("", "cat", "--filter", "k = 7", "/f").lines()).hasSize(1);
  }

  @Test
  void otherBytes_written_areStoredUnchanged() throws Exception {
    byte[] bytes = new byte[1_000_003];
    new Random(1).nextBytes(bytes);
    Path path = new Path("/plain");
    try (FSDataOutputStream out = cluster.getFileSystem().create(path, (short) DATANODES)) {
      out.write(bytes);
    }
    assertThat(replicas("/plain"))
        .hasSize(DATANODES)
        .allSatisfy(replica -> assertThat(replica).isEqualTo(bytes));
    try (InputStream in = cluster.getFileSystem().open(path)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
  }

  /** Runs a command that succeeds, and returns its output. */
  private static String hail(String input, String... arguments) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        HailCli.run(
            conf,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    assertThat(code).as("%s", err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The replicas of a file's only block, as they lie on the datanodes' disks. */
  private static List<byte[]> replicas(String path) throws IOException {
    List<LocatedBlock> blocks =
        cluster
            .getFileSystem()
            .getClient()
            .getLocatedBlocks(path, 0, Long.MAX_VALUE)
            .getLocatedBlocks();
    assertThat(blocks).hasSize(1);
    ExtendedBlock block = blocks.get(0).getBlock();
    List<byte[]> replicas = new ArrayList<>();
    for (DataNode node : cluster.getDataNodes()) {
      File file = new File(node.getFSDataset().getBlockLocalPathInfo(block).getBlockPath());
      replicas.add(Files.readAllBytes(file.toPath()));
    }
    return replicas;
  }
}
