// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import dev.hail.bench.cluster.ShortJobs;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * HDFS, HAIL and YARN on nodes that can die: each has a host name, a datanode and a node manager
 * with one map slot, all of them processes.
 */
final class FaultCluster implements AutoCloseable {
  static final int REPLICATION = 3;

  private static final Duration RECOVERY = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 200;

  private final ProcessCluster hdfs;
  private final ProcessYarn yarn;
  private final DistributedFileSystem fileSystem;
  private final List<Node> nodes;

  /**
   * What is to be started.
   *
   * @param nodes at least {@link #LEAST}
   * @param nodeManagerExpiry silence after which YARN takes a node manager for dead
   * @param dataNodeExpiry silence after which HDFS takes a datanode for dead
   */
  record Shape(int nodes, Duration nodeManagerExpiry, Duration dataNodeExpiry, long blockBytes) {
    /** Who writes while a node dies, such as a job its history, asks for another datanode. */
    static final int LEAST = REPLICATION + 1;

    /** HDFS waits for ten heartbeats, which come every second, and for two checks. */
    static final Duration LEAST_DATANODE_EXPIRY = Duration.ofSeconds(11);

    private static final Duration HEARTBEATS = Duration.ofSeconds(10);

    Shape {
      if (nodes < LEAST) {
        throw new IllegalArgumentException(
            "nodes must be at least "
                + LEAST
                + ", so that there are "
                + REPLICATION
                + " for new replicas when one dies");
      }
      if (nodeManagerExpiry.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException("nodemanager-expiry must be at least 1 second");
      }
      if (dataNodeExpiry.compareTo(LEAST_DATANODE_EXPIRY) < 0) {
        throw new IllegalArgumentException(
            "datanode-expiry must be at least "
                + LEAST_DATANODE_EXPIRY.toSeconds()
                + " seconds, as HDFS waits for ten heartbeats of a second and two checks");
      }
    }

    /** For {@code dfs.namenode.heartbeat.recheck-interval}. */
    long recheckMillis() {
      return dataNodeExpiry.minus(HEARTBEATS).toMillis() / 2;
    }

    Map<String, String> settings() {
      Map<String, String> settings = new TreeMap<>();
      settings.put(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, "" + blockBytes);
      settings.put(DFSConfigKeys.DFS_REPLICATION_KEY, "" + REPLICATION);
      settings.put(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, "" + recheckMillis());
      settings.put(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "" + nodeManagerExpiry.toMillis());
      // The master of a job does not run a lost task again before it has told the node manager that
      // is gone to stop it. YARN's default is to try that for 3 minutes.
      settings.put(YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, "1000");
      settings.put(YarnConfiguration.CLIENT_NM_CONNECT_RETRY_INTERVAL_MS, "1000");
      ShortJobs.addTo(settings);
      // A node that is back is to be whole soon; no job runs meanwhile.
      settings.put(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, "1s");
      settings.put(HailConfigKeys.NAMENODE_REORDER_BACKOFF, "3s");
      settings.put(HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY, "10s");
      return settings;
    }
  }

  /**
   * One machine of the cluster.
   *
   * @param name its host name
   */
  record Node(String name, Daemon dataNode, Daemon nodeManager) {
    /** Whether containers run on it. */
    boolean isBusy() {
      return !nodeManager.descendants().isEmpty();
    }

    /** Ends all its Java processes at once. */
    void kill() throws IOException {
      dataNode.kill();
      nodeManager.killWithDescendants();
    }
  }

  private FaultCluster(ProcessCluster hdfs, ProcessYarn yarn) throws IOException {
    this.hdfs = hdfs;
    this.yarn = yarn;
    this.fileSystem = hdfs.newFileSystem();
    List<Node> all = new ArrayList<>();
    for (Daemon nodeManager : yarn.nodeManagers()) {
      for (Daemon dataNode : hdfs.dataNodes()) {
        if (dataNode.host().equals(nodeManager.host())) {
          all.add(new Node(nodeManager.name(), dataNode, nodeManager));
        }
      }
    }
    this.nodes = List.copyOf(all);
  }

  /**
   * Starts all daemons and waits until they are healthy.
   *
   * @param directory for all their files
   */
  static FaultCluster start(Shape shape, Path directory) throws IOException, InterruptedException {
    ProcessCluster.Builder builder =
        ProcessCluster.builder()
            .longRun()
            .dataNodes(shape.nodes())
            .hostNames()
            .directory(directory)
            .customize(
                (daemon, settings, options) ->
                    options.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")));
    shape.settings().forEach(builder::set);
    try {
      ProcessCluster hdfs = builder.start();
      try {
        ProcessYarn.Shape tasks =
            new ProcessYarn.Shape(
                ShortJobs.MAP_SLOTS_PER_NODE,
                ShortJobs.MAP_TASK_MB,
                ShortJobs.MISSED_OPPORTUNITIES);
        return new FaultCluster(hdfs, ProcessYarn.start(hdfs, tasks));
      } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
        hdfs.close();
        throw e;
      }
    } catch (TimeoutException unhealthy) {
      throw new IOException(unhealthy.getMessage() + "; --keep keeps their logs", unhealthy);
    }
  }

  /** What a client of HDFS and YARN and a job need; a copy. */
  Configuration configuration() {
    Configuration conf = yarn.configuration(hdfs.configuration());
    // Else each try to reach a node manager that is gone takes 10 seconds.
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    return conf;
  }

  /** Closed with the cluster. */
  DistributedFileSystem fileSystem() {
    return fileSystem;
  }

  List<Node> nodes() {
    return nodes;
  }

  /** The node that the master of a running job is on. */
  Node masterOf(ApplicationId job) throws IOException {
    String host = yarn.hostOfMaster(job);
    return nodes.stream().filter(node -> node.name().equals(host)).findFirst().orElseThrow();
  }

  /** Waits until nothing of the jobs before runs. */
  void awaitIdle() throws IOException, InterruptedException {
    try {
      yarn.awaitNoContainers();
    } catch (TimeoutException busy) {
      throw new IOException(busy.getMessage() + "; --keep keeps their logs", busy);
    }
  }

  /**
   * Starts a node that was killed, and waits until nothing shows any more that it was away. It
   * comes back after YARN has taken it for dead.
   *
   * @param files that are to be whole
   * @throws IOException also if they are not after ten minutes
   */
  void revive(Node node, List<WholeFile> files) throws IOException, InterruptedException {
    try {
      yarn.awaitNodes(nodes.size() - 1);
      node.dataNode().start();
      node.nodeManager().start();
      hdfs.awaitHealthy(RECOVERY);
      yarn.awaitNodes(nodes.size());
      awaitWhole(files);
    } catch (TimeoutException late) {
      throw new IOException(late.getMessage() + "; --keep keeps their logs", late);
    }
  }

  private void awaitWhole(List<WholeFile> files)
      throws IOException, InterruptedException, TimeoutException {
    Configuration conf = configuration();
    long deadline = System.nanoTime() + RECOVERY.toNanos();
    for (WholeFile file : files) {
      String missing = file.missing(conf);
      while (!missing.isEmpty()) {
        if (System.nanoTime() > deadline) {
          throw new TimeoutException("After " + RECOVERY.toMinutes() + " minutes " + missing);
        }
        Thread.sleep(POLL_MILLIS);
        missing = file.missing(conf);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      yarn.close();
    } finally {
      hdfs.close();
    }
  }
}
