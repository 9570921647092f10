// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import java.util.List;

/**
 * The sort order of every replica of a file.
 *
 * @param datanodes names of the datanodes, one per column
 * @param attributes the index attributes of the file
 * @param blocks for each block a list in the order of {@code datanodes}: the attribute that the
 *     replica is sorted by, {@link #UNSORTED}, or {@link #NO_REPLICA}
 */
record IndexMap(List<String> datanodes, List<String> attributes, List<List<String>> blocks) {
  static final String UNSORTED = "unsorted";
  static final String NO_REPLICA = "";

  IndexMap {
    datanodes = List.copyOf(datanodes);
    attributes = List.copyOf(attributes);
    blocks = blocks.stream().map(List::copyOf).toList();
  }

  /** Returns the number of replicas on one datanode that are sorted by this attribute. */
  long count(int datanode, String attribute) {
    return blocks.stream().filter(block -> block.get(datanode).equals(attribute)).count();
  }
}
