// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A random cluster and random blocks on it. */
final class SplittingCase {
  static final JobQuery QUERY = new JobQuery("M", "", "", List.of(), "");
  private static final Schema SCHEMA = Schema.parse("a INT");

  final long seed;
  final int scanBlocksPerSplit;
  final boolean indexing;
  final List<PlannedBlock> blocks = new ArrayList<>();
  private final Map<String, Integer> slots = new HashMap<>();
  private final List<SplitNode> nodes = new ArrayList<>();

  SplittingCase(long seed) {
    this(seed, false);
  }

  /** By default, if the job indexes. */
  SplittingCase(long seed, boolean indexing) {
    this.seed = seed;
    this.indexing = indexing;
    Random random = new Random(seed);
    int nodeCount = 1 + random.nextInt(12);
    int hosts = 1 + random.nextInt(nodeCount);
    for (int i = 0; i < nodeCount; i++) {
      nodes.add(node(i, i % hosts));
    }
    for (int i = 0; i < hosts; i++) {
      slots.put("host" + i, 1 + random.nextInt(8));
    }
    scanBlocksPerSplit = indexing ? 0 : random.nextInt(5);
    int blockCount = random.nextInt(200);
    IndexFit[] fits = IndexFit.values();
    for (int i = 0; i < blockCount; i++) {
      List<SplitNode> shuffled = new ArrayList<>(nodes);
      Collections.shuffle(shuffled, random);
      int replicas = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(3);
      SplitBlock block = block(i, 1 + random.nextInt(10_000));
      IndexFit fit = fits[random.nextInt(fits.length)];
      blocks.add(
          new PlannedBlock(
              indexing && fit == IndexFit.NONE ? block.indexedBy(1) : block,
              fit,
              shuffled.subList(0, Math.min(replicas, shuffled.size()))));
    }
  }

  List<HailInputSplit> split() {
    return new HailSplitting(true, scanBlocksPerSplit, () -> slots::get)
        .split(QUERY, blocks, false);
  }

  Map<Long, PlannedBlock> byId() {
    Map<Long, PlannedBlock> byId = new HashMap<>();
    blocks.forEach(block -> byId.put(block.block().blockId(), block));
    return byId;
  }

  /**
   * Slots of a node's host, shared by those of its nodes that hold an indexed replica, or any if
   * the job indexes.
   */
  int slotsOf(String uuid) {
    if (uuid.isEmpty()) {
      return 1;
    }
    String host = nodes.get(Integer.parseInt(uuid.substring(4))).host();
    long sharing =
        nodes.stream()
            .filter(n -> n.host().equals(host))
            .filter(
                n ->
                    blocks.stream()
                        .filter(b -> indexing || b.fit() != IndexFit.NONE)
                        .anyMatch(b -> b.nodes().contains(n)))
            .count();
    return (int) Math.max(1, slots.get(host) / sharing);
  }

  static SplitNode node(int number, int host) {
    return new SplitNode("node" + number, "host" + host);
  }

  static SplitBlock block(int number, long length) {
    return new SplitBlock(
        new SplitFile("hdfs://nn/file" + number / 100, SCHEMA, List.of(), 0, ""),
        number,
        number,
        1001,
        0,
        length,
        "",
        List.of(),
        List.of(),
        0,
        false);
  }
}
