// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.Firewall;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * The nodes of a cluster whose daemons are processes of this machine. A node is what has one
 * address. Thread-safe.
 */
public final class RunningNodes implements AutoCloseable {
  /** Address that processes without an address of their own call from. */
  private static final String CLIENTS = "127.0.0.1";

  private static final int PAGE_MILLIS = 5_000;

  private final ProcessCluster hdfs;
  private final List<Node> nodes;
  private final Set<String> cutOff = ConcurrentHashMap.newKeySet();
  private Firewall firewall;

  private RunningNodes(ProcessCluster hdfs, List<Node> nodes) {
    this.hdfs = hdfs;
    this.nodes = List.copyOf(nodes);
  }

  /**
   * One node.
   *
   * @param daemons by kind, the main one first
   */
  private record Node(String name, Map<String, Daemon> daemons) {
    Daemon main() {
      return daemons.values().iterator().next();
    }

    String address() {
      return main().host();
    }

    boolean runs() {
      return daemons.values().stream().anyMatch(Daemon::isRunning);
    }

    boolean paused() {
      return daemons.values().stream().anyMatch(Daemon::isPaused);
    }
  }

  /**
   * Arranges the daemons of a cluster with addresses of their own as nodes.
   *
   * @param yarn YARN beside it, or null
   */
  public static RunningNodes of(ProcessCluster hdfs, ProcessYarn yarn) {
    List<Node> nodes = new ArrayList<>();
    for (Daemon nameNode : hdfs.nameNodes()) {
      nodes.add(new Node(nameNode.name(), Map.of("namenode", nameNode)));
    }
    for (Daemon journalNode : hdfs.journalNodes()) {
      nodes.add(new Node(journalNode.name(), Map.of("journalnode", journalNode)));
    }
    if (yarn != null) {
      Map<String, Daemon> masters = new TreeMap<>(java.util.Comparator.reverseOrder());
      yarn.masters().forEach(daemon -> masters.put(daemon.name(), daemon));
      nodes.add(new Node("resourcemanager", masters));
    }
    for (int i = 0; i < hdfs.dataNodes().size(); i++) {
      Daemon dataNode = hdfs.dataNodes().get(i);
      Map<String, Daemon> daemons = new TreeMap<>();
      daemons.put("datanode", dataNode);
      if (yarn != null) {
        daemons.put("nodemanager", managerOf(dataNode, yarn));
      }
      nodes.add(new Node("node-" + i, daemons));
    }
    return new RunningNodes(hdfs, nodes);
  }

