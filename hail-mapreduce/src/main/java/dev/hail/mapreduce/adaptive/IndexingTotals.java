// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

/**
 * What became of the blocks a task offered.
 *
 * @param stored blocks that have a pseudo replica now
 * @param alreadyThere blocks for which another task was faster
 * @param failed blocks that could not be indexed
 * @param bytesWritten bytes of the stored replicas
 * @param nanos time for which blocks were sorted and stored, the sum over both threads
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
