// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.predicate.Predicate;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.ReplicaDirectoryPage;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A cluster to break: uploads, what to break, and the checks that nothing was lost by it. */
final class FaultyCluster implements AutoCloseable {
  /** Hadoop's name of the thread in which a datanode stops that was told to. */
  private static final String SHUTDOWN_FOR_UPGRADE = "Async datanode shutdown thread";

  private final HailMiniCluster cluster;
  private final HailShell shell;
  private final List<StoppedDataNode> stopped = new ArrayList<>();

  private FaultyCluster(HailMiniCluster cluster) {
    this.cluster = cluster;
    this.shell = new HailShell(cluster);
  }

  /** Starts four datanodes, which notice each other's death soon, with changes by the test. */
  static FaultyCluster start(UnaryOperator<HailMiniCluster.Builder> changes) throws Exception {
    return start(settings(), changes);
  }

  /** The same with settings made from {@link #settings}. */
  static FaultyCluster start(Configuration settings, UnaryOperator<HailMiniCluster.Builder> changes)
      throws Exception {
    HailMiniCluster.Builder builder =
        HailMiniCluster.builder().dataNodes(4).quickHeartbeats().configuration(settings);
    FaultyCluster started = new FaultyCluster(changes.apply(builder).build());
    started.cluster.awaitHail();
    return started;
  }

  /** Settings that make small files have several blocks. */
  static Configuration settings() {
    Configuration settings = new Configuration();
    settings.setLong("dfs.blocksize", 64 << 10);
    settings.set("dfs.client.retry.window.base", "20");
    // Of a datanode that says it will be back, as it will.
    settings.set("dfs.client.datanode-restart.timeout", "300s");
    // A writer that takes longer to end has its block stored unsorted, and repaired later.
    settings.set(HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER, "5s");
    settings.setInt(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, 6_000);
    settings.setInt(HailConfigKeys.DATANODE_REPAIR_RATE, 6_000);
    settings.set(DFSConfigKeys.DFS_DATANODE_DISK_CHECK_MIN_GAP_KEY, "0ms");
    settings.setInt(DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY, 1);
    return settings;
  }

  HailMiniCluster hdfs() {
    return cluster;
  }

  DistributedFileSystem fileSystem() {
    return cluster.fileSystem();
  }

  HailShell shell() {
    return shell;
  }

  // ---- uploads ----

  /** Uploads with three indexes and three replicas. */
  void upload(String path, Table table, String... options) throws Exception {
    HailShell.Result result = put(path, table, options);
    assertThat(result.code()).as("%s", result).isZero();
  }

