// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Map slots of datanodes: the datanodes of a host share the host's slots. */
final class NodeSlots {
  private final Map<SplitNode, Integer> slotsByNode = new HashMap<>();

  /**
   * Creates the slots of the datanodes that hold blocks.
   *
   * @param slots slots of hosts; asked only if there are datanodes
   */
  NodeSlots(List<PlannedBlock> blocks, Supplier<MapSlots> slots) {
    Map<String, Integer> nodesByHost = new HashMap<>();
    for (PlannedBlock block : blocks) {
      for (SplitNode node : block.nodes()) {
        if (slotsByNode.putIfAbsent(node, 0) == null) {
          nodesByHost.merge(node.host(), 1, Integer::sum);
        }
      }
    }
    if (slotsByNode.isEmpty()) {
      return;
    }
    MapSlots hostSlots = slots.get();
    slotsByNode.replaceAll(
        (node, none) -> Math.max(1, hostSlots.on(node.host()) / nodesByHost.get(node.host())));
  }

  /** Returns the slots of one datanode, at least 1. */
  int of(SplitNode node) {
    return slotsByNode.getOrDefault(node, 1);
  }

  /** Returns the slots of all datanodes together, at least 1. */
  int total() {
    return Math.max(1, slotsByNode.values().stream().mapToInt(Integer::intValue).sum());
  }
}
