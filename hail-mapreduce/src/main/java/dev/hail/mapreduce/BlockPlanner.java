// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.Candidate;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ReplicaChooser;
import dev.hail.format.predicate.IndexFit;
import dev.hail.join.plan.StarNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds, for every block of a file, the datanodes whose indexes can answer a query. */
final class BlockPlanner {

  private static final Logger LOG = LoggerFactory.getLogger(BlockPlanner.class);

  private final Configuration conf;
  private final JobQuery query;
  private final IndexOffers offers;
  private final PlannedFilters filters;
  private final StarNames joins;
  private final ReplicaChooser chooser = new ReplicaChooser();

  /**
   * Creates the planner of one job.
   *
   * @param offers chooses the blocks that the job indexes; null to index none
   * @param filters receives the filter of each file
   * @param joins the joins of the job
   */
  BlockPlanner(
      Configuration conf,
      JobQuery query,
      IndexOffers offers,
      PlannedFilters filters,
      StarNames joins) {
    this.joins = joins;
    this.conf = conf;
    this.query = query;
    this.offers = offers;
    this.filters = filters;
  }

  /**
   * Returns the blocks of a job's input files, file by file in file order.
   *
   * @throws HailQueryException if the query does not fit the schema of a file
   */
  List<PlannedBlock> plan(List<HailFile> inputs) throws IOException {
    try (UseReporter uses = new UseReporter(conf)) {
      List<PlannedFile> files = new ArrayList<>();
      for (HailFile input : inputs) {
        files.add(plan(input, uses));
      }
      return offers == null
          ? files.stream().flatMap(file -> file.blocks().stream()).toList()
          : offers.choose(files, uses);
    }
  }

  private PlannedFile plan(HailFile file, UseReporter uses) throws IOException {
    BoundQuery bound = query.bind(file.schema(), file.path().toString(), joins);
    if (file.directoryFailure() != null) {
      LOG.warn(
          "{}: the replica directory does not answer. All blocks are planned as"
              + " scans; tasks still use the indexes they find",
          file,
          file.directoryFailure());
    } else if (!file.directoryComplete()) {
      LOG.info("{}: datanodes are still reporting their replicas to the directory", file);
    }
    filters.planned(file, bound.predicate());
    SplitFile splitFile = SplitFile.of(file);
    boolean glued = file.hasGluedBlocks();
    List<PlannedBlock> planned = new ArrayList<>(file.blocks().size());
    for (HailBlock block : file.blocks()) {
      List<Candidate> ranked = chooser.rank(block, bound.predicate(), bound.hints(), null);
      planned.add(plan(splitFile, block, glued, ranked));
      Candidate best = ranked.isEmpty() ? null : ranked.get(0);
      if (best != null && best.pseudo() != null && best.fit() != IndexFit.NONE) {
        uses.planned(file.location(), best.sortAttribute());
      }
    }
    return new PlannedFile(file, bound.predicate(), planned);
  }

  private static PlannedBlock plan(
      SplitFile file, HailBlock block, boolean glued, List<Candidate> ranked) {
    SplitBlock splitBlock =
        new SplitBlock(
            file,
            block.index(),
            block.id(),
            block.located().getBlock().getGenerationStamp(),
            block.offset(),
            block.length(),
            "",
            block.replicas(),
            block.pseudo(),
            0,
            glued);
    IndexFit best = ranked.isEmpty() ? IndexFit.NONE : ranked.get(0).fit();
    List<SplitNode> nodes = new ArrayList<>(ranked.size());
    for (Candidate candidate : ranked) {
      SplitNode node = new SplitNode(candidate.datanodeUuid(), candidate.host());
      // A pseudo replica exists for its index; without one that fits, the ordinary replicas serve.
      boolean serves = best != IndexFit.NONE || candidate.pseudo() == null;
      if (candidate.fit() == best && serves && !nodes.contains(node)) {
        nodes.add(node);
      }
    }
    return new PlannedBlock(splitBlock, best, nodes);
  }
}
