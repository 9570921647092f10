// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** Collects the build side of a join. Safe for use by several threads. */
public interface JoinBuild extends AutoCloseable {
  /** As {@link #add(VectorSchemaRoot, DictionaryProvider)}, if no column is dictionary-encoded. */
  default void add(VectorSchemaRoot batch) {
    add(batch, DecodedBatch.NO_DICTIONARIES);
  }

  /**
   * Adds rows. They are copied; the batch stays the caller's, who may write to it again.
   *
   * @param dictionaries of the columns that are dictionary-encoded in this batch, whose values are
   *     of the type announced
   * @throws InvalidBatchException if the batch is of another schema than announced, contradicts
   *     itself, or has a column whose dictionary is missing or too short; the join is as before
   * @throws JoinMemoryException if the allocator of a dictionary-encoded column does not allow its
   *     values; the join is as before
   * @throws JoinBudgetException if the budget does not allow the rows; the join is as before
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  void add(VectorSchemaRoot batch, DictionaryProvider dictionaries);

  /**
   * The join of all rows added. The caller closes it; this object is of no use afterwards.
   *
   * @throws JoinBudgetException if the budget does not allow the table; all that is left is to
   *     close this object
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  BuiltJoin finish();

  /** Gives up the rows unless {@link #finish} has passed them on. May be called repeatedly. */
  @Override
  void close();
}
