// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailFile;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.Waiting;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Daemons in processes of their own. */
@Tag("nightly")
class ProcessClusterTest {
  /** A namenode that restarts stays in safe mode for half a minute once it knows the blocks. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void daemons_afterEveryKindOfEnd_comeBack(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) java.nio.file.Path directory) throws Exception {
    List<ProcessHandle> processes;
    try (ProcessCluster cluster =
        ProcessCluster.builder()
            .directory(directory)
            .dataNodes(3)
            .heap("256m")
            .quickHeartbeats()
            .start()) {
      upload(cluster.configuration(), "/one");
      assertSound(cluster.configuration(), "/one");
      assertThat(cluster.cpuTime()).isPositive();

      // A datanode and the namenode are killed and started again.
      Daemon first = cluster.dataNodes().get(0);
      long pid = first.pid();
      first.restart();
      assertThat(first.pid()).isNotEqualTo(pid);
      cluster.nameNode().restart();
      cluster.awaitHealthy(PATIENCE);
      assertSound(cluster.configuration(), "/one");

      // A datanode ends in order.
      first.stop();
      assertThat(first.isRunning()).isFalse();
      assertThat(Files.readString(first.log()).contains("SHUTDOWN_MSG"))
          .as("%s ended in order", first.name())
          .isTrue();
      first.start();
      cluster.awaitHealthy(PATIENCE);
      upload(cluster.configuration(), "/two");
      assertSound(cluster.configuration(), "/two");
      processes =
          cluster.daemons().stream().map(d -> ProcessHandle.of(d.pid()).orElseThrow()).toList();
    }
    // No process outlives the cluster; its directory was given, and stays.
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(directory.resolve("client")).isDirectoryContaining("glob:**/hdfs-site.xml");
  }

  @Test
  void pausedDatanode_takenForDead_comesBack() throws Exception {
    java.nio.file.Path directory;
    try (ProcessCluster cluster =
        ProcessCluster.builder()
            .dataNodes(1)
            .heap("256m")
            .quickHeartbeats()
            .set("hail.datanode.sort.threads", "2")
            .set("hadoop.prometheus.endpoint.enabled", "true")
            .customize(
                (daemon, settings, options) -> {
                  settings.put("hail.test.daemon", daemon);
                  options.add("-Dtest.daemon=" + daemon);
                })
            .start()) {
      directory = cluster.directory();
      Daemon datanode = cluster.dataNodes().get(0);
      // Settings and options of a daemon reach it.
      assertThat(Files.readString(datanode.directory().resolve("conf/hail-site.xml")))
          .contains("datanode-0")
          .contains("hail.datanode.sort.threads");
      assertThat(datanode.jmx("java.lang:type=Runtime")).contains("-Dtest.daemon=datanode-0");
      assertThat(datanode.jmx("Hadoop:service=DataNode,name=HailDataNode*"))
          .contains("AssemblyMemoryBytes");

      DistributedFileSystem fs = cluster.newFileSystem();
      // It is paused until it counts as dead, and comes back.
      datanode.pause();
      await(fs, 0);
      assertThat(datanode.isRunning()).isTrue();
      datanode.resume();
      await(fs, 1);
      cluster.awaitHealthy(PATIENCE);
      upload(cluster.configuration(), "/one");
      assertSound(cluster.configuration(), "/one");
      AlertRules.awaitMetrics(cluster);

      // A datanode that ends by itself is named.
      ProcessHandle process = ProcessHandle.of(datanode.pid()).orElseThrow();
      assertThat(process.destroyForcibly()).isTrue();
      assertThat(process.onExit()).succeedsWithin(PATIENCE);
      assertThatThrownBy(() -> cluster.awaitHealthy(PATIENCE))
          .hasMessageContaining("datanode-0 ended by itself");
    }
    assertThat(directory).doesNotExist();
  }

  private static void await(DistributedFileSystem fs, int live) throws Exception {
    Waiting.untilEqual(
        "the number of live datanodes",
        live,
        () -> fs.getClient().datanodeReport(DatanodeReportType.LIVE).length);
  }

  private static void upload(Configuration conf, String path) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      text.append(i * 7 % 1000).append(",name").append(i % 13).append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    UploadRequest request =
        new UploadRequest(
            List.of(
                new TextSource("text", bytes.length, counter -> new ByteArrayInputStream(bytes))),
            new Path(path),
            Schema.parse("k INT, name STRING"),
            List.of(1),
            TextFormat.defaults(),
            new UploadRequest.Settings(0, 0, true, false, 0, 1, 1));
    assertThat(new Upload(conf, request).run().rows()).isEqualTo(1000);
  }

  private static void assertSound(Configuration conf, String path) throws Exception {
    Waiting.untilSound(path, () -> String.join("\n", problems(conf, path)));
  }

  private static List<String> problems(Configuration conf, String path) throws Exception {
    HailFile file = HailFile.open(conf, new Path(path));
    assertThat(file.blocks()).hasSize(1);
    return new BlockCheck(file).check(file.blocks().get(0)).problems();
  }
}
