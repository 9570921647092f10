// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.BlockOrder;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.HailBlockPools;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pseudo replicas while one namenode takes over from the other, with block tokens. */
final class PseudoFailoverTest {
  private static final int VISITS = QueryByVisits.VISITS;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int FIRST_REPORTS_MILLIS = 240_000;

  private static HailMiniCluster cluster;
  private static byte[] block;
  private static byte[] sorted;

  private final List<Path> files = new ArrayList<>();

  /** What a test does once. */
  private interface Action {
    void run() throws IOException;
  }

  /** HAIL's datanodes, of whose files of new replicas a test hears. */
  public static final class Factory extends HailDatasetFactory {
    static final AtomicReference<Action> RENAMED = new AtomicReference<>();

    @Override
    protected StepListener<ReplicaStep> steps(Configuration conf) {
      return new StepListener<>() {
        @Override
        public void before(ReplicaStep step) {}

        @Override
        public void after(ReplicaStep step) throws IOException {
          Action action = step == ReplicaStep.RENAME_PSEUDO_DATA ? RENAMED.getAndSet(null) : null;
          if (action != null) {
            action.run();
          }
        }
      };
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, Factory.class.getName());
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    // Datanodes tell what they did at once, and hear what to do with their next heartbeat.
    conf.set(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, "2s");
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "2m");
    cluster = HailMiniCluster.builder().dataNodes(2).haNameNodes().configuration(conf).build();
    cluster.awaitHail();
    block = TestBlocks.block(81, 1_000, 1, 3);
    sorted = BlockSorter.sort(block, block.length, VISITS);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** The first namenode is active again, and nothing is left. */
  @AfterEach
  void tidy() throws Exception {
    if (!cluster.dfs().getNameNode(FIRST).isActiveState()) {
      cluster.failover();
    }
    cluster.awaitHail();
    for (Path file : files) {
      cluster.fileSystem().delete(file, false);
    }
    Waiting.until("nothing is left", () -> BooksAndDisks.served(cluster).isEmpty());
  }

  private Path write(String name) throws Exception {
    Path path = new Path("/" + name);
    TestBlocks.store(cluster, path, 2, block);
    files.add(path);
    return path;
  }

  private static boolean store(Path path, Action betweenGrantAndSend) throws IOException {
    HdfsPath file = HdfsPath.resolve(cluster.configuration(), path);
    LocatedBlock located = TestBlocks.located(cluster.fileSystem(), path).get(0);
    BlockOrder order =
        new BlockOrder(
            located.getBlock().getBlockId(), located.getBlock().getGenerationStamp(), VISITS);
    StepListener<PseudoStep> steps =
        new StepListener<>() {
          @Override
          public void before(PseudoStep step) throws IOException {
            if (step == PseudoStep.SEND) {
              betweenGrantAndSend.run();
            }
          }

          @Override
          public void after(PseudoStep step) {}
        };
    try (PseudoWriter writer = new PseudoWriter(cluster.configuration(), file, "", steps)) {
      return writer.write(sorted, sorted.length, file.source(), order).isGranted();
    }
  }

  private static boolean store(Path path) throws IOException {
    return store(path, () -> {});
  }

  /** Waits until the active namenode tells of one, and reads it with the token it gives. */
  private static void awaitRead(Path path) throws Exception {
    Waiting.until(
        "the active namenode tells of it",
        () -> BooksAndDisks.known(cluster, List.of(path)).size() == 1);
    QueryByVisits.assertReadsPseudoReplica(cluster.configuration(), path, block);
  }

