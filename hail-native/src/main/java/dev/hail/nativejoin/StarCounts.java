// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * What a star did with one of its joins so far.
 *
 * @param seen rows whose key was encoded
 * @param passed rows of these that the first test let pass, which looks at the bits of the table
 * @param probed rows that were looked up after that
 * @param nanoseconds time of tests and look-ups
 */
public record StarCounts(long seen, long passed, long probed, long nanoseconds) {}
