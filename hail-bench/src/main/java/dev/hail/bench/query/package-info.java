// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench query}: the jobs of the thesis on text, HAIL, Parquet and ORC. */
package dev.hail.bench.query;
