// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

/**
 * A figure that is wanted, with what it must reach at least and what it should reach.
 *
 * @param name {@code cpu plain/hail}
 */
record Goal(String name, double least, double aim) {
  static final Goal CPU_PLAIN = new Goal("cpu plain/hail", 6, 10);
  static final Goal SLOPE_PLAIN = new Goal("slope plain/hail", 20, 40);
  static final Goal CPU_COMBINED = new Goal("cpu plain-combined/hail", 3, 5);
  static final Goal SLOPE_DUCKDB = new Goal("slope hail/duckdb-parquet", 8, 4);
  static final Goal KEY_COPY = new Goal("key copy ns", 1.5, 0.7);
}
