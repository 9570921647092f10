// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

/**
 * The cost of reading one replica so far.
 *
 * @param bytesRead bytes requested from the source
 * @param reads positional reads requested from the source
 * @param rowsRead rows on which the predicate was evaluated
 * @param rowsQualifying rows delivered
 * @param rowsSkipped rows that the index ruled out unread
 */
public record ReadMetrics(
    long bytesRead, long reads, long rowsRead, long rowsQualifying, long rowsSkipped) {}
