// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import dev.hail.minicluster.nodes.NodeAction;
import dev.hail.minicluster.nodes.RunningNodes;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Does one fault after the other to the nodes of a cluster, and takes each one back. */
final class Faults {
  private static final Duration RECOVERY = Duration.ofMinutes(10);

  /** Shorter than the silence after which HDFS takes a datanode for dead, and longer. */
  private static final int[] OUTAGE_SECONDS = {14, 5};

  private static final int FAILOVER_DELAY_MILLIS = 2_000;
  private static final int REFILL_MILLIS = 100;

  private final ProcessCluster hdfs;
  private final ProcessYarn yarn;
  private final RunningNodes nodes;
  private final SmallDisk disk;
  private final Random random;
  private int active;
  private int outages;

  /** Creates the faults of a cluster whose first namenode is active. */
  Faults(SystemCluster cluster, Random random) {
    this.hdfs = cluster.hdfs();
    this.yarn = cluster.yarn();
    this.nodes = cluster.nodes();
    this.disk = cluster.disk();
    this.random = random;
  }

  /** Does it and takes it back; daemons that were started again may not serve yet. */
  void run(Fault fault) throws IOException, InterruptedException, TimeoutException {
    String node = "node-" + random.nextInt(hdfs.dataNodes().size());
    switch (fault) {
      case KILL_NODE -> outage(NodeAction.KILL, NodeAction.START, node);
      case PAUSE_NODE -> outage(NodeAction.PAUSE, NodeAction.RESUME, node);
      case PARTITION_NODE -> outage(NodeAction.PARTITION, NodeAction.HEAL, node);
      case RESTART_NODE -> restart(random.nextInt(hdfs.dataNodes().size()));
      case FILL_DISK -> fillDisk();
      case ROLLING_RESTART -> rollingRestart();
      case FAIL_OVER -> failOver();
    }
  }

  private int outageSeconds() {
    return OUTAGE_SECONDS[outages++ % OUTAGE_SECONDS.length];
  }

  private void outage(NodeAction begin, NodeAction end, String node)
      throws IOException, InterruptedException, TimeoutException {
    nodes.apply(begin, node);
    TimeUnit.SECONDS.sleep(outageSeconds());
    nodes.apply(end, node);
  }

  /** The node manager ends its containers itself. */
  private void restart(int number) throws IOException, InterruptedException {
    Daemon dataNode = hdfs.dataNodes().get(number);
    Daemon nodeManager = yarn.nodeManagers().get(number);
    nodeManager.stop();
    dataNode.stop();
    dataNode.start();
    nodeManager.start();
  }

  private void fillDisk() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(outageSeconds());
    while (System.nanoTime() < deadline) {
      disk.fill();
      TimeUnit.MILLISECONDS.sleep(REFILL_MILLIS);
    }
    disk.free();
  }

  private void rollingRestart() throws IOException, InterruptedException, TimeoutException {
    for (int i = 0; i < hdfs.dataNodes().size(); i++) {
      restart(i);
      hdfs.awaitHealthy(RECOVERY);
      yarn.awaitNodes(yarn.nodeManagers().size());
    }
    for (int i = 0; i < hdfs.nameNodes().size(); i++) {
      Daemon standby = hdfs.nameNodes().get(1 - active);
      standby.stop();
      standby.start();
      hdfs.awaitHealthy(RECOVERY);
      nodes.apply(NodeAction.FAILOVER, standby.name());
      active = 1 - active;
    }
  }

  private void failOver() throws IOException, InterruptedException, TimeoutException {
    Daemon old = hdfs.nameNodes().get(active);
    Daemon next = hdfs.nameNodes().get(1 - active);
    nodes.apply(NodeAction.KILL, old.name());
    TimeUnit.MILLISECONDS.sleep(FAILOVER_DELAY_MILLIS);
    nodes.apply(NodeAction.FAILOVER, next.name());
    active = 1 - active;
    TimeUnit.MILLISECONDS.sleep(FAILOVER_DELAY_MILLIS);
    nodes.apply(NodeAction.START, old.name());
  }
}
