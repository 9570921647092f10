// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * {@code hail bench join}: joins of rows in memory, by HAIL and by others, in processes of their
 * own.
 */
package dev.hail.bench.join;
