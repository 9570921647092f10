// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the main daemon of a node says of itself, in a few words. */
final class NodeNote {
  /** How names of namenodes begin. */
  static final String NAMENODE = "namenode-";

  private static final String RESOURCE_MANAGER = "resourcemanager";

  private NodeNote() {}

  /** Asks a daemon for a bean. */
  @FunctionalInterface
  interface Beans {
    /** Returns a bean as JSON. */
    String jmx(String query) throws IOException;
  }

  /**
   * Asks a daemon that runs.
   *
   * @param node name of its node
   */
  static String of(String node, Beans daemon) {
    try {
      if (node.startsWith(NAMENODE)) {
        String state = field(daemon, "NameNode,name=NameNodeStatus", "State");
        return state.equals("active")
            ? active(number(daemon, "NameNode,name=FSNamesystemState", "NumLiveDataNodes"))
            : state;
      }
      return node.equals(RESOURCE_MANAGER)
          ? managers(number(daemon, "ResourceManager,name=ClusterMetrics", "NumActiveNMs"))
          : "";
    } catch (IOException silent) {
      return "does not answer";
    }
  }

  /**
   * Asks a daemon that runs for {@link NodeStatus#hail}.
   *
   * @param node name of its node
   */
  static String hail(String node, Beans daemon) {
    if (!node.startsWith(NAMENODE)) {
      return "";
    }
    try {
      String bean = daemon.jmx("Hadoop:service=NameNode,name=HailDirectory");
      return valueIn(bean, "AppendRefused")
          .map(refused -> refused.equals("0") ? NodeStatus.UNGUARDED : NodeStatus.GUARDED)
          .orElse(NodeStatus.OFF);
    } catch (IOException silent) {
      return "";
    }
  }

  /** Returns the note of an active namenode. */
  static String active(int dataNodes) {
    return "active, " + dataNodes + " datanodes live";
  }

  /** Returns the note of a resource manager. */
  static String managers(int nodeManagers) {
    return nodeManagers + " node managers active";
  }

  private static int number(Beans daemon, String bean, String name) throws IOException {
    return Integer.parseInt(field(daemon, bean, name));
  }

  private static String field(Beans daemon, String bean, String name) throws IOException {
    return valueIn(daemon.jmx("Hadoop:service=" + bean), name)
        .orElseThrow(() -> new IOException("A daemon shows no " + name));
  }

  private static Optional<String> valueIn(String json, String name) {
    return Pattern.compile("\"" + name + "\"\\s*:\\s*\"?(\\w+)")
        .matcher(json)
        .results()
        .findFirst()
        .map(found -> found.group(1));
  }
}
