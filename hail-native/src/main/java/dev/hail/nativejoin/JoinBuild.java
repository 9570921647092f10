// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** Collects the build side of a join. Safe for use by several threads. */
public interface JoinBuild extends AutoCloseable {
  /**
   * Adds rows without dictionary-encoded columns; see {@link #add(VectorSchemaRoot,
   * DictionaryProvider)}.
   */
  default void add(VectorSchemaRoot batch) {
    add(batch, DecodedBatch.NO_DICTIONARIES);
  }

  /**
   * Adds rows by copying them. The caller keeps the batch and may write to it again.
   *
   * @param dictionaries dictionaries of this batch's dictionary-encoded columns, with values of the
   *     announced types
   * @throws InvalidBatchException if the batch does not have the announced schema, contradicts
   *     itself, or lacks dictionary values; the join is unchanged
   * @throws JoinMemoryException if the allocator of a dictionary-encoded column has no memory for
   *     its values; the join is unchanged
   * @throws JoinBudgetException if the budget does not allow the rows; the join is unchanged
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  void add(VectorSchemaRoot batch, DictionaryProvider dictionaries);

  /**
   * Returns the join of all added rows, which the caller closes. This object cannot be used
   * afterwards.
   *
   * @throws JoinBudgetException if the budget does not allow the table; this object can then only
   *     be closed
   * @throws IllegalStateException after {@link #finish} or {@link #close}
   */
  BuiltJoin finish();

  /** Frees the rows unless {@link #finish} has passed them on. May be called repeatedly. */
  @Override
  void close();
}
