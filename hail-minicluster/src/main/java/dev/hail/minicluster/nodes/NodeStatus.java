// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.IOException;
import java.util.List;

/**
 * What is known of a node at a moment.
 *
 * @param name such as {@code namenode-0} or {@code node-2}
 * @param state such as {@code running} or {@code paused, cut off}
 * @param runs its daemons, each with its process
 * @param address address of all its daemons
 * @param page address of its main page
 * @param note what its main daemon says of itself; may be empty
 */
record NodeStatus(
    String name, String state, String runs, String address, String page, String note) {
  private static final int FIELDS = 6;

  /**
   * Refuses a name.
   *
   * @param names names of the nodes that there are
   */
  static IOException unknown(String name, List<String> names) {
    return new IOException(
        "There is no node " + name + "; the nodes are " + String.join(", ", names));
  }

  /** Returns all on one line. */
  String line() {
    return String.join("\t", name, state, runs, address, page, note);
  }

  /** Reads what {@link #line} returned. */
  static NodeStatus parse(String line) {
    List<String> fields = List.of(line.split("\t", -1));
    if (fields.size() != FIELDS) {
      throw new IllegalArgumentException("No state of a node: " + line);
    }
    return new NodeStatus(
        fields.get(0), fields.get(1), fields.get(2), fields.get(3), fields.get(4), fields.get(5));
  }
}
