// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.HailFile;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.mapreduce.adaptive.AdaptiveIndexer;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import dev.hail.mapreduce.adaptive.OfferDesk;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the blocks that a job indexes while it reads them (thesis, section 3.6). A lazy job: of
 * those without a fitting index as many as the offer rate allows, counted over all blocks of its
 * files and rounded up, spread evenly over the files. A block that is read twice, as of a file that
 * is named twice, counts once. Others: all that have no fitting index, of which the namenode then
 * grants some to the tasks, by one plan for all files. Each block prefers the datanode with the
 * fewest pseudo replicas of the files (section 3.7).
 */
final class IndexOffers {
  private static final Logger LOG = LoggerFactory.getLogger(IndexOffers.class);
  private final Configuration conf;
  private final AdaptiveStrategy strategy;
  private final HailSplitting splitting;

  /** By which the namenode knows the job when its tasks ask. */
  private final String job = UUID.randomUUID().toString();

  private IndexOffers(Configuration conf, AdaptiveStrategy strategy, HailSplitting splitting) {
    this.conf = conf;
    this.strategy = strategy;
    this.splitting = splitting;
  }

  /**
   * What a job's configuration asks for ({@code hail.adaptive.*}).
   *
   * @param splitting how the job's blocks become splits
   * @return null if the job is to index nothing
   * @throws IllegalArgumentException naming the key, if there is no such strategy, or a number is
   *     out of its range
   */
  static IndexOffers of(Configuration conf, HailSplitting splitting) {
    AdaptiveStrategy strategy = AdaptiveStrategy.of(conf);
    if (strategy == null) {
      return null;
    }
    AdaptiveIndexer.check(conf);
    return new IndexOffers(conf, strategy, splitting);
  }

