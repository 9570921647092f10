// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * Statistics of a finished build side.
 *
 * @param table name of the table
 * @param unique whether no key occurs twice
 * @param exactKeys whether a key fits into 64 bits, so that the table needs no second comparison
 * @param rows number of rows added, including those with a NULL key
 * @param nullKeyRows number of rows with a NULL in their key
 * @param distinctKeys number of different keys
 * @param tableBytes bytes of table, row numbers and columns
 * @param peakBytes peak memory while building, in bytes
 * @param explanation one line that says why this table was chosen
 */
public record JoinSummary(
    String table,
    boolean unique,
    boolean exactKeys,
    long rows,
    long nullKeyRows,
    long distinctKeys,
    long tableBytes,
    long peakBytes,
    String explanation) {}
