// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What HAIL is compared with: the same rows as Parquet and as ORC, sorted, compressed and with
 * their indexes, written from text and read by MapReduce with filters and projections pushed down.
 */
package dev.hail.bench.peer;