  /**
   * The blocks of all files in their order, some of them to be indexed.
   *
   * @param uses hears which blocks would be worth an index
   */
  List<PlannedBlock> choose(List<PlannedFile> files, UseReporter uses) throws IOException {
    List<PlannedBlock> blocks = new ArrayList<>();
    List<Candidates> candidates = new ArrayList<>();
    int begin = 0;
    for (PlannedFile file : files) {
      int attribute = attributeToIndex(file);
      if (attribute != 0) {
        long room = room(file.file(), attribute, file.blocks(), uses);
        candidates.add(Candidates.of(file, attribute, begin, room));
      }
      blocks.addAll(file.blocks());
      begin += file.blocks().size();
    }
    if (strategy.isChosenByPlanner()) {
      return choose(eachBlockOnce(candidates), blocks, strategy.rate());
    }
    int slots = splitting.slots(blocks);
    int scanned = unindexed(blocks).size();
    int blocksPerTask = splitting.scanBlocksPerSplit(scanned, slots);
    int indexTasks = splitting.indexSplits(scanned, slots);
    List<Candidates> begun = new ArrayList<>();
    Map<URI, OfferDesk> desks = new HashMap<>();
    try {
      for (Candidates one : candidates) {
        if (begin(one, plan(one.file().blocks(), slots, blocksPerTask, indexTasks), desks)) {
          begun.add(Candidates.of(one.file(), one.attribute(), one.begin(), Long.MAX_VALUE));
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(LOG, desks.values().toArray(OfferDesk[]::new));
    }
    // Those that are read twice, too: the namenode counts each block once.
    List<PlannedBlock> chosen = choose(begun, blocks, 1);
    // Tasks ask for each block; the file's name goes with those of indexed blocks too.
    for (Candidates one : begun) {
      for (int i = one.begin(); i < one.end(); i++) {
        chosen.set(i, chosen.get(i).countedFor(job, one.attribute()));
      }
    }
    return chosen;
  }

  /**
   * A file whose blocks may be indexed.
   *
   * @param attribute by which, from 1
   * @param begin place of its first block among all
   * @param room for how many of the blocks without index the budget has room
   * @param places in the file of those blocks that count, in their order
   */
  record Candidates(PlannedFile file, int attribute, int begin, long room, List<Integer> places) {
    Candidates {
      places = List.copyOf(places);
    }

    /** All blocks of a file. */
    static Candidates of(PlannedFile file, int attribute, int begin, long room) {
      List<Integer> all = IntStream.range(0, file.blocks().size()).boxed().toList();
      return new Candidates(file, attribute, begin, room, all);
    }

    /** Without those blocks that are among others; these blocks are put there, too. */
    Candidates without(Set<Name> others) {
      List<Integer> left =
          places.stream().filter(i -> others.add(Name.of(file.blocks().get(i).block()))).toList();
      return new Candidates(file, attribute, begin, room, left);
    }

    int end() {
      return begin + file.blocks().size();
    }
  }

  /** What tells a block from all others. Namenodes give out the same ids. */
  private record Name(String namenode, long blockId) {
    static Name of(SplitBlock block) {
      String namenode = new Path(block.path()).toUri().getAuthority();
      return new Name(namenode == null ? "" : namenode, block.blockId());
    }
  }

  /** Blocks of one file that a former one has, too, count no more. */
  static List<Candidates> eachBlockOnce(List<Candidates> files) {
    Set<Name> counted = new HashSet<>();
    return files.stream().map(file -> file.without(counted)).toList();
  }

  /** 0 if the file is not to be indexed. */
  private int attributeToIndex(PlannedFile planned) throws IOException {
    HailFile file = planned.file();
    int attribute = attribute(file, planned.predicate());
    if (attribute == 0) {
      LOG.info("{} is not indexed by this job: no index would serve its filter", file);
      return 0;
    }
    if (file.directoryFailure() != null) {
      // It would not tell of the indexes that are there already.
      return 0;
    }
    if (!isWritable(file)) {
      LOG.warn("{} is not indexed by this job: only who may write it leaves indexes behind", file);
      return 0;
    }
    return attribute;
  }

  private boolean begin(Candidates one, Indexing.Plan plan, Map<URI, OfferDesk> desks) {
    HailFile file = one.file().file();
    URI fileSystem = file.location().fileSystem().getUri();
    try {
      OfferDesk desk = desks.get(fileSystem);
      if (desk == null) {
        desk = OfferDesk.of(conf, job, file.location());
        desks.put(fileSystem, desk);
      }
      desk.begin(file.location(), one.attribute(), plan);
      return true;
    } catch (IOException e) {
      LOG.warn("{} is not indexed by this job: the namenode did not take its plan", file, e);
      return false;
    }
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

  private Indexing.Plan plan(
      List<PlannedBlock> blocks, int slots, int blocksPerTask, int indexTasks) {
    return new Indexing.Plan(
        blocks.size(),
        unindexed(blocks).size(),
        slots,
        blocksPerTask,
        indexTasks,
        strategy.rate(),
        strategy.eager(),
        strategy.target(),
        strategy.selectivityMax());
  }

  private static List<Integer> unindexed(List<PlannedBlock> blocks) {
    return IntStream.range(0, blocks.size())
        .filter(i -> isUnindexed(blocks.get(i)))
        .boxed()
        .toList();
  }

  private static boolean isUnindexed(PlannedBlock block) {
    return block.fit() == IndexFit.NONE && !block.nodes().isEmpty();
  }

  /**
   * Chooses blocks of all files together.
   *
   * @param rate share of the blocks of these files to index, 0 to 1
   */
  static List<PlannedBlock> choose(List<Candidates> files, List<PlannedBlock> blocks, double rate) {
    List<PlannedBlock> chosen = new ArrayList<>(blocks);
    Map<Integer, Integer> attributes = new HashMap<>();
    List<Integer> unindexed = new ArrayList<>();
    int all = 0;
    for (Candidates file : files) {
      all += file.places().size();
      List<PlannedBlock> planned = file.file().blocks();
      List<Integer> ofFile =
          file.places().stream().filter(i -> isUnindexed(planned.get(i))).toList();
      int most = (int) Math.min(ofFile.size(), file.room());
      for (int k = 0; k < most; k++) {
        int i = file.begin() + spread(ofFile, k, most);
        unindexed.add(i);
        attributes.put(i, file.attribute());
      }
    }
    // 0.1 of 10 blocks is one, not two for a binary rounding error.
    double wanted = Math.ceil(rate * all - 1e-6);
    int offers = (int) Math.min(wanted, unindexed.size());
    Map<String, Integer> replicasOn = replicasByNode(blocks);
    for (int k = 0; k < offers; k++) {
      int i = spread(unindexed, k, offers);
      List<SplitNode> nodes = new ArrayList<>(blocks.get(i).nodes());
      nodes.sort(Comparator.comparingInt(node -> replicasOn.getOrDefault(node.datanodeUuid(), 0)));
      replicasOn.merge(nodes.get(0).datanodeUuid(), 1, Integer::sum);
      chosen.set(i, blocks.get(i).indexedBy(attributes.get(i), nodes));
    }
    return chosen;
  }

  /** The k-th of so many that are spread evenly over a list. */
  private static int spread(List<Integer> list, int k, int of) {
    return list.get((int) ((long) k * list.size() / of));
  }

  private static Map<String, Integer> replicasByNode(List<PlannedBlock> blocks) {
    Map<String, Integer> counts = new HashMap<>();
    for (PlannedBlock block : blocks) {
      for (PseudoReplica pseudo : block.block().pseudo()) {
        counts.merge(pseudo.datanodeUuid(), 1, Integer::sum);
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
