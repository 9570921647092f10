// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Reading the rows of a replica that satisfy a predicate: plan, windows of columns, filters,
 * batches.
 */
package dev.hail.format.block.read;
