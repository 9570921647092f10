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
import java.util.EnumMap;
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
 * Chooses the blocks that a job indexes while it reads them (thesis, section 3.6). In a lazy job,
 * the offer rate times the number of all blocks, rounded up, says how many. They are spread evenly
 * over the blocks without a fitting index. A block that the job reads twice, because its file is
 * named twice, counts once. In other jobs all blocks without a fitting index are candidates. The
 * namenode grants some of them to the tasks, by one plan for all files. Each block prefers the
 * datanode with the fewest pseudo replicas of the files (section 3.7).
 */
final class IndexOffers {
  private static final Logger LOG = LoggerFactory.getLogger(IndexOffers.class);
  private final Configuration conf;
  private final AdaptiveStrategy strategy;
  private final HailSplitting splitting;

  /** Name by which the job's tasks identify it to the namenode. */
  private final String job = UUID.randomUUID().toString();

  private boolean toldOfSnapshots;

  private IndexOffers(Configuration conf, AdaptiveStrategy strategy, HailSplitting splitting) {
    this.conf = conf;
    this.strategy = strategy;
    this.splitting = splitting;
  }

  /**
   * Creates what a job's configuration asks for ({@code hail.adaptive.*}).
   *
   * @param splitting how the job's blocks become splits
   * @return null if the job indexes nothing
   * @throws IllegalArgumentException if the strategy is unknown or a number is out of range; the
   *     message names the key
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
   * Returns the blocks of all files in their order, some of them marked to be indexed.
   *
   * @param uses is told which blocks deserve an index
   */
  List<PlannedBlock> choose(List<PlannedFile> files, UseReporter uses) throws IOException {
    List<PlannedBlock> blocks = new ArrayList<>();
    List<Candidates> candidates = new ArrayList<>();
    Map<LeftOut, Long> leftOut = new EnumMap<>(LeftOut.class);
    int begin = 0;
    for (PlannedFile file : files) {
      int attribute = attribute(file.file(), file.predicate());
      LeftOut refusal = refusal(file.file(), attribute);
      long unindexed = unindexed(file.blocks()).size();
      leftOut.merge(LeftOut.HAS_INDEX, file.blocks().size() - unindexed, Long::sum);
      if (refusal == null) {
        long room = room(file.file(), attribute, file.blocks(), uses);
        candidates.add(Candidates.of(file, attribute, begin, room));
        leftOut.merge(LeftOut.NO_ROOM, Math.max(0, unindexed - room), Long::sum);
      } else {
        leftOut.merge(refusal, unindexed, Long::sum);
      }
      blocks.addAll(file.blocks());
      begin += file.blocks().size();
    }
    List<PlannedBlock> chosen =
        strategy.isChosenByPlanner()
            ? chooseByRate(candidates, blocks, leftOut)
            : askLater(candidates, blocks, leftOut);
    IndexingOutcome.keep(conf, leftOut);
    return chosen;
  }

  private List<PlannedBlock> chooseByRate(
      List<Candidates> candidates, List<PlannedBlock> blocks, Map<LeftOut, Long> leftOut) {
    List<Candidates> once = eachBlockOnce(candidates);
    List<PlannedBlock> chosen = choose(once, blocks, strategy.rate());
    long possible = once.stream().mapToLong(Candidates::most).sum();
    long offered = chosen.stream().filter(block -> block.block().indexBy() != 0).count();
    leftOut.put(LeftOut.RATE, possible - offered);
    return chosen;
  }

