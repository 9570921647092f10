// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The order of rows: sorting a block, the index of a sorted replica, and the check of a whole one;
 * how much memory that takes.
 */
package dev.hail.format.block.sort;