  /** Uploads and gives what the command left behind. */
  HailShell.Result put(String path, Table table, String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("put", "--schema", Table.SCHEMA, "--index", Table.INDEXES));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("-", path));
    return shell.runWithInput(table.text(), arguments.toArray(String[]::new));
  }

  /** Uploads in a thread of its own, in blocks of so many bytes of text. */
  CompletableFuture<HailShell.Result> startPut(String path, Table table, String blockSize) {
    CompletableFuture<HailShell.Result> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(put(path, table, "--block-size", blockSize));
              } catch (Throwable failure) {
                result.completeExceptionally(failure);
              }
            },
            "put " + path);
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  /** The blocks that uploads into a directory are writing now. */
  List<LocatedBlock> blocksBeingWritten(String directory) throws IOException {
    List<LocatedBlock> writing = new ArrayList<>();
    for (FileStatus folder : fileSystem().listStatus(new Path(directory))) {
      if (folder.getPath().getName().startsWith(".hail-put-")) {
        for (FileStatus file : fileSystem().listStatus(folder.getPath())) {
          if (!fileSystem().isFileClosed(file.getPath())) {
            writing.addAll(TestBlocks.located(fileSystem(), file.getPath()));
          }
        }
      }
    }
    return writing;
  }

  // ---- faults ----

  /** Stops a datanode; namenodes take it for dead at once. */
  void kill(String uuid) throws IOException {
    DataNode node = dataNode(uuid);
    stopped.add(cluster.stopDataNode(cluster.dfs().getDataNodes().indexOf(node)));
    cluster.dfs().setDataNodeDead(node.getDatanodeId());
  }

  /** Stops a datanode as for an upgrade: it tells its writers that it will be back. */
  void stopForUpgrade(String uuid) throws Exception {
    DataNode node = dataNode(uuid);
    int index = cluster.dfs().getDataNodes().indexOf(node);
    List<InetSocketAddress> addresses = HailMiniCluster.addresses(node);
    stopped.add(new StoppedDataNode(uuid, cluster.dfs().stopDataNodeForUpgrade(index), addresses));
    // Until then it holds its ports, and after them the locks of its disks.
    Waiting.until("it has stopped", () -> !isRunning(SHUTDOWN_FOR_UPGRADE));
  }

  private static boolean isRunning(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(each -> each.getName().equals(thread));
  }

  /** Starts all datanodes that were stopped. */
  void startStopped() throws Exception {
    for (StoppedDataNode node : stopped) {
      cluster.startDataNode(node);
    }
    if (!stopped.isEmpty()) {
      stopped.clear();
      cluster.awaitDataNodes();
      cluster.awaitHail();
    }
  }

  DataNode dataNode(String uuid) {
    return cluster.dfs().getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(uuid))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No datanode " + uuid));
  }

  // ---- what must be true ----

  /**
   * Waits until every block has the replicas it should have and each order is that of one, on the
   * disks and in the replica directory.
   */
  void awaitOrders(String path, int replication) throws Exception {
    List<String> seen = new ArrayList<>();
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      Waiting.until(
          "all orders of " + path + " are there",
          () -> {
            String state = state(path, replication, directory);
            if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(state)) {
              seen.add(state);
            }
            return state.isEmpty();
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; in vain since: " + String.join("\n", seen), e);
    }
  }

  private String state(String path, int replication, HailClientProtocol directory)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    List<LocatedBlock> blocks = TestBlocks.located(fileSystem(), new Path(path));
    ReplicaDirectoryPage page = directory.getReplicas(path, 0, blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      LocatedBlock block = blocks.get(i);
      List<Integer> onDisk = soundOrders(TestBlocks.replicas(cluster, block.getBlock()));
      List<Integer> known = orders(page.blocks().get(i));
      int located = block.getLocations().length;
      boolean whole =
          located == replication
              && onDisk.size() == replication
              && onDisk.containsAll(Table.INDEX_ATTRIBUTES)
              && known.equals(onDisk)
              && !block.isCorrupt();
      if (!whole) {
        wrong.add(block.getBlock() + ": " + located + " located, " + onDisk + ", known " + known);
      }
    }
    return String.join("; ", wrong);
  }

  /** The orders of the replicas, ascending; -1 for one that is damaged. */
  private static List<Integer> soundOrders(Map<String, byte[]> replicas) {
    List<Integer> orders = new ArrayList<>();
    for (byte[] replica : replicas.values()) {
      try {
        BlockVerifier.verify(BlockSource.of(replica));
        orders.add(BlockFront.parse(replica, replica.length).sortAttribute());
      } catch (IOException damaged) {
        orders.add(-1);
      }
    }
    orders.sort(null);
    return orders;
  }

  private static List<Integer> orders(BlockReplicas block) {
    return block.replicas().stream().map(r -> r.replica().sortAttribute()).sorted().toList();
  }

  /** Checks that queries give the right answers. */
  void assertAnswers(String path, Table table) throws Exception {
    table.assertAll(cat(path));
    String[] some = table.lines().get(table.lines().size() / 3).split(",", -1);
    table.assertFound(cat("--filter", "k = " + some[0], path), field -> field[0].equals(some[0]));
    table.assertFound(
        cat("--filter", "name = '" + some[1] + "'", path), field -> field[1].equals(some[1]));
    table.assertFound(
        cat("--filter", "day >= '" + some[2] + "'", path),
        field -> field[2].compareTo(some[2]) >= 0);
  }

  private List<String> cat(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("cat"));
    command.addAll(List.of(arguments));
    HailShell.Result result = shell.run(command.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
    return result.out().lines().sorted().toList();
  }

  /** Checks answers, each replica on the disks by itself, and both commands named fsck. */
  void assertWhole(String path, Table table) throws Exception {
    assertAnswers(path, table);
    List<String> rows = new ArrayList<>();
    for (LocatedBlock block : TestBlocks.located(fileSystem(), new Path(path))) {
      Set<List<String>> contents = new HashSet<>();
      Map<String, byte[]> replicas = TestBlocks.replicas(cluster, block.getBlock());
      for (byte[] replica : replicas.values()) {
        TestBlocks.assertSound(replica);
        contents.add(rows(replica));
      }
      RightAnswer.expect(
          () -> assertThat(contents).as("contents of the replicas of %s", block).hasSize(1));
      rows.addAll(contents.iterator().next());
    }
    rows.sort(null);
    table.assertAll(rows);
    TestBlocks.assertHealthy(cluster, new Path(path));
    Waiting.assertSound(path, () -> shell.run("fsck", path).problems());
  }

  /** Waits for all orders of a file with three replicas, and checks all there is to check. */
  void awaitWhole(String path, Table table) throws Exception {
    awaitOrders(path, 3);
    assertWhole(path, table);
  }

  private static List<String> rows(byte[] block) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block), new Predicate.True(), null, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          rows.add(
              batch.getInt(row, 1)
                  + ","
                  + batch.getString(row, 2)
                  + ","
                  + LocalDate.ofEpochDay(batch.getDateDays(row, 3))
                  + ","
                  + batch.getLong(row, 4));
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
