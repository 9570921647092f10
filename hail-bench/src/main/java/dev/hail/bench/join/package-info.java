// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * {@code hail bench join}: joins of rows in memory with HAIL and other systems, in separate
 * processes.
 */
package dev.hail.bench.join;
