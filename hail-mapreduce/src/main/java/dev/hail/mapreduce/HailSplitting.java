// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Divides the blocks of a job's input into splits (thesis, section 3.7).
 *
 * <p>Blocks with an index that fits the query are read in a small part only, so a map task takes
 * many of them: they are grouped by the datanode whose replica has the index, and each group is cut
 * into as many splits as that datanode's host has map slots. When several replicas of a block fit,
 * the datanode with the least to read for its slots gets it. Every other block is read whole and
 * becomes a split of its own, or shares one with a configured number of others of its datanode.
 *
 * <p>Deterministic: the same blocks and slots give the same splits.
 */
public final class HailSplitting {

  private static final SplitNode NO_NODE = new SplitNode("", "");

  private final boolean enabled;
  private final int scanBlocksPerSplit;
  private final Supplier<MapSlots> slots;

  HailSplitting(boolean enabled, int scanBlocksPerSplit, Supplier<MapSlots> slots) {
    if (scanBlocksPerSplit < 1) {
      throw new IllegalArgumentException(
          HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT
              + " must be at least 1, it is "
              + scanBlocksPerSplit);
    }
    this.enabled = enabled;
    this.scanBlocksPerSplit = scanBlocksPerSplit;
    this.slots = slots;
  }

  /** The policy a job's configuration asks for ({@code hail.splitting.*}). */
  static HailSplitting of(Configuration conf) {
    return new HailSplitting(
        conf.getBoolean(HailConfigKeys.SPLITTING_ENABLED, HailConfigKeys.SPLITTING_ENABLED_DEFAULT),
        conf.getInt(
            HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT,
            HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT_DEFAULT),
        () -> YarnMapSlots.of(conf));
  }

  /** Splits that hold every block exactly once; none is empty. */
  List<HailInputSplit> split(JobQuery query, List<PlannedBlock> blocks) {
    List<PlannedBlock> indexed = new ArrayList<>();
    List<PlannedBlock> scanned = new ArrayList<>();
    for (PlannedBlock block : blocks) {
      (block.fit() == IndexFit.NONE ? scanned : indexed).add(block);
    }
    List<HailInputSplit> splits = new ArrayList<>();
    if (enabled) {
      NodeSlots nodeSlots = new NodeSlots(indexed);
      group(indexed, nodeSlots)
          .forEach(
              (node, group) -> {
                int count = Math.min(nodeSlots.of(node), group.size());
                for (List<PlannedBlock> part : cutByLength(group, count)) {
                  splits.add(splitOf(query, node, part));
                }
              });
    } else {
      indexed.forEach(block -> splits.add(splitOf(query, firstNode(block), List.of(block))));
    }
    if (enabled && scanBlocksPerSplit > 1) {
      group(scanned, new NodeSlots(scanned))
          .forEach(
              (node, group) -> {
                for (int i = 0; i < group.size(); i += scanBlocksPerSplit) {
                  int end = Math.min(group.size(), i + scanBlocksPerSplit);
                  splits.add(splitOf(query, node, group.subList(i, end)));
                }
              });
    } else {
      scanned.forEach(block -> splits.add(splitOf(query, firstNode(block), List.of(block))));
    }
    return splits;
  }

  private static SplitNode firstNode(PlannedBlock block) {
    return block.nodes().isEmpty() ? NO_NODE : block.nodes().get(0);
  }

  /**
   * Gives every block to one of its nodes. Blocks with the fewest choices come first, the others
   * then even out the load; within a group blocks keep the order of the input.
   */
  private static Map<SplitNode, List<PlannedBlock>> group(
      List<PlannedBlock> blocks, NodeSlots nodeSlots) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingInt(i -> blocks.get(i).nodes().size()));
    Map<SplitNode, Long> load = new HashMap<>();
    Map<SplitNode, TreeMap<Integer, PlannedBlock>> groups = new LinkedHashMap<>();
    for (int i : order) {
      PlannedBlock block = blocks.get(i);
      long length = block.block().length();
      SplitNode best = NO_NODE;
      double bestLoad = Double.POSITIVE_INFINITY;
      for (SplitNode node : block.nodes()) {
        double after = (load.getOrDefault(node, 0L) + length) / (double) nodeSlots.of(node);
        if (after < bestLoad) {
          best = node;
          bestLoad = after;
        }
      }
      load.merge(best, length, Long::sum);
      groups.computeIfAbsent(best, n -> new TreeMap<>()).put(i, block);
    }
    Map<SplitNode, List<PlannedBlock>> result = new LinkedHashMap<>();
    groups.forEach((node, group) -> result.put(node, List.copyOf(group.values())));
    return result;
  }

  /**
   * Exactly {@code count} runs of {@code group} with about the same number of bytes, none empty.
   */
  private static List<List<PlannedBlock>> cutByLength(List<PlannedBlock> group, int count) {
    double total = 0;
    for (PlannedBlock block : group) {
      total += block.block().length();
    }
    List<List<PlannedBlock>> parts = new ArrayList<>(count);
    int begin = 0;
    double taken = 0;
    for (int part = 1; part <= count; part++) {
      int end = begin + 1;
      taken += group.get(begin).block().length();
      int last = group.size() - (count - part);
      double target = total * part / count;
      while (end < last
          && (part == count || taken + group.get(end).block().length() / 2.0 <= target)) {
        taken += group.get(end).block().length();
        end++;
      }
      parts.add(group.subList(begin, end));
      begin = end;
    }
    return parts;
  }

  /**
   * A split with its locations: the host of the chosen node first, then the hosts that could take
   * its place for every block of the split. Blocks another host would have to scan are no reason to
   * send the task there.
   */
  private static HailInputSplit splitOf(JobQuery query, SplitNode node, List<PlannedBlock> part) {
    List<String> hosts = new ArrayList<>();
    if (!node.equals(NO_NODE)) {
      hosts.add(node.host());
    }
    for (SplitNode other : part.get(0).nodes()) {
      boolean everywhere =
          part.stream()
              .allMatch(b -> b.nodes().stream().anyMatch(n -> n.host().equals(other.host())));
      if (everywhere && !hosts.contains(other.host())) {
        hosts.add(other.host());
      }
    }
    List<SplitBlock> blocks = new ArrayList<>(part.size());
    for (PlannedBlock block : part) {
      blocks.add(block.block().plannedOn(node.datanodeUuid()));
    }
    // Those to be indexed first: that goes on while the others are read.
    blocks.sort(Comparator.comparing(block -> block.indexBy() == 0));
    return new HailInputSplit(query, blocks, hosts);
  }

  /** Map slots of a datanode: those of its host, shared among the datanodes of that host. */
  private final class NodeSlots {
    private final Map<SplitNode, Integer> slotsByNode = new HashMap<>();

    NodeSlots(List<PlannedBlock> blocks) {
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

    int of(SplitNode node) {
      return slotsByNode.getOrDefault(node, 1);
    }
  }
}
