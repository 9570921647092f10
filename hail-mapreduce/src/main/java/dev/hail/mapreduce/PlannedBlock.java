// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.IndexFit;
import java.util.List;

/**
 * A block that a job reads, not yet assigned to a split.
 *
 * @param block the block
 * @param fit the best fit of a replica's index to the query
 * @param nodes datanodes whose replica has that fit, or all datanodes of the block if no index
 *     fits; empty if the block has no live replica
 */
record PlannedBlock(SplitBlock block, IndexFit fit, List<SplitNode> nodes) {

  PlannedBlock {
    nodes = List.copyOf(nodes);
  }

  /** Returns a copy that counts for the job, which indexes the file by an attribute. */
  PlannedBlock countedFor(String job, int attribute) {
    return new PlannedBlock(block.countedFor(job, attribute), fit, nodes);
  }

  /** Returns a copy to be indexed by an attribute, preferably on the first of these nodes. */
  PlannedBlock indexedBy(int attribute, List<SplitNode> preferred) {
    return new PlannedBlock(block.indexedBy(attribute), fit, preferred);
  }
}
