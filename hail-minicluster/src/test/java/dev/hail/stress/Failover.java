// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import dev.hail.load.ClientProcess;
import dev.hail.load.FaultTools;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.Firewall.Link;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes the other namenode of a pair active. The one that was may come back and believe that it
 * still is: datanodes hear from both then, until it is killed. Clients do not hear from it, since
 * HDFS lets such a namenode answer reads from what it knew.
 */
final class Failover {
  private static final int BOTH_MILLIS = 4_000;

  private final ProcessCluster cluster;
  private final List<ClientProcess> clients;
  private final FaultTools tools;
  private int active;

  /** What happens to the namenode that is active. */
  enum Cause {
    KILL,
    PAUSE,
    PARTITION
  }

  /** Of a cluster whose first namenode is active. */
  Failover(ProcessCluster cluster, List<ClientProcess> clients, FaultTools tools) {
    this.cluster = cluster;
    this.clients = clients;
    this.tools = tools;
  }

  /** The namenode that should be active. */
  Daemon active() {
    return cluster.nameNodes().get(active);
  }

  /**
   * Fails over, and leaves the namenode that was active dead.
   *
   * @param millis from the fault to the failover
   * @return whether both namenodes believed for a while that they are active
   */
  boolean run(Cause cause, int millis) throws IOException, InterruptedException, TimeoutException {
    Daemon old = active();
    switch (cause) {
      case KILL -> old.kill();
      case PAUSE -> old.pause();
      case PARTITION -> tools.firewall().cut(links(old, true));
    }
    TimeUnit.MILLISECONDS.sleep(millis);
    active = 1 - active;
    cluster.transitionToActive(active);
    boolean both = cause != Cause.KILL && tools.firewall() != null;
    if (both) {
      tools.firewall().cut(links(old, false));
      if (cause == Cause.PAUSE) {
        old.resume();
      }
      TimeUnit.MILLISECONDS.sleep(BOTH_MILLIS);
      if (old.isRunning()) {
        // What it answers is cut off until it cannot answer; then clients learn that it is gone.
        old.pause();
      }
      tools.firewall().heal();
    }
    old.kill();
    return both;
  }

  private Set<Link> links(Daemon old, boolean everybody) {
    Set<Link> links = new LinkedHashSet<>();
    for (ClientProcess client : clients) {
      links.add(new Link(client.host(), old.host()));
      links.add(new Link(old.host(), client.host()));
    }
    if (everybody) {
      for (Daemon daemon : cluster.daemons()) {
        if (daemon != old) {
          links.add(new Link(daemon.host(), old.host()));
          links.add(new Link(old.host(), daemon.host()));
        }
      }
    }
    return links;
  }
}
