// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of a node at a moment.
 *
 * @param name such as {@code namenode-0} or {@code node-2}
 * @param state such as {@code running} or {@code paused, cut off}
 * @param processes its daemons, each with its process
 * @param address address of all its daemons
 * @param page address of its main page
 * @param note what its main daemon says of itself; may be empty
 * @param hail of a namenode that answers {@link #GUARDED}, {@link #UNGUARDED} or {@link #OFF}; else
 *     empty
 */
record NodeStatus(
    String name,
    String state,
    String processes,
    String address,
    String page,
    String note,
    String hail) {
  /** The namenode asks HAIL's attribute provider, which refuses plain clients and append. */
  static final String GUARDED = "guarded";

  /** HAIL runs in the namenode, which does not ask HAIL's attribute provider. */
  static final String UNGUARDED = "unguarded";

  /** HAIL does not run in the namenode. */
  static final String OFF = "off";

  private static final int FIELDS = 7;

  /**
   * Refuses a name.
   *
   * @param names names of the nodes that there are
   */
  static IOException unknown(String name, List<String> names) {
    return new IOException(
        "There is no node " + name + "; the nodes are " + String.join(", ", names));
  }

  /** Returns what a person must know who keeps HAIL files in the cluster; empty if nothing. */
  private String warning() {
    return switch (hail) {
      case UNGUARDED ->
          name
              + " does not refuse plain clients, which may mix the rows of HAIL files or leave the"
              + " files unreadable. "
              + page
              + "/hail says what to set";
      case OFF -> "HAIL does not run in " + name + "; the log of the namenode says why";
      default -> "";
    };
  }

  /** Prints the warnings of these nodes, each on a line. */
  static void printWarnings(List<NodeStatus> nodes, PrintStream err) {
    nodes.stream()
        .map(NodeStatus::warning)
        .filter(warning -> !warning.isEmpty())
        .forEach(warning -> err.println("Warning: " + warning + "."));
  }

  /** Returns all fields that are not empty, by their names. */
  Map<String, String> known() {
    Map<String, String> known = new LinkedHashMap<>();
    known.put("name", name);
    known.put("state", state);
    known.put("processes", processes);
    known.put("address", address);
    known.put("page", page);
    known.put("hail", hail);
    known.put("note", note);
    known.values().removeIf(String::isEmpty);
    return known;
  }

  /** Returns all on one line. */
  String line() {
    return String.join("\t", name, state, processes, address, page, note, hail);
  }

  /** Reads what {@link #line} returned. */
  static NodeStatus parse(String line) {
    List<String> fields = List.of(line.split("\t", -1));
    if (fields.size() != FIELDS) {
      throw new IllegalArgumentException("No state of a node: " + line);
    }
    return new NodeStatus(
        fields.get(0),
        fields.get(1),
        fields.get(2),
        fields.get(3),
        fields.get(4),
        fields.get(5),
        fields.get(6));
  }
}
