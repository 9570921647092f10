// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench mapjoin}: joins in map tasks on HAIL, on text and in DuckDB. */
package dev.hail.bench.mapjoin;
