// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Joins batches of the probe side one after the other. For each batch call {@link #add}, then
 * {@link #next} until it returns null. At the end call {@link #finish}, then {@link #next} until it
 * returns null.
 */
public interface JoinProbe extends AutoCloseable {
  /** Returns the schema of the batches that {@link #next} returns. */
  Schema resultSchema();

  /**
   * Adds a batch without dictionary-encoded columns; see {@link #add(VectorSchemaRoot,
   * DictionaryProvider)}.
   */
  default void add(VectorSchemaRoot batch) {
    add(batch, DecodedBatch.NO_DICTIONARIES);
  }

  /**
   * Takes the next batch. The probe holds its buffers until the next batch arrives, the probe
   * finishes or is closed. The caller may close the batch at once, but must not write to it until
   * {@link #next} has returned null. With {@link ProbeMode#BUFFERED} the probe holds and reads the
   * buffers until {@link #next} has returned all waiting rows and is called again, or the probe is
   * closed.
   *
   * @param dictionaries dictionaries of this batch's dictionary-encoded columns, with values of the
   *     announced types; they are copied at once
   * @throws InvalidBatchException if the batch does not have the announced schema, contradicts
   *     itself, or lacks dictionary values; the probe is unchanged
   * @throws JoinMemoryException if the allocator of a dictionary-encoded column has no memory for
   *     its values; the probe is unchanged
   * @throws IllegalStateException after {@link #finish} or {@link #close}, or if {@link #next} has
   *     not yet returned null for the previous batch
   */
  void add(VectorSchemaRoot batch, DictionaryProvider dictionaries);

  /**
   * Returns further rows of the result, at most {@link JoinSpecification#batchRows} or {@link
   * StarOptions#batchRows}.
   *
   * @return a batch that the caller closes, or null if there are no more rows for now
   * @throws JoinBudgetException if the budget does not allow the batch or the waiting rows; native
   *     results count until they are closed. Nothing is lost, and the caller may try again
   * @throws OutOfMemoryException if the allocator of the results has no memory for the batch;
   *     nothing is lost, and the caller may try again
   * @throws IllegalStateException after {@link #close}
   */
  VectorSchemaRoot next();

  /**
   * Declares that no batch follows. The last probe of a join to finish returns the build rows of
   * {@link JoinKind#BUILD_OUTER}, {@link JoinKind#FULL_OUTER}, {@link JoinKind#BUILD_SEMI} and
   * {@link JoinKind#BUILD_ANTI} by {@link #next}. A probe that is closed without this call does not
   * delay them.
   *
   * @return the number of other probes of the join that have not finished yet; 0 for a star, whose
   *     joins give no build rows at the end
   * @throws JoinBudgetException if the budget does not allow the lookup of waiting rows; nothing is
   *     lost, and the caller may try again
   * @throws IllegalStateException on a second call, after {@link #close}, or if {@link #next} has
   *     not yet returned null for the last batch
   */
  int finish();

  /** Ends the probe. May be called repeatedly. */
  @Override
  void close();
}
