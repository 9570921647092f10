// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import java.util.Locale;

/** A system that is measured. */
enum MapJoinSystem {
  /** HAIL with native joins in map tasks. */
  HAIL,
  /** MapReduce over text, hash maps filled in setup, a map task for each block. */
  PLAIN,
  /** The same with as many map tasks as HAIL takes. */
  PLAIN_COMBINED,
  /** DuckDB with two threads, over the text and over Parquet that it made. */
  DUCKDB;

  /** Returns the name that figures use: {@code plain-combined}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return id();
  }
}
