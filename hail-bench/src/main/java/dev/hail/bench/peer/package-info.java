// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The formats that HAIL is compared with, Parquet and ORC: the same rows, sorted, compressed and
 * with the formats' own indexes. They are written from text and read by MapReduce with filters and
 * projections pushed down.
 */
package dev.hail.bench.peer;
