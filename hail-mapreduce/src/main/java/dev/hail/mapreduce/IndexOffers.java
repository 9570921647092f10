// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.mapreduce.adaptive.AdaptiveIndexer;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import dev.hail.mapreduce.adaptive.OfferDesk;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the blocks that a job indexes while it reads them (thesis, section 3.6). A lazy job: of
 * those without a fitting index as many as the offer rate allows, counted over all blocks of the
 * file and rounded up, spread evenly over the file. Others: all that have no fitting index, of
 * which the namenode then grants some to the tasks. Each block prefers the datanode with the fewest
 * pseudo replicas of the file (section 3.7), since it is there that the task leaves its own.
 */
final class IndexOffers {
  private static final Logger LOG = LoggerFactory.getLogger(IndexOffers.class);
  private final Configuration conf;
  private final AdaptiveStrategy strategy;

  /** By which the namenode knows the job when its tasks ask. */
  private final String job = UUID.randomUUID().toString();

  IndexOffers(Configuration conf, AdaptiveStrategy strategy) {
    this.conf = conf;
    this.strategy = strategy;
  }

  /**
   * What a job's configuration asks for ({@code hail.adaptive.*}).
   *
   * @return null if the job is to index nothing
   * @throws IllegalArgumentException naming the key, if there is no such strategy, or a number is
   *     out of its range
   */
  static IndexOffers of(Configuration conf) {
    AdaptiveStrategy strategy = AdaptiveStrategy.of(conf);
    if (strategy == null) {
      return null;
    }
    AdaptiveIndexer.check(conf);
    return new IndexOffers(conf, strategy);
  }

  /**
   * The blocks of a file in file order, some of them to be indexed.
   *
   * @param uses hears which blocks would be worth an index
   */
  List<PlannedBlock> choose(
      HailFile file, Predicate predicate, List<PlannedBlock> blocks, UseReporter uses)
      throws IOException {
    int attribute = attribute(file, predicate);
    if (attribute == 0) {
      LOG.info("{} is not indexed by this job: no index would serve its filter", file);
      return blocks;
    }
    if (file.directoryFailure() != null) {
      // It would not tell of the indexes that are there already.
      return blocks;
    }
    if (!isWritable(file)) {
      LOG.warn("{} is not indexed by this job: only who may write it leaves indexes behind", file);
      return blocks;
    }
    long room = room(file, attribute, blocks, uses);
    if (strategy.isChosenByPlanner()) {
      return choose(attribute, blocks, strategy.rate(), room);
    }
    try (OfferDesk desk = OfferDesk.of(conf, job, file.location())) {
      desk.begin(file.location(), attribute, plan(blocks));
    } catch (IOException e) {
      LOG.warn("{} is not indexed by this job: the namenode did not take its plan", file, e);
      return blocks;
    }
    // Tasks ask for each block; the file's name goes with those of indexed blocks too.
    return choose(attribute, blocks, 1, blocks.size()).stream()
        .map(b -> b.countedFor(job, attribute))
        .toList();
  }

  /** For how many of the blocks without index the budget has room. */
  private static long room(
      HailFile file, int attribute, List<PlannedBlock> blocks, UseReporter uses) {
    long bytes = 0;
    long longest = 1;
    for (int i : unindexed(blocks)) {
      long length = blocks.get(i).block().length();
      bytes += length;
      longest = Math.max(longest, length);
    }
    if (bytes == 0) {
      return 0;
    }
    long room = uses.wanted(file.location(), attribute, bytes);
    return room >= bytes ? blocks.size() : room / longest;
  }

  private Indexing.Plan plan(List<PlannedBlock> blocks) {
    MapSlots slots = YarnMapSlots.of(conf);
    Set<String> hosts = new HashSet<>();
    for (PlannedBlock block : blocks) {
      block.nodes().forEach(node -> hosts.add(node.host()));
    }
    return new Indexing.Plan(
        blocks.size(),
        unindexed(blocks).size(),
        Math.max(1, hosts.stream().mapToInt(slots::on).sum()),
        Math.max(
            1,
            conf.getInt(
                HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT,
                HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT_DEFAULT)),
        strategy.rate(),
        strategy.eager(),
        strategy.target(),
        strategy.selectivityMax());
  }

  private static List<Integer> unindexed(List<PlannedBlock> blocks) {
    List<Integer> unindexed = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).fit() == IndexFit.NONE && !blocks.get(i).nodes().isEmpty()) {
        unindexed.add(i);
      }
    }
    return unindexed;
  }

  static List<PlannedBlock> choose(
      int attribute, List<PlannedBlock> blocks, double rate, long room) {
    List<Integer> unindexed = unindexed(blocks);
    // 0.1 of 10 blocks is one, not two for a binary rounding error.
    double wanted = Math.ceil(rate * blocks.size() - 1e-6);
    int offers = (int) Math.min(wanted, (double) Math.min(unindexed.size(), room));
    Map<String, Integer> replicasOn = replicasByNode(blocks);
    List<PlannedBlock> chosen = new ArrayList<>(blocks);
    for (int k = 0; k < offers; k++) {
      int i = unindexed.get((int) ((long) k * unindexed.size() / offers));
      List<SplitNode> nodes = new ArrayList<>(blocks.get(i).nodes());
      nodes.sort(Comparator.comparingInt(node -> replicasOn.getOrDefault(node.datanodeUuid(), 0)));
      replicasOn.merge(nodes.get(0).datanodeUuid(), 1, Integer::sum);
      chosen.set(i, blocks.get(i).indexedBy(attribute, nodes));
    }
    return chosen;
  }

  private static Map<String, Integer> replicasByNode(List<PlannedBlock> blocks) {
    Map<String, Integer> counts = new HashMap<>();
    for (PlannedBlock block : blocks) {
      for (PseudoReplica pseudo : block.block().pseudo()) {
        counts.merge(pseudo.located().datanodeUuid(), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** The attribute whose index would serve the predicate best; 0 if none would. */
  static int attribute(HailFile file, Predicate predicate) {
    int best = 0;
    IndexFit bestFit = IndexFit.NONE;
    for (Attribute attribute : file.schema().attributes()) {
      IndexFit fit = IndexFit.of(predicate, attribute.position());
      if (fit.compareTo(bestFit) < 0) {
        best = attribute.position();
        bestFit = fit;
      }
    }
    return best;
  }

  private static boolean isWritable(HailFile file) throws IOException {
    try {
      file.location().fileSystem().access(file.path(), FsAction.WRITE);
      return true;
    } catch (AccessControlException e) {
      return false;
    }
  }
}
