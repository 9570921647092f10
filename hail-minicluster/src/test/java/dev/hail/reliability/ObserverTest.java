// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HailShell;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.Waiting;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A namenode that answers the reads of clients beside a pair, which has HAIL's directory. */
final class ObserverTest {
  private static final int OBSERVER = 2;
  private static final Table TABLE = Table.random(1_803, 6_000);

  private static FaultyCluster cluster;
  private static Configuration observerFirst;

  @BeforeAll
  static void start() throws Exception {
    cluster = FaultyCluster.start(builder -> builder.haNameNodesAndObserver());
    observerFirst = new Configuration(cluster.hdfs().configuration());
    String key =
        DFSConfigKeys.DFS_HA_NAMENODES_KEY_PREFIX + "." + cluster.hdfs().uri().getAuthority();
    // HAIL asks in this order, and the observer has no answer for it.
    observerFirst.set(key, "nn3,nn1,nn2");
    observerFirst.setBoolean("fs.hdfs.impl.disable.cache", true);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static NameNode observer() {
    return cluster.hdfs().dfs().getNameNode(OBSERVER);
  }

  /** How many questions for blocks the observer has answered. */
  private static long answered() throws Exception {
    return DaemonMetrics.ofCalls(observer().getNameNodeAddress().getPort(), "GetBlockLocations");
  }

  private static HailShell.Result run(String... command) throws Exception {
    HailShell.Result result = HailShell.run(observerFirst, "", command);
    assertThat(result.code()).as("%s", result).isZero();
    return result;
  }

  /** Uploads by the command, whose client the one of the checks has to catch up with. */
  private static void upload(String path, Table table, String... options) throws Exception {
    cluster.upload(path, table, options);
    cluster.fileSystem().msync();
  }

  private static void assertIndexUsed(String path) throws Exception {
    String key = TABLE.lines().get(100).split(",", -1)[0];
    HailShell.Result cat = run("cat", "--stats", "--filter", "k = " + key, path);
    TABLE.assertFound(cat.out().lines().sorted().toList(), field -> field[0].equals(key));
    assertThat(cat.err()).contains("index equality").doesNotContain("scan");
  }

  @Test
  void file_readThroughObserver_hasItsRowsAndIndexes() throws Exception {
    upload("/observed", TABLE);
    cluster.awaitWhole("/observed", TABLE);
    assertThat(observer().isObserverState()).isTrue();
    long before = answered();
    // Clients pass by an observer that lags.
    Waiting.until(
        "the observer answers",
        () -> {
          assertIndexUsed("/observed");
          return answered() > before;
        });
    run("fsck", "/observed");
  }

  @Test
  void file_replacedAgainAndAgain_isReadInItsLastVersion() throws Exception {
    for (int version = 0; version < 10; version++) {
      Table table = Table.random(version, 500);
      upload("/replaced", table, "--overwrite");
      table.assertAll(run("cat", "/replaced").out().lines().sorted().toList());
    }
  }

  @Test
  void plainClient_besideObserver_isRefused() throws Exception {
    upload("/guarded", TABLE);
    assertThatThrownBy(() -> cluster.fileSystem().open(new Path("/guarded")).close())
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("`hail cat'");
  }

  @Test
  void failover_besideObserver_costsNoAnswer() throws Exception {
    upload("/failed-over", TABLE);
    cluster.awaitWhole("/failed-over", TABLE);
    cluster.hdfs().failover();
    assertIndexUsed("/failed-over");
    cluster.hdfs().failover();
    cluster.awaitWhole("/failed-over", TABLE);
  }

  @Test
  void observer_dying_costsNoAnswer() throws Exception {
    upload("/unobserved", TABLE);
    cluster.awaitWhole("/unobserved", TABLE);
    cluster.hdfs().dfs().shutdownNameNode(OBSERVER);
    try {
      assertIndexUsed("/unobserved");
      cluster.awaitWhole("/unobserved", TABLE);
    } finally {
      cluster.hdfs().dfs().restartNameNode(OBSERVER, false);
      cluster.hdfs().dfs().transitionToObserver(OBSERVER);
    }
  }
}
