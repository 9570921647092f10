// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * What a build side turned out to be.
 *
 * @param algorithm the table, in words
 * @param unique whether no key comes twice
 * @param exactKeys whether a key fits 64 bits, so that nothing is compared twice
 * @param rows rows added, those with a NULL key included
 * @param nullKeyRows rows with a NULL in their key
 * @param distinctKeys different keys
 * @param tableBytes memory of table, row numbers and columns
 * @param peakBytes most memory held while building
 * @param explanation why this table, in a line
 */
public record JoinSummary(
    String algorithm,
    boolean unique,
    boolean exactKeys,
    long rows,
    long nullKeyRows,
    long distinctKeys,
    long tableBytes,
    long peakBytes,
    String explanation) {}
