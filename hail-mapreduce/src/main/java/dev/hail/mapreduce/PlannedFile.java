// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.format.predicate.Predicate;
import java.util.List;

/**
 * The blocks of one input file, not yet assigned to splits.
 *
 * @param file the file
 * @param predicate the job's filter on it
 * @param blocks its blocks in file order
 */
record PlannedFile(HailFile file, Predicate predicate, List<PlannedBlock> blocks) {
  PlannedFile {
    blocks = List.copyOf(blocks);
  }
}
