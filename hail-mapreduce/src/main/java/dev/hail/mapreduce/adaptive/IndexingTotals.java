// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

/**
 * The outcome of the blocks that a task offered.
 *
 * @param stored blocks stored as pseudo replicas
 * @param alreadyThere blocks that another task had stored first
 * @param failed blocks that could not be indexed
 * @param bytesWritten bytes of the stored replicas
 * @param nanos time spent sorting and storing blocks, the sum over both threads, in nanoseconds
 */
public record IndexingTotals(
    long stored, long alreadyThere, long failed, long bytesWritten, long nanos) {
  static final IndexingTotals NONE = new IndexingTotals(0, 0, 0, 0, 0);

  IndexingTotals plus(IndexingTotals more) {
    return new IndexingTotals(
        stored + more.stored,
        alreadyThere + more.alreadyThere,
        failed + more.failed,
        bytesWritten + more.bytesWritten,
        nanos + more.nanos);
  }
}
