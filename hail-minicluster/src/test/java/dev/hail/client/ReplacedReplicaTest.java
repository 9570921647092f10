// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A replica is dropped and made again in another order on its datanode between any two reads of a
 * scan: no row is made up, repeated or lost.
 */
class ReplacedReplicaTest {
  private static final int ROWS = 3000;

  /** Several windows, each of several reads. */
  private static final ReaderOptions SMALL = new ReaderOptions(4096, 700, 20_000, 0, true);

  /** All windows in one, as by default; the first read does not cover the block. */
  private static final ReaderOptions LARGE =
      ReaderOptions.DEFAULT.withFirstReadBytes(SMALL.firstReadBytes());

  private static HailMiniCluster cluster;
  private static List<String> text;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration settings = SharedCluster.settings();
    settings.setInt("dfs.datanode.scan.period.hours", -1);
    cluster = HailMiniCluster.builder().dataNodes(3).configuration(settings).build();
    cluster.awaitHail();
    text = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      text.add(i * 7 % ROWS + ",name " + i * 31 % 1009 + "," + i * 13 % ROWS);
    }
    put("/three", "3");
    put("/one", "1");
  }

  private static void put(String path, String replicas) throws Exception {
    HailShell.Result put =
        new HailShell(cluster)
            .runWithInput(
                String.join("\n", text) + "\n",
                "put",
                "--replication",
                replicas,
                "--schema",
                "k INT, name STRING, at INT",
                "--index",
                replicas.equals("3") ? "k,name,at" : "k",
                "-",
                path);
    assertThat(put.code()).as("%s", put).isZero();
    TestBlocks.awaitReplication(cluster, new Path(path), Integer.parseInt(replicas));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void scan_holdingRowsBack_readsAnotherReplica() throws Exception {
    assertEveryRowOnce("/three", "k BETWEEN 100 AND 2899", options().withReader(SMALL));
    assertEveryRowOnce("/three", "at < 900", options().withReader(LARGE));
    assertEveryRowOnce("/three", "", options().withReader(SMALL));
  }

  @Test
  void scan_ofOnlyReplica_readsItAnew() throws Exception {
    assertEveryRowOnce("/one", "k BETWEEN 100 AND 2899", options().withReader(SMALL));
  }

  @Test
  void scan_handingRowsOutEarly_endsWithErrorAndNoWrongRow() throws Exception {
    ScanOptions early = options().withReader(SMALL).withFailoverBytes(1);
    List<String> expected = rows("k >= 100");
    int failed = 0;
    int reads = countReads("/three", "k >= 100", early);
    for (int at = 1; at <= reads; at++) {
      Outcome outcome = scan("/three", "k >= 100", early, at);
      String label = "replaced at read " + at + " of " + reads;
      RightAnswer.expect(
          outcome.rows,
          rows -> assertThat(rows).as(label).doesNotHaveDuplicates().isSubsetOf(expected));
      if (outcome.failure == null) {
        RightAnswer.expect(
            outcome.rows, rows -> assertThat(rows).as(label).hasSameSizeAs(expected));
      } else {
        failed++;
        assertThat(outcome.failure).as(label).hasMessageContaining("rows were handed out");
      }
    }
    assertThat(failed).isBetween(1, reads - 1);
  }

  private static void assertEveryRowOnce(String path, String predicate, ScanOptions options)
      throws Exception {
    int reads = countReads(path, predicate, options);
    assertThat(reads).as("reads of a scan for %s", predicate).isGreaterThan(1);
    int failovers = 0;
    for (int at = 1; at <= reads; at++) {
      Outcome outcome = scan(path, predicate, options, at);
      String label = path + ", " + predicate + ", replaced at read " + at + " of " + reads;
      assertThat(outcome.failure).as(label).isNull();
      List<String> expected = rows(predicate);
      RightAnswer.expect(
          outcome.rows,
          rows -> assertThat(rows).as(label).containsExactlyInAnyOrderElementsOf(expected));
      failovers += outcome.failovers;
    }
    assertThat(failovers).as("scans for %s that met another replica", predicate).isPositive();
  }

  private static int countReads(String path, String predicate, ScanOptions options)
      throws Exception {
    Outcome outcome = scan(path, predicate, options, 0);
    assertThat(outcome.failure).isNull();
    List<String> expected = rows(predicate);
    RightAnswer.expect(
        outcome.rows, rows -> assertThat(rows).containsExactlyInAnyOrderElementsOf(expected));
    return outcome.reads;
  }

  /** What a scan gave whose replica was replaced at a read. */
  private record Outcome(List<String> rows, int reads, int failovers, IOException failure) {}

  private static Outcome scan(String path, String text, ScanOptions options, int replacedAt)
      throws IOException {
    HailFile file = HailFile.open(cluster.configuration(), new Path(path));
    HailBlock block = file.blocks().get(0);
    assertThat(file.blocks()).hasSize(1);
    Predicate predicate = Predicate.parse(text, file.schema());
    DatanodeInfo best;
    try (BlockScan scan = BlockScan.open(file, block, predicate, null, options)) {
      best = scan.replica().node();
    }
    List<String> rows = new ArrayList<>();
    try (ReplacedReplica replaced =
        new ReplacedReplica(datanode(best), block.located().getBlock(), replacedAt)) {
      try (BlockScan scan = BlockScan.open(file, block, predicate, null, options)) {
        assertThat(scan.replica().node()).isEqualTo(best);
        IOException failure = addRows(scan, rows);
        return new Outcome(rows, replaced.reads(), scan.failovers(), failure);
      }
    }
  }

  private static IOException addRows(BlockScan scan, List<String> rows) {
    RowBatch batch = new RowBatch();
    try {
      while (scan.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(
              batch.getInt(row, 1) + "," + batch.getString(row, 2) + "," + batch.getInt(row, 3));
        }
      }
      return null;
    } catch (IOException failure) {
      return failure;
    }
  }

  /** The rows of the text for which a condition holds. */
  private static List<String> rows(String condition) {
    return text.stream().filter(row -> holds(condition, row.split(",", -1))).toList();
  }

  private static boolean holds(String condition, String[] row) {
    int k = Integer.parseInt(row[0]);
    return switch (condition) {
      case "k BETWEEN 100 AND 2899" -> k >= 100 && k <= 2899;
      case "k >= 100" -> k >= 100;
      case "at < 900" -> Integer.parseInt(row[2]) < 900;
      case "" -> true;
      default -> throw new IllegalArgumentException(condition + Arrays.toString(row));
    };
  }

  private static ScanOptions options() {
    return ScanOptions.of(cluster.configuration(), null, 1);
  }

  private static DataNode datanode(DatanodeInfo info) {
    return cluster.dfs().getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(info.getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }
}