  /** Marks blocks that tasks are to ask the namenode about. */
  private List<PlannedBlock> askLater(
      List<Candidates> candidates, List<PlannedBlock> blocks, Map<LeftOut, Long> leftOut) {
    // Grants keep the space budget by themselves.
    leftOut.remove(LeftOut.NO_ROOM);
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
        } else {
          long unindexed = unindexed(one.file().blocks()).size();
          leftOut.merge(LeftOut.NO_ANSWER, unindexed, Long::sum);
        }
      }
    } finally {
      IOUtils.cleanupWithLogger(LOG, desks.values().toArray(OfferDesk[]::new));
    }
    // Duplicates stay in: the namenode counts each block once.
    List<PlannedBlock> chosen = choose(begun, blocks, 1);
    // Tasks ask about each block, so blocks with a fitting index name the job as well.
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
   * @param attribute position of the attribute to index, from 1
   * @param begin place of the file's first block among the blocks of all files, from 0
   * @param room number of unindexed blocks that fit the space budget
   * @param places places in the file of the blocks that count, from 0, ascending
   */
  record Candidates(PlannedFile file, int attribute, int begin, long room, List<Integer> places) {
    Candidates {
      places = List.copyOf(places);
    }

    /** Creates candidates from all blocks of a file. */
    static Candidates of(PlannedFile file, int attribute, int begin, long room) {
      List<Integer> all = IntStream.range(0, file.blocks().size()).boxed().toList();
      return new Candidates(file, attribute, begin, room, all);
    }

    /** Returns a copy without the blocks in {@code others}, and adds the remaining blocks there. */
    Candidates without(Set<Name> others) {
      List<Integer> left =
          places.stream().filter(i -> others.add(Name.of(file.blocks().get(i).block()))).toList();
      return new Candidates(file, attribute, begin, room, left);
    }

    /** Returns how many blocks can be chosen at most. */
    long most() {
      List<PlannedBlock> blocks = file.blocks();
      return Math.min(room, places.stream().filter(i -> isUnindexed(blocks.get(i))).count());
    }

    int end() {
      return begin + file.blocks().size();
    }
  }

  /** Identifies a block; the id alone is unique only within one namenode. */
  private record Name(String namenode, long blockId) {
    static Name of(SplitBlock block) {
      String namenode = new Path(block.path()).toUri().getAuthority();
      return new Name(namenode == null ? "" : namenode, block.blockId());
    }
  }

  /** Drops each block of a file that an earlier file has as well. */
  static List<Candidates> eachBlockOnce(List<Candidates> files) {
    Set<Name> counted = new HashSet<>();
    return files.stream().map(file -> file.without(counted)).toList();
  }

  /**
   * Returns why the job does not index a file; null if it does.
   *
   * @param attribute position of the attribute to index, from 1; 0 if there is none
   */
  private LeftOut refusal(HailFile file, int attribute) throws IOException {
    if (attribute == 0) {
      LOG.info("{} is not indexed by this job: no index would serve its filter", file);
      return LeftOut.NO_ATTRIBUTE;
    }
    if (file.directoryFailure() != null) {
      // Without the directory's answer, existing indexes are unknown and would be built again.
      return LeftOut.NO_ANSWER;
    }
    if (file.location().isInSnapshot()) {
      tellOfSnapshots(file);
      return LeftOut.SNAPSHOT;
    }
    if (!isWritable(file)) {
      LOG.warn(
          "{} is not indexed by this job: its user may not write the file. Indexing"
              + " needs write permission",
          file);
      return LeftOut.NOT_WRITABLE;
    }
    return null;
  }

  /** Tells once, as a job may read many files of a snapshot. */
  private void tellOfSnapshots(HailFile file) {
    if (!toldOfSnapshots) {
      toldOfSnapshots = true;
      LOG.warn(
          "{} is not indexed by this job, nor is any other file in a snapshot: nothing can be added"
              + " there. To index a file, read it by its path outside of the snapshot",
          file);
    }
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
      LOG.warn("{} is not indexed by this job: the namenode did not accept its plan", file, e);
      return false;
    }
  }

  /** Returns the number of unindexed blocks for which the space budget has room. */
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
    return block.fit() == IndexFit.NONE && !block.nodes().isEmpty() && !block.block().glued();
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
    // Without the correction, a binary rounding error could turn 0.1 of 10 blocks into two.
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

  /** Returns the k-th, from 0, of {@code of} elements spread evenly over a list. */
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

  /** Returns the attribute, from 1, whose index would serve the predicate best; 0 if none would. */
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
