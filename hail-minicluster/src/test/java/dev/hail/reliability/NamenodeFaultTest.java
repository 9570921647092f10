// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Namenodes that fail over or restart while files are written and read. */
class NamenodeFaultTest {
  private static FaultyCluster pair;

  @BeforeAll
  static void start() throws Exception {
    pair = FaultyCluster.start(HailMiniCluster.Builder::haNameNodes);
  }

  @AfterAll
  static void stop() {
    pair.close();
  }

  /** What happens to the pair. */
  enum Fault {
    FAILOVER,
    RESTART_BOTH;

    void strike() throws Exception {
      if (this == FAILOVER) {
        pair.hdfs().failover();
      } else {
        pair.hdfs().restartNameNodes();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void upload_duringNamenodeFault_goesOn(Fault fault) throws Exception {
    String directory = "/upload-" + fault;
    pair.fileSystem().mkdirs(new Path(directory));
    Table table = Table.random(fault.name().hashCode(), 60_000);
    assertThat(strikeInMidUpload(pair, directory + "/visits", table, fault::strike).code())
        .isZero();
    pair.awaitWhole(directory + "/visits", table);
  }

  @Test
  void upload_whenOnlyNamenodeRestarts_goesOn() throws Exception {
    Configuration patient = FaultyCluster.settings();
    patient.setBoolean(HdfsClientConfigKeys.Retry.POLICY_ENABLED_KEY, true);
    try (FaultyCluster single = FaultyCluster.start(patient, builder -> builder.dataNodes(3))) {
      Table table = Table.random(410, 30_000);
      single.fileSystem().mkdirs(new Path("/restart"));
      HailShell.Result result =
          strikeInMidUpload(
              single, "/restart/visits", table, () -> single.hdfs().restartNameNodes());
      assertThat(result.code()).as("%s", result).isZero();
      single.awaitWhole("/restart/visits", table);
    }
  }

  @ParameterizedTest
  @EnumSource
  void query_duringNamenodeFault_goesOn(Fault fault) throws Exception {
    String path = "/query-" + fault;
    Table table = Table.random(fault.name().hashCode(), 10_000);
    pair.upload(path, table);
    HailFile file = HailFile.open(pair.hdfs().configuration(), new Path(path));
    assertThat(file.blocks()).hasSizeGreaterThan(2);
    ScanOptions options =
        ScanOptions.of(pair.hdfs().configuration(), null, 1)
            .withReader(new ReaderOptions(4096, 100, 1000, 0, true));
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < file.blocks().size(); i++) {
      try (BlockScan scan =
          BlockScan.open(
              file, file.blocks().get(i), new Predicate.True(), new int[] {4}, options)) {
        RowBatch batch = new RowBatch();
        for (int batches = 0; scan.next(batch); batches++) {
          if (i == 1 && batches == 1) {
            fault.strike();
          }
          for (int row = 0; row < batch.size(); row++) {
            values.add(batch.getLong(row, 4));
          }
        }
      }
    }
    values.sort(null);
    table.assertNumbers(values);
    pair.awaitWhole(path, table);
  }

  /** A fault, which may throw what daemons throw. */
  private interface Strike {
    void strike() throws Exception;
  }

  private static HailShell.Result strikeInMidUpload(
      FaultyCluster cluster, String path, Table table, Strike fault) throws Exception {
    CompletableFuture<HailShell.Result> put;
    try (PacketGate gate = PacketGate.closeAfter(20)) {
      put = cluster.startPut(path, table, "1m");
      gate.awaitWriter(put);
      fault.strike();
    }
    return put.get(5, TimeUnit.MINUTES);
  }
}
