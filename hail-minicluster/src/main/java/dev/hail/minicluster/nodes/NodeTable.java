// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.TextTable;
import java.io.PrintStream;

/** Nodes as a table for people. */
final class NodeTable {
  private final TextTable table = new TextTable("lllllll");

  /** Adds a line with the name of a node and its page. */
  void addPage(NodeStatus node) {
    table.add(node.name(), node.page());
  }

  /** Adds the names of all columns. */
  void addHeader() {
    table.add("NODE", "STATE", "PROCESSES", "ADDRESS", "PAGE", "HAIL", "NOTE");
  }

  /** Adds a line with all that is known of a node. */
  void addAll(NodeStatus node) {
    table.add(
        node.name(),
        node.state(),
        node.processes(),
        node.address(),
        node.page(),
        node.hail(),
        node.note());
  }

  void print(PrintStream out) {
    table.print(out, "");
  }
}
