// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.predicate.IndexFit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Divides the blocks of a job's input into splits (thesis, section 3.7).
 *
 * <p>A map task reads only a small part of a block whose index fits the query, so it takes many
 * such blocks. They are grouped by the datanode whose replica has the index. Each group is cut into
 * as many splits as that datanode's host has map slots. When several replicas of a block fit, the
 * datanode with the least to read per slot gets the block. Every other block is read whole. It
 * becomes a split of its own, or shares one with a configured number of blocks of its datanode.
 *
 * <p>In a job that joins, blocks read whole share splits unless configured otherwise: two splits
 * for each slot, so that a slow task holds up half a slot. A look-up is cheap beside the start of a
 * task, which maps the tables and warms up first.
 *
 * <p>In a job that indexes, blocks read whole share splits unless configured otherwise. So one
 * block is sorted while the next is mapped (thesis, section 3.5.2). If a datanode has enough
 * blocks, the number of its splits is a multiple of its slots. So no slot idles while others have
 * blocks left. Blocks with a fitting index join these splits. They get splits of their own only for
 * free slots, because further splits would be additional tasks.
 *
 * <p>Deterministic: the same blocks and slots give the same splits.
 */
public final class HailSplitting {

  private static final SplitNode NO_NODE = new SplitNode("", "");

  /**
   * Largest number of blocks that are read whole in a split of a job that indexes. A failed task
   * loses all that it has read, and nothing overlaps with sorting its last block.
   */
  private static final int MOST_BLOCKS_OF_INDEXING = 4;

  /** Splits for each slot in a job that joins and indexes nothing. */
  private static final int SPLITS_OF_SLOT = 2;

  /**
   * Largest number of blocks in a split of such a job: a failed task loses all that it has read.
   */
  private static final int MOST_BLOCKS_OF_JOINS = 16;

  private final boolean enabled;
  private final int scanBlocksPerSplit;
  private final Supplier<MapSlots> slots;

  HailSplitting(boolean enabled, int scanBlocksPerSplit, Supplier<MapSlots> slots) {
    if (scanBlocksPerSplit < 0) {
      throw new IllegalArgumentException(
          HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT
              + " must be 0 or more, it is "
              + scanBlocksPerSplit);
    }
    this.enabled = enabled;
    this.scanBlocksPerSplit = scanBlocksPerSplit;
    this.slots = slots;
  }

  /** Returns the number of map tasks that run at the same time on the datanodes of these blocks. */
  int slots(List<PlannedBlock> blocks) {
    return new NodeSlots(blocks, slots).total();
  }

  /**
   * Estimates, before blocks are assigned to datanodes, how many blocks share a split at most in a
   * job that indexes.
   *
   * @param scanned number of blocks without a fitting index
   * @param slotsOfAll map tasks that run at the same time
   */
  int scanBlocksPerSplit(int scanned, int slotsOfAll) {
    if (!enabled) {
      return 1;
    }
    if (scanBlocksPerSplit > 0) {
      return scanBlocksPerSplit;
    }
    return Math.max(1, ceilDivide(scanned, splitsOfIndexing(scanned, slotsOfAll)));
  }

  /**
   * Estimates, before blocks are assigned to datanodes, how many splits of a job that indexes hold
   * only blocks with a fitting index.
   *
   * @param scanned number of blocks without a fitting index
   * @param slotsOfAll map tasks that run at the same time
   */
  int indexSplits(int scanned, int slotsOfAll) {
    if (!enabled || scanBlocksPerSplit > 0 || scanned == 0) {
      return slotsOfAll;
    }
    return Math.max(0, slotsOfAll - splitsOfIndexing(scanned, slotsOfAll));
  }

  /** Returns the number of splits for blocks that are read whole, at least 1. */
  private static int splitsOfIndexing(int blocks, int slots) {
    int waves = Math.max(1, ceilDivide(blocks, (long) MOST_BLOCKS_OF_INDEXING * slots));
    return (int) Math.max(1, Math.min((long) waves * slots, blocks));
  }

