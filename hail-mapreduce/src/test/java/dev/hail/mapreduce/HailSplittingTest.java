// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static dev.hail.mapreduce.SplittingCase.QUERY;
import static dev.hail.mapreduce.SplittingCase.block;
import static dev.hail.mapreduce.SplittingCase.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.predicate.IndexFit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HailSplittingTest {
  private static final int CASES = 300;

  @Test
  void everyBlock_afterSplitting_isInOneSplit() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed);
      List<Long> expected = random.blocks.stream().map(b -> b.block().blockId()).toList();
      List<Long> actual = new ArrayList<>();
      for (HailInputSplit split : random.split()) {
        assertThat(split.blocks()).as("seed %d", seed).isNotEmpty();
        split.blocks().forEach(block -> actual.add(block.blockId()));
      }
      assertThat(actual).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void firstLocation_ofIndexSplit_holdsFittingReplicaOfAllBlocks() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed);
      Map<Long, PlannedBlock> byId = random.byId();
      for (HailInputSplit split : random.split()) {
        for (SplitBlock block : split.blocks()) {
          List<SplitNode> nodes = byId.get(block.blockId()).nodes();
          if (nodes.isEmpty()) {
            assertThat(split.getLocations()).as("seed %d", seed).isEmpty();
            continue;
          }
          for (String host : split.getLocations()) {
            assertThat(nodes).as("seed %d", seed).anyMatch(n -> n.host().equals(host));
          }
          assertThat(nodes)
              .as("seed %d", seed)
              .contains(new SplitNode(block.plannedDatanode(), split.getLocations()[0]));
        }
      }
    }
  }

  @Test
  void indexSplits_perDatanode_areAtMostItsSlots() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed);
      Map<Long, PlannedBlock> byId = random.byId();
      Map<String, Integer> splits = new HashMap<>();
      Map<String, Integer> blocks = new HashMap<>();
      for (HailInputSplit split : random.split()) {
        SplitBlock first = split.blocks().get(0);
        if (byId.get(first.blockId()).fit() == IndexFit.NONE || first.plannedDatanode().isEmpty()) {
          continue;
        }
        splits.merge(first.plannedDatanode(), 1, Integer::sum);
        blocks.merge(first.plannedDatanode(), split.blocks().size(), Integer::sum);
      }
      splits.forEach(
          (node, count) ->
              assertThat(count)
                  .as("seed %d, node %s", random.seed, node)
                  .isEqualTo(Math.min(random.slotsOf(node), blocks.get(node))));
    }
  }

  @Test
  void indexedBlocks_inIndexingJob_addNoSplitToFullSlots() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed, true);
      Map<Long, PlannedBlock> byId = random.byId();
      List<Long> seen = new ArrayList<>();
      Map<String, Integer> splits = new HashMap<>();
      Map<String, Integer> whole = new HashMap<>();
      for (HailInputSplit split : random.split()) {
        String node = split.blocks().get(0).plannedDatanode();
        long scanned = 0;
        for (SplitBlock block : split.blocks()) {
          PlannedBlock planned = byId.get(block.blockId());
          seen.add(block.blockId());
          scanned += planned.fit() == IndexFit.NONE ? 1 : 0;
          assertThat(block.plannedDatanode()).as("seed %d", seed).isEqualTo(node);
          List<String> holders = planned.nodes().stream().map(SplitNode::datanodeUuid).toList();
          assertThat(holders.isEmpty() ? List.of("") : holders).as("seed %d", seed).contains(node);
        }
        assertThat(scanned).as("seed %d", seed).isBetween(0L, 4L);
        splits.merge(node, 1, Integer::sum);
        whole.merge(node, scanned > 0 ? 1 : 0, Integer::sum);
      }
      assertThat(seen).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(byId.keySet());
      splits.forEach(
          (node, count) ->
              assertThat(count)
                  .as("seed %d, node %s", random.seed, node)
                  .isLessThanOrEqualTo(Math.max(random.slotsOf(node), whole.get(node))));
    }
  }

  @Test
  void tasksOfIndexingJob_whateverIsIndexed_areAsMany() {
    HailSplitting splitting = new HailSplitting(true, 0, () -> h -> 1);
    for (int indexed = 0; indexed <= 9; indexed++) {
      List<PlannedBlock> blocks = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        SplitNode node = node(i % 3, i % 3);
        blocks.add(
            i < indexed
                ? new PlannedBlock(block(i, 1000), IndexFit.EQUALITY, List.of(node))
                : new PlannedBlock(block(i, 1000).indexedBy(1), IndexFit.NONE, List.of(node)));
      }
      assertThat(splitting.split(QUERY, blocks, false)).as("%d indexed", indexed).hasSize(3);
      assertThat(splitting.indexSplits(9 - indexed, 3))
          .as("%d indexed", indexed)
          .isEqualTo(indexed <= 6 ? 0 : indexed - 6);
    }
    List<PlannedBlock> many = new ArrayList<>();
    for (int i = 0; i < 803; i++) {
      List<SplitNode> holder = List.of(node(0, 0));
      many.add(
          i < 3
              ? new PlannedBlock(block(i, 1000).indexedBy(1), IndexFit.NONE, holder)
              : new PlannedBlock(block(i, 1000), IndexFit.RANGE, holder));
    }
    // No slot has much more to read by index than the others, also if others read blocks whole.
    assertThat(new HailSplitting(true, 0, () -> h -> 8).split(QUERY, many, false))
        .hasSize(8)
        .allSatisfy(split -> assertThat(split.blocks()).hasSizeBetween(100, 101));
    assertThat(new HailSplitting(true, 2, () -> h -> 1).indexSplits(9, 3)).isEqualTo(3);
    assertThat(new HailSplitting(false, 0, () -> h -> 1).indexSplits(9, 3)).isEqualTo(3);
  }

  @Test
  void indexedAndScannedBlocks_withoutIndexing_shareNoSplit() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed);
      Map<Long, PlannedBlock> byId = random.byId();
      for (HailInputSplit split : random.split()) {
        long scanned =
            split.blocks().stream()
                .filter(b -> byId.get(b.blockId()).fit() == IndexFit.NONE)
                .count();
        assertThat(scanned).as("seed %d", seed).isIn(0L, (long) split.blocks().size());
        if (scanned > 0) {
          assertThat(scanned)
              .as("seed %d", seed)
              .isLessThanOrEqualTo(Math.max(1, random.scanBlocksPerSplit));
        }
      }
    }
  }

  @Test
  void blocks_withChoiceOfReplicas_areSpreadBySlots() {
    List<SplitNode> nodes = List.of(node(0, 0), node(1, 1), node(2, 2));
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      blocks.add(new PlannedBlock(block(i, 1000), IndexFit.RANGE, nodes));
    }

    List<HailInputSplit> splits =
        new HailSplitting(true, 1, () -> host -> host.equals("host0") ? 4 : 1)
            .split(QUERY, blocks, false);

    assertThat(splits).hasSize(6);
    assertThat(splits).allSatisfy(split -> assertThat(split.blocks()).hasSize(50));
  }

  @Test
  void groupOfBlocks_cut_givesRunsOfSimilarLength() {
    List<SplitNode> nodes = List.of(node(0, 0));
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      blocks.add(new PlannedBlock(block(i, i == 0 ? 9000 : 1000), IndexFit.EQUALITY, nodes));
    }

    List<HailInputSplit> splits =
        new HailSplitting(true, 1, () -> h -> 2).split(QUERY, blocks, false);

    assertThat(splits).extracting(HailInputSplit::getLength).containsExactly(9000L, 9000L);
  }

  /** Blocks without index on three datanodes, every tenth of them to be indexed. */
  private static List<PlannedBlock> scanned(int count, boolean indexing) {
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SplitBlock block = block(i, 1000);
      blocks.add(
          new PlannedBlock(
              indexing && i % 10 == 0 ? block.indexedBy(1) : block,
              IndexFit.NONE,
              List.of(node(i % 3, i % 3), node((i + 1) % 3, (i + 1) % 3))));
    }
    return blocks;
  }

  @Test
  void indexingJob_splitting_fillsEverySlotWithSeveralBlocks() {
    for (int slots : new int[] {1, 2, 5}) {
      HailSplitting splitting = new HailSplitting(true, 0, () -> h -> slots);
      for (int count : new int[] {1, 3, 6, 7, 12, 20, 40, 97, 200}) {
        String what = count + " blocks, 3 nodes of " + slots + " slots";
        List<HailInputSplit> splits = splitting.split(QUERY, scanned(count, true), false);

        Map<String, Integer> perNode = new HashMap<>();
        Map<String, Integer> most = new HashMap<>();
        for (HailInputSplit split : splits) {
          assertThat(split.blocks()).as(what).hasSizeBetween(1, 4);
          perNode.merge(split.getLocations()[0], 1, Integer::sum);
          most.merge(split.getLocations()[0], split.blocks().size(), Math::max);
        }
        assertThat(splits).as(what).hasSizeGreaterThanOrEqualTo(Math.min(count, 3 * slots));
        assertThat(splitting.scanBlocksPerSplit(count, 3 * slots)).as(what).isBetween(1, 4);
        // As long as with a block per split, where a slot takes one after the other.
        int blocksOfSlot = (count + 3 * slots - 1) / (3 * slots);
        perNode.forEach(
            (node, number) ->
                assertThat((number + slots - 1) / slots * most.get(node))
                    .as("%s, %s", what, node)
                    .isLessThanOrEqualTo(blocksOfSlot + (number + slots - 1) / slots));
        if (count >= 24 * slots) {
          assertThat(splits).as(what).hasSizeLessThanOrEqualTo(count / 3);
        }
      }
    }
  }

  @Test
  void jobWithoutIndexing_byDefault_hasBlockPerSplit() {
    List<PlannedBlock> blocks = scanned(40, false);
    assertThat(new HailSplitting(true, 0, () -> h -> 1).split(QUERY, blocks, false)).hasSize(40);
    assertThat(new HailSplitting(true, 4, () -> h -> 1).split(QUERY, blocks, false))
        .hasSizeLessThanOrEqualTo(12);
    List<PlannedBlock> indexing = scanned(40, true);
    assertThat(new HailSplitting(true, 1, () -> h -> 1).split(QUERY, indexing, false)).hasSize(40);
    assertThat(new HailSplitting(false, 0, () -> h -> 1).split(QUERY, indexing, false)).hasSize(40);
    assertThat(new HailSplitting(false, 0, () -> h -> 1).scanBlocksPerSplit(40, 1)).isOne();
    assertThat(new HailSplitting(true, 3, () -> h -> 1).scanBlocksPerSplit(40, 1)).isEqualTo(3);
  }

  @Test
  void jobWithJoins_byDefault_runsTwoTasksPerSlot() {
    for (int slots : new int[] {1, 2, 5}) {
      for (int count : new int[] {1, 5, 6, 12, 17, 30, 65, 96}) {
        String what = count + " blocks, 3 nodes of " + slots + " slots";
        int most = (count + 6 * slots - 1) / (6 * slots);
        List<HailInputSplit> splits =
            new HailSplitting(true, 0, () -> h -> slots).split(QUERY, scanned(count, false), true);

        Map<String, Integer> perNode = new HashMap<>();
        List<Long> seen = new ArrayList<>();
        for (HailInputSplit split : splits) {
          assertThat(split.blocks()).as(what).hasSizeBetween(1, most);
          perNode.merge(split.getLocations()[0], 1, Integer::sum);
          split.blocks().forEach(block -> seen.add(block.blockId()));
        }
        assertThat(seen).as(what).doesNotHaveDuplicates().hasSize(count);
        assertThat(perNode.values()).as(what).allMatch(tasks -> tasks <= 2 * slots);
      }
    }
  }

  @Test
  void splitsOfJobWithJoins_hugeInput_holdAtMostSixteenBlocks() {
    List<HailInputSplit> splits =
        new HailSplitting(true, 0, () -> h -> 1).split(QUERY, scanned(1000, false), true);
    assertThat(splits).hasSizeBetween(63, 66);
    assertThat(splits).allSatisfy(split -> assertThat(split.blocks()).hasSizeBetween(15, 16));
  }

  @Test
  void jobWithJoins_configuredOrIndexing_splitsAsAnyOther() {
    List<PlannedBlock> blocks = scanned(40, false);
    assertThat(new HailSplitting(true, 1, () -> h -> 1).split(QUERY, blocks, true)).hasSize(40);
    assertThat(new HailSplitting(false, 0, () -> h -> 1).split(QUERY, blocks, true)).hasSize(40);
    List<PlannedBlock> indexing = scanned(40, true);
    HailSplitting splitting = new HailSplitting(true, 0, () -> h -> 1);
    assertThat(splitting.split(QUERY, indexing, true))
        .usingRecursiveComparison()
        .isEqualTo(splitting.split(QUERY, indexing, false));
  }

  @Test
  void datanodes_ofOneHost_shareItsSlots() {
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      blocks.add(new PlannedBlock(block(i, 1000), IndexFit.RANGE, List.of(node(i % 3, 0))));
    }

    assertThat(new HailSplitting(true, 1, () -> h -> 6).split(QUERY, blocks, false)).hasSize(6);
    assertThat(new HailSplitting(true, 1, () -> h -> 1).split(QUERY, blocks, false)).hasSize(3);
  }

  @Test
  void splitting_turnedOff_makesSplitPerBlockWithoutAskingSlots() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittingCase random = new SplittingCase(seed);
      HailSplitting off =
          new HailSplitting(
              false,
              1,
              () -> {
                throw new AssertionError("slots are not needed");
              });
      assertThat(off.split(QUERY, random.blocks, false))
          .as("seed %d", seed)
          .hasSameSizeAs(random.blocks)
          .allSatisfy(split -> assertThat(split.blocks()).hasSize(1));
    }
  }

  @Test
  void sameInput_splitAgain_givesSameSplits() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(new SplittingCase(seed).split())
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(new SplittingCase(seed).split());
    }
  }

  @Test
  void negativeBlocksPerSplit_configured_areRefused() {
    assertThatThrownBy(() -> new HailSplitting(true, -1, () -> h -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hail.splitting.scan.blocks-per-split must be 0 or more, it is -1");
  }
}
