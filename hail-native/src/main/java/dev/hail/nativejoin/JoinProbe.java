// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Joins batches of the probe side, one after the other: {@link #add}, then {@link #next} until it
 * gives null, and so on; at the end {@link #finish}, and once more {@link #next} until null.
 */
public interface JoinProbe extends AutoCloseable {
  /** Schema of the batches that {@link #next} gives. */
  Schema resultSchema();

  /** As {@link #add(VectorSchemaRoot, DictionaryProvider)}, if no column is dictionary-encoded. */
  default void add(VectorSchemaRoot batch) {
    add(batch, DecodedBatch.NO_DICTIONARIES);
  }

  /**
   * Takes the next batch. Its buffers are held until the next one comes or the probe has finished
   * or is closed, and read until {@link #next} has given null: the caller may close the batch
   * before, but not write to it. Where rows wait ({@link ProbeMode#BUFFERED}) they are held, and
   * read, until {@link #next} has given all of them and is called again, or the probe is closed.
   *
   * @param dictionaries of the columns that are dictionary-encoded in this batch, whose values are
   *     of the type announced; they are copied at once
   * @throws InvalidBatchException if the batch is of another schema than announced, contradicts
   *     itself, or has a column whose dictionary is missing or too short; the probe is as before
   * @throws JoinMemoryException if the allocator of a dictionary-encoded column does not allow its
   *     values; the probe is as before
   * @throws IllegalStateException after {@link #finish} or {@link #close}, or if {@link #next} has
   *     not yet given null for the batch before
   */
  void add(VectorSchemaRoot batch, DictionaryProvider dictionaries);

  /**
   * Further rows of the result, at most {@link JoinSpecification#batchRows} or {@link
   * StarOptions#batchRows}.
   *
   * @return a batch that the caller closes, or null if there are no more for now
   * @throws JoinBudgetException if the budget, on which native results count until they are closed,
   *     does not allow the batch or the rows that wait; nothing is lost, and this may be called
   *     again
   * @throws OutOfMemoryException if the allocator of the results does not allow the batch; nothing
   *     is lost, and this may be called again
   * @throws IllegalStateException after {@link #close}
   */
  VectorSchemaRoot next();

  /**
   * Says that no batch follows. What build rows are owed, by {@link JoinKind#BUILD_OUTER}, {@link
   * JoinKind#FULL_OUTER}, {@link JoinKind#BUILD_SEMI} and {@link JoinKind#BUILD_ANTI}, the last
   * probe of the join to finish gives by {@link #next}. A probe that is closed without is not
   * waited for.
   *
   * @return how many other probes of the join have not finished yet; 0 if this is a probe of
   *     several joins, which owe nothing
   * @throws JoinBudgetException if the budget does not allow rows that wait to be looked up;
   *     nothing is lost, and this may be called again
   * @throws IllegalStateException if this has been called, after {@link #close}, or if {@link
   *     #next} has not yet given null for the last batch
   */
  int finish();

  /** Ends the probe. May be called repeatedly. */
  @Override
  void close();
}