  private static int ceilDivide(long number, long by) {
    return (int) ((number + by - 1) / by);
  }

  /** Creates the policy that a job's configuration asks for ({@code hail.splitting.*}). */
  static HailSplitting of(Configuration conf) {
    return new HailSplitting(
        conf.getBoolean(HailConfigKeys.SPLITTING_ENABLED, HailConfigKeys.SPLITTING_ENABLED_DEFAULT),
        NumberKeys.count(
            conf,
            HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT,
            HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT_DEFAULT),
        askedOnce(() -> YarnMapSlots.of(conf)));
  }

  private static Supplier<MapSlots> askedOnce(Supplier<MapSlots> slots) {
    AtomicReference<MapSlots> answer = new AtomicReference<>();
    return () -> answer.updateAndGet(known -> known == null ? slots.get() : known);
  }

  /**
   * Returns splits that together hold every block exactly once; none is empty.
   *
   * @param joins whether the job joins its input with build sides
   */
  List<HailInputSplit> split(JobQuery query, List<PlannedBlock> blocks, boolean joins) {
    List<PlannedBlock> indexed = new ArrayList<>();
    List<PlannedBlock> scanned = new ArrayList<>();
    for (PlannedBlock block : blocks) {
      (block.fit() == IndexFit.NONE ? scanned : indexed).add(block);
    }
    boolean indexing = scanned.stream().anyMatch(block -> block.block().indexBy() != 0);
    boolean shared = enabled && scanBlocksPerSplit == 0 && indexing;
    List<HailInputSplit> splits = new ArrayList<>();
    if (enabled) {
      splits.addAll(splitsOfNodes(query, indexed, shared ? scanned : List.of()));
    } else {
      indexed.forEach(block -> splits.add(splitOf(query, firstNode(block), List.of(block))));
    }
    if (shared) {
      return splits;
    }
    if (enabled && scanBlocksPerSplit > 1) {
      NodeSlots nodeSlots = new NodeSlots(scanned, slots);
      group(scanned, nodeSlots)
          .forEach(
              (node, group) ->
                  cutByNumber(group).forEach(part -> splits.add(splitOf(query, node, part))));
    } else if (enabled && scanBlocksPerSplit == 0 && joins) {
      NodeSlots nodeSlots = new NodeSlots(scanned, slots);
      int most = blocksOfJoins(scanned.size(), nodeSlots);
      group(scanned, nodeSlots)
          .forEach(
              (node, group) ->
                  cutEvenly(group, ceilDivide(group.size(), most))
                      .forEach(part -> splits.add(splitOf(query, node, part))));
    } else {
      scanned.forEach(block -> splits.add(splitOf(query, firstNode(block), List.of(block))));
    }
    return splits;
  }

  /**
   * Makes splits for the slots of each datanode.
   *
   * @param scanned blocks that share splits with those that have a fitting index
   */
  private List<HailInputSplit> splitsOfNodes(
      JobQuery query, List<PlannedBlock> indexed, List<PlannedBlock> scanned) {
    List<PlannedBlock> all = new ArrayList<>(indexed);
    all.addAll(scanned);
    NodeSlots nodeSlots = new NodeSlots(all, slots);
    Map<SplitNode, List<PlannedBlock>> byIndex = group(indexed, nodeSlots);
    Map<SplitNode, List<PlannedBlock>> whole = group(scanned, nodeSlots);
    Set<SplitNode> nodes = new LinkedHashSet<>(byIndex.keySet());
    nodes.addAll(whole.keySet());
    List<HailInputSplit> splits = new ArrayList<>();
    for (SplitNode node : nodes) {
      List<List<PlannedBlock>> parts =
          cutForSlots(whole.getOrDefault(node, List.of()), nodeSlots.of(node));
      addTo(parts, byIndex.getOrDefault(node, List.of()), nodeSlots.of(node));
      parts.forEach(part -> splits.add(splitOf(query, node, part)));
    }
    return splits;
  }

