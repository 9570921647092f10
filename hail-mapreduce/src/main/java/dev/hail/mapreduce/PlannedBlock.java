// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.IndexFit;
import java.util.List;

/**
 * A block that a job has to read, before it belongs to a split.
 *
 * @param block the block
 * @param fit the best that a replica's index can do for the query
 * @param nodes datanodes whose replica has that fit, or all datanodes of the block if none has an
 *     index that fits; may be empty if the block has no live replica
 */
record PlannedBlock(SplitBlock block, IndexFit fit, List<SplitNode> nodes) {

  PlannedBlock {
    nodes = List.copyOf(nodes);
  }

  /** The same block, of a file that the job indexes by an attribute. */
  PlannedBlock countedFor(String job, int attribute) {
    return new PlannedBlock(block.countedFor(job, attribute), fit, nodes);
  }

  /** The same block, to be indexed by an attribute, best on the first of these nodes. */
  PlannedBlock indexedBy(int attribute, List<SplitNode> preferred) {
    return new PlannedBlock(block.indexedBy(attribute), fit, preferred);
  }
}
