// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Joins of Arrow batches in memory. {@link dev.hail.nativejoin.Joins} is the entry point. A {@link
 * dev.hail.nativejoin.JoinSpecification} describes a join, and a {@link
 * dev.hail.nativejoin.JoinBuild} collects its build side. The finished join is a {@link
 * dev.hail.nativejoin.BuiltJoin}, which any number of {@link dev.hail.nativejoin.JoinProbe}s read.
 *
 * <p>{@link dev.hail.nativejoin.FlatJoins} are for map tasks: they need no class of Arrow.
 */
package dev.hail.nativejoin;
