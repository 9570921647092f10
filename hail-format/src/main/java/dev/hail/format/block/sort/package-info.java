// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The order of rows: sorting a block, indexing a sorted replica, verifying a whole replica, and the
 * memory that this takes.
 */
package dev.hail.format.block.sort;
