// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

/** {@code setrep} on a file with two indexes, where HDFS chooses which replicas go. */
class ReplicationChangeTest {

  @Test
  void orders_atEveryReplication_comeBack() throws Exception {
    try (FaultyCluster cluster = FaultyCluster.start(builder -> builder)) {
      Table table = Table.random(1800, 20_000);
      HailShell.Result put =
          cluster
              .shell()
              .runWithInput(
                  table.text(), "put", "--schema", Table.SCHEMA, "--index", "k,name", "-", "/two");
      assertThat(put.code()).as("%s", put).isZero();
      assertThat(TestBlocks.located(cluster.fileSystem(), new Path("/two")))
          .as("enough blocks that some lose an order")
          .hasSizeGreaterThan(8);
      for (int replication : new int[] {2, 3, 2}) {
        cluster.fileSystem().setReplication(new Path("/two"), (short) replication);
        awaitBothOrders(cluster, replication);
      }
      cluster.assertWhole("/two", table);
    }
  }

  private static void awaitBothOrders(FaultyCluster cluster, int replication) throws Exception {
    Waiting.until(
        "each block has both orders in " + replication + " replicas",
        () -> {
          for (LocatedBlock block : TestBlocks.located(cluster.fileSystem(), new Path("/two"))) {
            List<Integer> orders =
                TestBlocks.orders(TestBlocks.replicas(cluster.hdfs(), block.getBlock()));
            if (orders.size() != replication || !orders.containsAll(List.of(1, 2))) {
              return false;
            }
          }
          return true;
        });
  }
}
