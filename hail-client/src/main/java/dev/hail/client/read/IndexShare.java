// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures how much of a block an index would leave to read. */
public final class IndexShare {
  private static final Logger LOG = LoggerFactory.getLogger(IndexShare.class);
  private static final int[] NO_ATTRIBUTES = {};

  private IndexShare() {}

  /**
   * Returns the share of the rows of a block that the index on an attribute selects, 0 to 1. Reads
   * the front of one replica.
   *
   * @param search condition on that attribute
   * @return empty if no replica with that index can be read, or the block has no rows
   */
  public static OptionalDouble of(HailFile file, HailBlock block, Predicate.InRanges search) {
    int attribute = search.attribute().position();
    for (Candidate candidate : new ReplicaChooser().rank(block, search, KeyHints.NONE, null)) {
      if (candidate.sortAttribute() != attribute || candidate.fit() == IndexFit.NONE) {
        continue;
      }
      try (BlockReader reader =
          BlockReader.open(
              ReplicaOpener.open(file, block, candidate),
              file.schema(),
              search,
              NO_ATTRIBUTES,
              ReaderOptions.DEFAULT)) {
        double rows = reader.front().rowCount();
        return rows == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(1 - reader.metrics().rowsSkipped() / rows);
      } catch (IOException unreadable) {
        LOG.debug("{}, {}: front on {} not read", file, block, candidate, unreadable);
      }
    }
    return OptionalDouble.empty();
  }
}
