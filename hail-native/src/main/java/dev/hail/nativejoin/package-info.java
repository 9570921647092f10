// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Joins of Arrow batches in memory. {@link dev.hail.nativejoin.Joins} is where to begin; a join is
 * described by a {@link dev.hail.nativejoin.JoinSpecification}, gets its build side through a
 * {@link dev.hail.nativejoin.JoinBuild} and is then, as a {@link dev.hail.nativejoin.BuiltJoin},
 * read by any number of {@link dev.hail.nativejoin.JoinProbe}s.
 */
package dev.hail.nativejoin;
