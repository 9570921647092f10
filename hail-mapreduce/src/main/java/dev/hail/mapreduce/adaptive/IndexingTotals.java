// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.pseudo.NoPlaceException;
import dev.hail.client.pseudo.NoRoomException;

/**
 * The outcome of the blocks that a task offered.
 *
 * @param stored blocks stored as pseudo replicas
 * @param alreadyThere blocks that another task had stored first
 * @param failed blocks that could not be indexed
 * @param overBudget those of them that found no room in a space budget
 * @param notPlaced those of them that no datanode took
 * @param bytesWritten bytes of the stored replicas
 * @param nanos time spent sorting and storing blocks, the sum over both threads, in nanoseconds
 */
public record IndexingTotals(
    long stored,
    long alreadyThere,
    long failed,
    long overBudget,
    long notPlaced,
    long bytesWritten,
    long nanos) {
  static final IndexingTotals NONE = new IndexingTotals(0, 0, 0, 0, 0, 0, 0);

  /** A block that was sorted, or found to be there. */
  static IndexingTotals took(long alreadyThere, long nanos) {
    return new IndexingTotals(0, alreadyThere, 0, 0, 0, 0, nanos);
  }

  /** A block with a new pseudo replica. */
  static IndexingTotals stored(long bytes, long nanos) {
    return new IndexingTotals(1, 0, 0, 0, 0, bytes, nanos);
  }

  /** A block that could not be indexed. */
  static IndexingTotals failed(Throwable failure) {
    return new IndexingTotals(
        0,
        0,
        1,
        failure instanceof NoRoomException ? 1 : 0,
        failure instanceof NoPlaceException ? 1 : 0,
        0,
        0);
  }

  IndexingTotals plus(IndexingTotals more) {
    return new IndexingTotals(
        stored + more.stored,
        alreadyThere + more.alreadyThere,
        failed + more.failed,
        overBudget + more.overBudget,
        notPlaced + more.notPlaced,
        bytesWritten + more.bytesWritten,
        nanos + more.nanos);
  }
}
