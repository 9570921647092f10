// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

/**
 * What reading one replica has cost so far.
 *
 * @param bytesRead bytes asked of the source
 * @param reads positional reads asked of the source
 * @param rowsRead rows whose predicate was evaluated
 * @param rowsQualifying rows delivered
 * @param rowsSkipped rows that the index ruled out unread
 */
public record ReadMetrics(
    long bytesRead, long reads, long rowsRead, long rowsQualifying, long rowsSkipped) {}
