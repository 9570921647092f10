// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HailMiniClusterTest {

  @Test
  void plainHdfsWithYarn_startedAndClosed_leavesNothingBehind() throws Exception {
    File base;
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(1).withoutHail().yarn(true).build()) {
      base = cluster.baseDirectory();
      write(cluster, new Path("/a"), "one");
      assertThat(read(cluster, new Path("/a"))).isEqualTo("one");
      try (YarnClient yarn = YarnClient.createYarnClient()) {
        yarn.init(cluster.configuration());
        yarn.start();
        Waiting.until(
            "a node manager runs", () -> yarn.getNodeReports(NodeState.RUNNING).size() == 1);
      }
      assertThat(new File(base, "web/work").list())
          .as("namenode, datanode, resource manager, node manager, history")
          .hasSizeGreaterThanOrEqualTo(5)
          .allMatch(name -> name.startsWith("jetty-"));
    }
    assertThat(base).doesNotExist();
    assertThat(System.getProperty("jetty.base")).isNull();
  }

  @Test
  void cluster_withDirectoryOfItsUser_leavesNoFilesOfWebServers(@TempDir File directory)
      throws Exception {
    try (HailMiniCluster cluster =
        HailMiniCluster.builder().dataNodes(1).baseDirectory(directory).build()) {
      assertThat(new File(directory, "web/work").list()).isNotEmpty();
      cluster.restartDataNode(0);
      cluster.restartNameNodes();
    }
    assertThat(new File(directory, "web")).doesNotExist();
    assertThat(new File(directory, "dfs")).isDirectory();
  }

  @Test
  void haPair_failingOver_servesFromOtherNamenode() throws Exception {
    try (HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).haNameNodes().build()) {
      assertThat(cluster.uri().getHost()).startsWith("hail-");
      write(cluster, new Path("/a"), "one");
      cluster.failover();
      assertThat(cluster.dfs().getNameNode(1).isActiveState()).isTrue();
      assertThat(read(cluster, new Path("/a"))).isEqualTo("one");
      assertThat(cluster.namenodeWebAddresses()).hasSize(2);
    }
  }

  /** Each image that a namenode writes leaves a hook that holds the whole namespace. */
  @Test
  void closedCluster_afterImageWasWritten_leavesNoShutdownHook() throws Exception {
    Runnable ofAnImage = () -> {};
    try (HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).build()) {
      write(cluster, new Path("/a"), "one");
      ShutdownHookManager.get().addShutdownHook(ofAnImage, 1);
    }
    assertThat(ShutdownHookManager.get().hasShutdownHook(ofAnImage)).isFalse();
  }

  @Test
  void secondPair_inSameProcess_isNotTakenForFirst() throws Exception {
    for (String content : List.of("first", "second")) {
      try (HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).haNameNodes().build()) {
        Path path = new Path("/a");
        write(cluster, path, content);
        // Hadoop keeps this client when the cluster is gone.
        try (FSDataInputStream in = path.getFileSystem(cluster.configuration()).open(path)) {
          assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(content);
        }
      }
    }
  }

  @Test
  void datanode_restartedWithPortTaken_usesAnotherPort() throws Exception {
    try (HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).build()) {
      int port = cluster.dfs().getDataNodes().get(0).getXferPort();
      HailMiniCluster.StoppedDataNode stopped = cluster.stopDataNode(0);
      try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(other.isBound()).isTrue();
        cluster.startDataNode(stopped);
        assertThat(cluster.dfs().getDataNodes().get(0).getXferPort()).isNotEqualTo(port);
      }
      write(cluster, new Path("/after"), "written");
    }
  }

  private static void write(HailMiniCluster cluster, Path path, String text) throws Exception {
    try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String read(HailMiniCluster cluster, Path path) throws Exception {
    try (var in = cluster.fileSystem().open(path)) {
      return new String(IOUtils.readFullyToByteArray(in), StandardCharsets.UTF_8);
    }
  }
}
