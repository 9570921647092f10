// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.TestBlocks;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

/** {@code hail.datanode.convert.enabled}, the switch for an operator in doubt. */
class ConversionOffTest {

  @Test
  void blocks_whileConversionIsOff_stayAsTheyCame() throws Exception {
    java.nio.file.Path parent =
        Files.createDirectories(java.nio.file.Path.of(System.getProperty("test.build.data")));
    File base = Files.createTempDirectory(parent, "conversion-").toFile();
    Table table = Table.random(1100, 1_200);
    Configuration off = FaultyCluster.settings();
    off.setBoolean(HailConfigKeys.DATANODE_CONVERT_ENABLED, false);
    try (FaultyCluster cluster = FaultyCluster.start(off, builder -> builder.baseDirectory(base))) {
      HailShell.Result put = cluster.put("/off", table);
      assertThat(put.code()).as("%s", put).isZero();
      assertThat(put.err()).contains("without a replica sorted by k");
      for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path("/off"))) {
        Map<String, byte[]> replicas = TestBlocks.replicas(cluster.hdfs(), block.getBlock());
        assertThat(TestBlocks.orders(replicas)).isEqualTo(List.of(0, 0, 0));
        byte[] first = replicas.values().iterator().next();
        assertThat(replicas.values()).allSatisfy(replica -> assertThat(replica).isEqualTo(first));
      }
      cluster.assertAnswers("/off", table);
      assertThat(DaemonMetrics.ofDataNodes(cluster.hdfs(), "ReplicasReordered")).isZero();
    }

    try (FaultyCluster cluster =
        FaultyCluster.start(builder -> builder.baseDirectory(base).format(false))) {
      cluster.awaitWhole("/off", table);
    }
  }
}
