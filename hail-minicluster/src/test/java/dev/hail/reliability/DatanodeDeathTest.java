// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datanodes that die while blocks are on their way to them. */
@ExtendWith(SharedFaultyCluster.class)
class DatanodeDeathTest {
  private static final int ROWS = 30_000;

  private final FaultyCluster cluster;

  DatanodeDeathTest(FaultyCluster cluster) {
    this.cluster = cluster;
  }

  @AfterEach
  void mend() throws Exception {
    cluster.startStopped();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void upload_whenAnyPipelineDatanodeStops_goesOn(int position) throws Exception {
    String directory = "/death-" + position;
    String path = directory + "/visits";
    cluster.fileSystem().mkdirs(new Path(directory));
    Table table = Table.random(100 + position, ROWS);
    CompletableFuture<HailShell.Result> put;
    try (PacketGate gate = PacketGate.closeAfter(10)) {
      put = cluster.startPut(path, table, "1m");
      gate.awaitWriter(put);
      LocatedBlock block = cluster.blocksBeingWritten(directory).get(0);
      DatanodeInfo[] pipeline = block.getLocations();
      assertThat(pipeline).hasSize(3);
      cluster.kill(pipeline[position].getDatanodeUuid());
    }
    HailShell.Result result = put.get(5, TimeUnit.MINUTES);
    assertThat(result.code()).as("%s", result).isZero();
    cluster.awaitWhole(path, table);

    cluster.startStopped();
    cluster.awaitWhole(path, table);
  }
}
