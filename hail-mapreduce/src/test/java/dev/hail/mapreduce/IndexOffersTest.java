// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IndexOffersTest {
  /** Of the blocks of one file. */
  private static List<PlannedBlock> choose(
      int attribute, List<PlannedBlock> blocks, double rate, long room) {
    PlannedFile file = new PlannedFile(null, null, blocks);
    IndexOffers.Candidates candidates = IndexOffers.Candidates.of(file, attribute, 0, room);
    return IndexOffers.choose(List.of(candidates), blocks, rate);
  }

  @Test
  void offerRate_overSeveralFiles_isOfAllBlocks() {
    List<PlannedBlock> all = new ArrayList<>();
    List<IndexOffers.Candidates> files = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      // Every tenth has no room in its budget.
      PlannedFile file = new PlannedFile(null, null, blocks(1, 0));
      files.add(IndexOffers.Candidates.of(file, 1 + i % 3, all.size(), i % 10 == 9 ? 0 : 1));
      all.addAll(file.blocks());
    }
    List<PlannedBlock> chosen = IndexOffers.choose(files, all, 0.1);
    List<Integer> indexed = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      if (chosen.get(i).block().indexBy() != 0) {
        assertThat(chosen.get(i).block().indexBy()).isEqualTo(1 + i % 3);
        indexed.add(i);
      }
    }
    assertThat(indexed).hasSize(10).noneMatch(i -> i % 10 == 9);
    assertThat(indexed.get(9) - indexed.get(0)).isGreaterThan(75);
  }

  @Test
  void block_readTwice_countsOnce() {
    List<PlannedBlock> blocks = blocks(9, 0);
    List<PlannedBlock> all = new ArrayList<>(blocks);
    all.addAll(blocks);
    // As of a snapshot, before blocks were added.
    all.addAll(blocks.subList(0, 5));
    List<IndexOffers.Candidates> files = new ArrayList<>();
    files.add(IndexOffers.Candidates.of(new PlannedFile(null, null, blocks), 3, 0, 9));
    files.add(IndexOffers.Candidates.of(new PlannedFile(null, null, blocks), 3, 9, 9));
    PlannedFile part = new PlannedFile(null, null, blocks.subList(0, 5));
    files.add(IndexOffers.Candidates.of(part, 3, 18, 9));
    for (double rate : new double[] {0.5, 1}) {
      List<PlannedBlock> chosen = IndexOffers.choose(IndexOffers.eachBlockOnce(files), all, rate);
      assertThat(chosen).hasSameSizeAs(all);
      assertThat(offered(chosen)).doesNotHaveDuplicates().hasSize((int) Math.ceil(9 * rate));
    }
  }

  @Test
  void blocks_ofTwoNamenodes_withSameIdsAreTwo() {
    List<PlannedBlock> all = new ArrayList<>(blocks(5, 0));
    for (PlannedBlock block : blocks(5, 0)) {
      SplitBlock one = block.block();
      SplitBlock other =
          new SplitBlock(
              new SplitFile("hdfs://other/file", one.file().schema(), List.of(), 0, ""),
              one.index(),
              one.blockId(),
              one.generationStamp(),
              one.offset(),
              one.length(),
              one.plannedDatanode(),
              one.replicas(),
              one.pseudo(),
              one.indexBy(),
              one.glued());
      all.add(new PlannedBlock(other, block.fit(), block.nodes()));
    }
    List<IndexOffers.Candidates> files = new ArrayList<>();
    for (int begin = 0; begin < 10; begin += 5) {
      PlannedFile file = new PlannedFile(null, null, all.subList(begin, begin + 5));
      files.add(IndexOffers.Candidates.of(file, 3, begin, 5));
    }
    assertThat(offered(IndexOffers.choose(IndexOffers.eachBlockOnce(files), all, 1))).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 0", "0.1, 10, 1", "0.1, 11, 2", "0.25, 10, 3", "0.7, 10, 7", "1, 7, 7"})
  void offeredBlocks_byRate_areRoundedUp(double rate, int blocks, int expected) {
    assertThat(offered(choose(3, blocks(blocks, 0), rate, blocks))).hasSize(expected);
  }

  @Test
  void offeredBlocks_withSmallBudget_fitIt() {
    assertThat(offered(choose(3, blocks(10, 0), 0.5, 2))).hasSize(2);
    assertThat(offered(choose(3, blocks(10, 0), 0.5, 0))).isEmpty();
  }

  @Test
  void offeredBlocks_ofPartlyIndexedFile_areThoseWithoutIndex() {
    List<PlannedBlock> chosen = choose(3, blocks(10, 7), 0.5, 10);
    assertThat(offered(chosen)).containsExactly(7, 8, 9);
    assertThat(chosen.stream().map(b -> b.block().index())).isSorted().hasSize(10);
  }

  @Test
  void jobs_ofOneRate_coverFileInAsManyAsRateSays() {
    for (double rate : new double[] {0.1, 0.25, 0.5, 1}) {
      for (int blocks : new int[] {1, 3, 7, 10, 16, 97}) {
        int indexed = 0;
        int jobs = 0;
        while (indexed < blocks) {
          indexed += offered(choose(1, blocks(blocks, indexed), rate, blocks)).size();
          jobs++;
        }
        assertThat(jobs).isLessThanOrEqualTo((int) Math.ceil(1 / rate));
      }
    }
  }

  @Test
  void offeredReplicas_overDatanodes_areSpread() {
    Random random = new Random(5);
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      // Each block on three of six nodes, at random.
      List<SplitNode> nodes = new ArrayList<>();
      while (nodes.size() < 3) {
        SplitNode node = SplittingCase.node(random.nextInt(6), 0);
        if (!nodes.contains(node)) {
          nodes.add(node);
        }
      }
      blocks.add(new PlannedBlock(SplittingCase.block(i, 64), IndexFit.NONE, nodes));
    }
    Map<String, Integer> perNode = new HashMap<>();
    for (PlannedBlock block : choose(1, blocks, 1, Long.MAX_VALUE)) {
      perNode.merge(block.nodes().get(0).datanodeUuid(), 1, Integer::sum);
    }
    assertThat(perNode).hasSize(6);
    assertThat(perNode.values()).allSatisfy(count -> assertThat(count).isBetween(9, 11));
  }

  @Test
  void offeredReplicas_avoidDatanodes_thatHaveMany() {
    LocatedReplica located =
        new LocatedReplica(
            "node0", new ReplicaInfo(9, 1, 2, 4096, 512, 128, 7, 1, new int[] {1}, "DS"));
    SplitBlock first = SplittingCase.block(0, 64);
    SplitBlock indexed =
        new SplitBlock(
            first.file(),
            0,
            first.blockId(),
            first.generationStamp(),
            0,
            64,
            "",
            List.of(),
            List.of(new PseudoReplica(located, "")),
            0,
            false);
    SplitNode full = SplittingCase.node(0, 0);
    SplitNode free = SplittingCase.node(1, 1);
    List<PlannedBlock> blocks =
        List.of(
            new PlannedBlock(indexed, IndexFit.RANGE, List.of(full)),
            new PlannedBlock(SplittingCase.block(1, 64), IndexFit.NONE, List.of(full, free)));
    assertThat(choose(2, blocks, 1, Long.MAX_VALUE).get(1).nodes()).containsExactly(free, full);
  }

  @Test
  void unknownStrategiesAndRates_configured_areRefused() {
    Configuration conf = new Configuration(false);
    assertThat(IndexOffers.of(conf, HailSplitting.of(conf))).isNull();
    for (String wrong : List.of("lazzy", "", "off,lazy", "lazy,eager", "lazy,")) {
      conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, wrong);
      assertThatThrownBy(() -> IndexOffers.of(conf, HailSplitting.of(conf)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("hail.adaptive.strategy must be off, lazy, eager, selectivity")
          .hasMessageContaining("`" + wrong + "'");
    }
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "lazy");
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1.5");
    assertThatThrownBy(() -> IndexOffers.of(conf, HailSplitting.of(conf)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "hail.adaptive.offer.rate must be a number such as 0.5 from 0 to 1; it is `1.5'");
  }

  @ParameterizedTest
  @CsvSource({
    HailConfigKeys.ADAPTIVE_TARGET + ",soon",
    HailConfigKeys.ADAPTIVE_TARGET + ",-5s",
    HailConfigKeys.ADAPTIVE_MEMORY_MAX + ",0",
    HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS + ",few",
    HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX + ",-0.1",
    HailConfigKeys.READ_FAILOVER_BUFFER_MAX + ",lots",
    HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT + ",1099511627776",
    HailConfigKeys.WORKLOAD_HALF_LIFE + ",0",
    HailConfigKeys.JOIN_BUILD_MAX_BAD + ",all",
    "mapreduce.map.cpu.vcores,many",
  })
  void numbers_thatWouldFailTasks_areRefusedAtSubmission(String key, String value)
      throws IOException {
    Job job = Job.getInstance(new Configuration(false));
    job.getConfiguration().set(key, value);
    assertThatThrownBy(() -> new HailInputFormat().getSplits(job))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(key + " must be a")
        .hasMessageEndingWith("; it is `" + value + "'");
  }

  @Test
  void strategies_configuredTogether_combine() {
    Configuration conf = new Configuration(false);
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "lazy");
    assertThat(AdaptiveStrategy.of(conf)).isEqualTo(new AdaptiveStrategy(false, false, 0.1, 0, 1));
    assertThat(AdaptiveStrategy.of(conf).isChosenByPlanner()).isTrue();
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "selectivity");
    assertThat(AdaptiveStrategy.of(conf)).isEqualTo(new AdaptiveStrategy(false, true, 0.1, 0, 0.8));
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "eager, selectivity");
    conf.set(HailConfigKeys.ADAPTIVE_TARGET, "2m");
    conf.set(HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX, "0.5");
    assertThat(AdaptiveStrategy.of(conf))
        .isEqualTo(new AdaptiveStrategy(true, true, 0.1, 120, 0.5));
    assertThat(AdaptiveStrategy.of(conf).isChosenByPlanner()).isFalse();
  }

  private static List<PlannedBlock> blocks(int count, int indexed) {
    List<PlannedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blocks.add(
          new PlannedBlock(
              SplittingCase.block(i, 64),
              i < indexed ? IndexFit.EQUALITY : IndexFit.NONE,
              List.of(SplittingCase.node(i % 3, i % 3))));
    }
    return blocks;
  }

  private static List<Integer> offered(List<PlannedBlock> blocks) {
    return blocks.stream()
        .map(PlannedBlock::block)
        .filter(block -> block.indexBy() != 0)
        .map(SplitBlock::index)
        .toList();
  }
}