  private static Daemon managerOf(Daemon dataNode, ProcessYarn yarn) {
    return yarn.nodeManagers().stream()
        .filter(manager -> manager.host().equals(dataNode.host()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the state of each node. */
  List<NodeStatus> status() {
    return nodes.stream().map(this::status).toList();
  }

  private NodeStatus status(Node node) {
    List<String> runs = new ArrayList<>();
    node.daemons()
        .forEach(
            (kind, daemon) ->
                runs.add(
                    kind
                        + " "
                        + (daemon.isRunning()
                            ? daemon.pid()
                            : daemon.hasEnded() ? "(ended by itself)" : "(down)")));
    boolean cut = cutOff.contains(node.name());
    boolean answers = node.main().isRunning() && !node.paused() && !cut;
    NodeNote.Beans beans = new WebPage(node.main().web(), PAGE_MILLIS)::jmx;
    String state = node.paused() ? "paused" : node.runs() ? "running" : "down";
    return new NodeStatus(
        node.name(),
        state + (cut ? ", cut off" : ""),
        String.join(", ", runs),
        node.address(),
        node.main().web(),
        answers ? NodeNote.of(node.name(), beans) : "",
        answers ? NodeNote.hail(node.name(), beans) : "");
  }

  /** Returns the files with the output of the daemons of a node. */
  List<Path> logs(String name) throws IOException {
    return node(name).daemons().values().stream().map(Daemon::log).toList();
  }

  /**
   * Does something to a node.
   *
   * @throws IOException if there is no such node, or it is in no state for that
   */
  public synchronized void apply(NodeAction action, String name)
      throws IOException, InterruptedException, TimeoutException {
    Node node = node(name);
    switch (action) {
      case KILL -> kill(required(node, node.runs(), "does not run"));
      case PAUSE -> {
        required(node, node.runs(), "does not run");
        pause(required(node, !node.paused(), "is paused already"));
      }
      case RESUME -> resume(required(node, node.paused(), "is not paused"));
      case START -> start(node);
      case PARTITION -> {
        required(node, !cutOff.contains(name), "is cut off already");
        cut(name, true);
      }
      case HEAL -> {
        required(node, cutOff.contains(name), "is not cut off");
        cut(name, false);
      }
      case FAILOVER -> {
        required(node, name.startsWith(NodeNote.NAMENODE), "is no namenode");
        failover(required(node, node.runs() && !node.paused(), "does not run"));
      }
    }
  }

  private static Node required(Node node, boolean holds, String otherwise) throws IOException {
    if (!holds) {
      throw new IOException(node.name() + " " + otherwise);
    }
    return node;
  }

  private Node node(String name) throws IOException {
    for (Node node : nodes) {
      if (node.name().equals(name)) {
        return node;
      }
    }
    throw NodeStatus.unknown(name, nodes.stream().map(Node::name).toList());
  }

  private static void kill(Node node) throws IOException {
    for (Daemon daemon : node.daemons().values()) {
      daemon.killWithDescendants();
    }
  }

  private static void pause(Node node) throws IOException {
    for (Daemon daemon : node.daemons().values()) {
      if (daemon.isRunning()) {
        daemon.pause();
      }
    }
  }

  private static void resume(Node node) throws IOException, InterruptedException {
    for (Daemon daemon : node.daemons().values()) {
      if (daemon.isPaused()) {
        daemon.resume();
      }
    }
  }

  private static void start(Node node) throws IOException {
    required(
        node,
        node.daemons().values().stream().anyMatch(daemon -> !daemon.isRunning()),
        "runs already");
    for (Daemon daemon : node.daemons().values()) {
      daemon.start();
    }
  }

  private void cut(String name, boolean off) throws IOException {
    if (firewall == null) {
      firewall = Firewall.open();
    }
    Set<String> wanted = new HashSet<>(cutOff);
    if (off) {
      wanted.add(name);
    } else {
      wanted.remove(name);
    }
    firewall.cut(links(wanted));
    cutOff.clear();
    cutOff.addAll(wanted);
  }

  private Set<Firewall.Link> links(Set<String> cut) {
    Set<Firewall.Link> links = new HashSet<>();
    List<String> addresses = new ArrayList<>(List.of(CLIENTS));
    nodes.forEach(node -> addresses.add(node.address()));
    for (Node node : nodes) {
      if (cut.contains(node.name())) {
        for (String other : addresses) {
          if (!other.equals(node.address())) {
            links.add(new Firewall.Link(node.address(), other));
            links.add(new Firewall.Link(other, node.address()));
          }
        }
      }
    }
    return links;
  }

  /** Of a namenode that nobody reaches, only the journal keeps the next edits out. */
  private void failover(Node to) throws IOException, InterruptedException, TimeoutException {
    for (Node other : nodes.subList(0, hdfs.nameNodes().size())) {
      if (!other.equals(to) && other.runs() && !other.paused() && !cutOff.contains(other.name())) {
        hdfs.transitionToStandby(nodes.indexOf(other));
      }
    }
    hdfs.transitionToActive(nodes.indexOf(to));
  }

  /** Heals every cut; the daemons run on. */
  @Override
  public synchronized void close() throws IOException {
    if (firewall != null) {
      firewall.close();
    }
  }
}