  private static int drop(Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      return directory.dropIndex(path.toUri().getPath(), VISITS);
    }
  }

  /** Asks one of the namenodes, whatever it is. */
  private static HailClientProtocol directoryOf(int namenode) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    String key = DFSConfigKeys.DFS_HA_NAMENODES_KEY_PREFIX + "." + cluster.uri().getHost();
    conf.set(key, conf.getTrimmedStrings(key)[namenode]);
    return HailProxies.clientProxy(conf, cluster.uri());
  }

  @Test
  void grant_ofNamenodeBeforeFailover_isAsGood() throws Exception {
    Path path = write("granted");
    assertThat(store(path, cluster::failover)).isTrue();
    awaitRead(path);
    BooksAndDisks.awaitEqual(cluster, path);
  }

  @Test
  void replica_storedDuringFailover_isReportedToBoth() throws Exception {
    Path path = write("reported");
    Factory.RENAMED.set(cluster::failover);
    assertThat(store(path)).isTrue();
    assertThat(Factory.RENAMED.get()).isNull();
    awaitRead(path);
    BooksAndDisks.awaitEqual(cluster, path);
    cluster.failover();
    cluster.awaitHail();
    awaitRead(path);
    BooksAndDisks.awaitEqual(cluster, path);
  }

  @Test
  void drop_cutOffByFailover_isDoneOrRepeatable() throws Exception {
    Path path = write("dropped");
    assertThat(store(path)).isTrue();
    assertThat(drop(path)).isEqualTo(1);
    cluster.failover();
    cluster.awaitHail();
    awaitObeyed(SECOND);
    BooksAndDisks.awaitEqual(cluster, path);
    int left = BooksAndDisks.served(cluster).size();
    // What the first namenode ordered in time may be done only now.
    assertThat(drop(path)).isIn(0, left);
    Waiting.until("it is gone", () -> BooksAndDisks.served(cluster).isEmpty());
    assertThat(store(path)).isTrue();
    awaitRead(path);
    // Who ordered the first drop does not order it again.
    cluster.failover();
    cluster.awaitHail();
    awaitRead(path);
    BooksAndDisks.awaitEqual(cluster, path);
  }

  @Test
  void drop_orderedByDeposedNamenode_isIgnored() throws Exception {
    // Two files have a pseudo replica each, and both namenodes know them.
    Path wanted = write("wanted");
    Path unwanted = write("unwanted");
    assertThat(store(wanted)).isTrue();
    assertThat(store(unwanted)).isTrue();
    Waiting.until(
        "the second namenode knows them too",
        () -> DaemonMetrics.ofNameNodes(cluster, "PseudoReplicas") == 4);
    List<String> served = BooksAndDisks.served(cluster);
    NameNode former = cluster.dfs().getNameNode(FIRST);
    // As one that was cut off: it writes no more edits, and nobody told it.
    NameNodeAdapter.abortEditLogs(former);
    NameNodeAdapter.enterSafeMode(former, false);
    cluster.dfs().transitionToActive(SECOND);
    assertThat(former.isActiveState()).isTrue();
    awaitObeyed(SECOND);
    long refused = DaemonMetrics.ofDataNodes(cluster, "OrdersOfInactiveNamenodes");

    // Each namenode orders a drop.
    try (HailClientProtocol directory = directoryOf(FIRST)) {
      assertThat(directory.dropIndex("/wanted", VISITS)).isEqualTo(1);
    }
    try (HailClientProtocol directory = directoryOf(SECOND)) {
      assertThat(directory.dropIndex("/unwanted", VISITS)).isEqualTo(1);
    }

    Waiting.until("the right command is obeyed", () -> BooksAndDisks.served(cluster).size() == 1);
    Waiting.until(
        "the wrong one was given",
        () -> DaemonMetrics.ofDataNodes(cluster, "OrdersOfInactiveNamenodes") > refused);
    assertThat(served).containsAll(BooksAndDisks.served(cluster));
    // The former namenode comes back, and both books are as the disks.
    cluster.dfs().restartNameNode(FIRST, false);
    // Of blocks in a datanode's first report that are of no file, HDFS takes no notice for hours.
    // Only datanodes that have registered are waited for, so all of them have to do that first.
    cluster.dfs().waitActive(FIRST);
    cluster.dfs().waitFirstBRCompleted(FIRST, FIRST_REPORTS_MILLIS);
    awaitRead(wanted);
    BooksAndDisks.awaitEqual(cluster, wanted, unwanted);
    cluster.failover();
    cluster.awaitHail();
    awaitRead(wanted);
    BooksAndDisks.awaitEqual(cluster, wanted, unwanted);
  }

  private static void awaitObeyed(int namenode) throws Exception {
    for (DataNode node : cluster.dfs().getDataNodes()) {
      Waiting.until("datanodes know the active one", () -> holdsForActive(node, namenode));
    }
  }

  private static boolean holdsForActive(DataNode node, int namenode) {
    String pool = cluster.dfs().getNamesystem(namenode).getBlockPoolId();
    return HailBlockPools.isActive(node, pool, namenode == FIRST ? "nn1" : "nn2");
  }
}