  /** Distributes blocks with a fitting index evenly over a datanode's splits and its free slots. */
  private static void addTo(
      List<List<PlannedBlock>> parts, List<PlannedBlock> byIndex, int slotsOfNode) {
    if (byIndex.isEmpty()) {
      return;
    }
    int free = Math.max(0, slotsOfNode - parts.size());
    List<List<PlannedBlock>> shares =
        cutByLength(byIndex, Math.min(parts.size() + free, byIndex.size()));
    for (int i = free; i < shares.size(); i++) {
      List<PlannedBlock> both = new ArrayList<>(parts.get(i - free));
      both.addAll(shares.get(i));
      parts.set(i - free, both);
    }
    parts.addAll(shares.subList(0, Math.min(free, shares.size())));
  }

  private static SplitNode firstNode(PlannedBlock block) {
    return block.nodes().isEmpty() ? NO_NODE : block.nodes().get(0);
  }

  /**
   * Assigns every block to one of its nodes. Blocks with the fewest choices come first, so that the
   * others can even out the load. Within a group, blocks keep their input order.
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

  /** Cuts a group into runs of the configured number of blocks. */
  private List<List<PlannedBlock>> cutByNumber(List<PlannedBlock> group) {
    List<List<PlannedBlock>> parts = new ArrayList<>();
    for (int i = 0; i < group.size(); i += scanBlocksPerSplit) {
      parts.add(group.subList(i, Math.min(group.size(), i + scanBlocksPerSplit)));
    }
    return parts;
  }

  /** Returns the largest number of blocks that share a split in a job that joins. */
  private static int blocksOfJoins(int blocks, NodeSlots nodeSlots) {
    if (blocks == 0) {
      return 1;
    }
    return Math.min(
        MOST_BLOCKS_OF_JOINS, ceilDivide(blocks, (long) SPLITS_OF_SLOT * nodeSlots.total()));
  }

  /** Cuts the blocks of a datanode for its slots, in a job that indexes. */
  private static List<List<PlannedBlock>> cutForSlots(List<PlannedBlock> group, int slotsOfNode) {
    return cutEvenly(group, group.isEmpty() ? 0 : splitsOfIndexing(group.size(), slotsOfNode));
  }

  /** Cuts a group into runs that differ by at most one block. */
  private static List<List<PlannedBlock>> cutEvenly(List<PlannedBlock> group, int count) {
    List<List<PlannedBlock>> parts = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      int begin = (int) ((long) part * group.size() / count);
      int end = (int) ((part + 1L) * group.size() / count);
      parts.add(group.subList(begin, end));
    }
    return parts;
  }

  /**
   * Cuts {@code group} into exactly {@code count} runs of about the same number of bytes, none
   * empty.
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
   * Makes a split with its locations: first the host of the chosen node, then each host that could
   * replace it. Such a host holds all blocks that are read whole or, if there are none, all blocks
   * with their indexes. A host that would have to scan an indexed block is no replacement.
   */
  private static HailInputSplit splitOf(JobQuery query, SplitNode node, List<PlannedBlock> part) {
    List<String> hosts = new ArrayList<>();
    if (!node.equals(NO_NODE)) {
      hosts.add(node.host());
    }
    List<PlannedBlock> whole = part.stream().filter(block -> block.fit() == IndexFit.NONE).toList();
    List<PlannedBlock> most = whole.isEmpty() ? part : whole;
    for (SplitNode other : most.get(0).nodes()) {
      boolean everywhere =
          most.stream()
              .allMatch(b -> b.nodes().stream().anyMatch(n -> n.host().equals(other.host())));
      if (everywhere && !hosts.contains(other.host())) {
        hosts.add(other.host());
      }
    }
    List<SplitBlock> blocks = new ArrayList<>(part.size());
    for (PlannedBlock block : part) {
      blocks.add(block.block().plannedOn(node.datanodeUuid()));
    }
    // Blocks to be indexed come first, so that indexing overlaps with reading the others.
    blocks.sort(Comparator.comparing(block -> block.indexBy() == 0));
    return new HailInputSplit(query, blocks, hosts);
  }
}
