// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.FreePorts;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.NameNodePorts;
import dev.hail.minicluster.Waiting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two namenodes, each with a block pool of its own, on the same datanodes. */
final class FederationTest {
  private static final List<Table> TABLES =
      List.of(Table.random(1_801, 5_000), Table.random(1_802, 6_000));

  private static HailMiniCluster cluster;
  private static Configuration client;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = FaultyCluster.settings();
    FreePorts ports = new FreePorts();
    for (String pool : List.of("ns1", "ns2")) {
      conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS + "." + pool, ports.next());
      conf.set(HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS + "." + pool, ports.next());
    }
    MiniDFSNNTopology pools =
        NameNodePorts.assign(MiniDFSNNTopology.simpleFederatedTopology(2), ports);
    cluster =
        HailMiniCluster.builder()
            .dataNodes(3)
            .quickHeartbeats()
            .configuration(conf)
            .customize(hdfs -> hdfs.nnTopology(pools))
            .build();
    cluster.awaitHail();
    client = new Configuration(cluster.configuration());
    for (int pool = 0; pool < TABLES.size(); pool++) {
      ConfigUtil.addLink(client, "all", "/pool" + pool, cluster.dfs().getURI(pool));
      HailShell.Result put =
          HailShell.run(
              client,
              TABLES.get(pool).text(),
              "put",
              "--schema",
              Table.SCHEMA,
              "--index",
              Table.INDEXES,
              "-",
              path(pool));
      assertThat(put.code()).as("%s", put).isZero();
    }
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String path(int pool) {
    return cluster.dfs().getURI(pool) + "/rows";
  }

  private static HailShell.Result run(String... command) throws Exception {
    HailShell.Result result = HailShell.run(client, "", command);
    assertThat(result.code()).as("%s", result).isZero();
    return result;
  }

  /** Asks for one value of each index attribute, and for the rows and the way to them. */
  private static void assertIndexesUsed(String path, Table table) throws Exception {
    String[] some = table.lines().get(100).split(",", -1);
    Map<Integer, String> filters =
        Map.of(0, "k = " + some[0], 1, "name = '" + some[1] + "'", 2, "day = '" + some[2] + "'");
    for (Map.Entry<Integer, String> filter : filters.entrySet()) {
      int field = filter.getKey();
      // A block whose writer was slow is stored unsorted, and repaired later.
      Waiting.until(
          "the index is used for " + filter.getValue() + " of " + path,
          () -> {
            HailShell.Result cat = run("cat", "--stats", "--filter", filter.getValue(), path);
            table.assertFound(
                cat.out().lines().sorted().toList(), fields -> fields[field].equals(some[field]));
            return cat.err().contains("index equality") && !cat.err().contains("scan");
          });
    }
    table.assertAll(run("cat", path).out().lines().sorted().toList());
  }

  private static void assertPoolsSound() throws Exception {
    for (int pool = 0; pool < TABLES.size(); pool++) {
      assertIndexesUsed(path(pool), TABLES.get(pool));
      run("fsck", path(pool));
    }
  }

  @Test
  void samePath_inTwoPools_isTwoFilesWithAllIndexes() throws Exception {
    assertPoolsSound();
  }

  @Test
  void bothPools_afterDatanodesAndOneNamenodeRestart_areServed() throws Exception {
    for (int node = 0; node < 3; node++) {
      cluster.restartDataNode(0);
    }
    cluster.dfs().restartNameNode(1);
    cluster.awaitHail();
    Waiting.until(
        "both directories know all replicas",
        () -> Stream.of(path(0), path(1)).allMatch(FederationTest::isHealthy));
    assertPoolsSound();
  }

  private static boolean isHealthy(String path) {
    try {
      return HailShell.run(client, "", "fsck", path).code() == 0;
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void callsThatReachTheOtherNamenode_areRefused() throws Exception {
    Configuration wrong = new Configuration(client);
    List<String> pools = List.copyOf(DFSUtilClient.getNameServiceIds(client));
    String key = HailConfigKeys.NAMENODE_RPC_ADDRESS + ".";
    wrong.set(key + pools.get(0), client.get(key + pools.get(1)));
    wrong.set(key + pools.get(1), client.get(key + pools.get(0)));
    HailShell.Result drop = HailShell.run(wrong, "", "index", "drop", "--by", "k", path(0));
    assertThat(drop.code()).as("%s", drop).isEqualTo(1);
    assertThat(drop.err())
        .contains("this is the replica directory of block pool BP-")
        .contains("hail.namenode.rpc-address must name the port of their namenode");
    HailShell.Result show = HailShell.run(wrong, "", "index", "show", path(0));
    assertThat(show.out() + show.err()).contains("this is the replica directory of block pool BP-");
  }

  @Test
  void paths_ofMountTable_leadToTheirPools() throws Exception {
    for (int pool = 0; pool < TABLES.size(); pool++) {
      assertIndexesUsed("viewfs://all/pool" + pool + "/rows", TABLES.get(pool));
    }
  }

  @Test
  void file_copiedToOtherPool_hasItsIndexesThere() throws Exception {
    run("cp", path(0), cluster.dfs().getURI(1) + "/copy");
    assertIndexesUsed(cluster.dfs().getURI(1) + "/copy", TABLES.get(0));
  }
}
