// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import java.util.Locale;

/** A system that answers queries. */
enum QuerySystem {
  /** MapReduce over text in plain HDFS. */
  HADOOP,
  HAIL,
  /** HAIL with one map task per block. */
  HAIL_NOSPLIT,
  PARQUET,
  ORC;

  /** Returns the name that figures use: {@code hail-nosplit}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return id();
  }
}
