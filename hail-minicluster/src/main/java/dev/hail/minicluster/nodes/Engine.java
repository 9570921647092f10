// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What runs the nodes of a cluster in the background. */
interface Engine {
  /** Returns the word for it on the command line. */
  String name();

  /** Returns whether a cluster of this engine is up here, whatever the state of its nodes. */
  boolean isUp() throws IOException;

  /**
   * Starts the cluster, with the data of the last one here if that was kept, and waits until it is
   * healthy.
   *
   * @param progress is told what the start waits for
   * @throws IOException if it did not start; nothing of it runs then
   */
  void up(ClusterShape shape, Consumer<String> progress) throws IOException, InterruptedException;

  /**
   * Ends the cluster.
   *
   * @param keep whether the data stays for the next start
   */
  void down(boolean keep) throws IOException, InterruptedException;

  /** Returns the state of each node, in a fixed order. */
  List<NodeStatus> status() throws IOException;

  /**
   * Does something to a node.
   *
   * @throws IOException if there is no such node, or it is in no state for that
   */
  void apply(NodeAction action, String node) throws IOException;

  /**
   * Prints the last lines of the logs of a node.
   *
   * @param lines number of lines of each daemon
   */
  void printLogs(String node, int lines, OutputStream out) throws IOException;

  /** Returns the directory with a client's site files, for {@code HADOOP_CONF_DIR}. */
  Path clientDirectory();
}
