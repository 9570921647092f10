// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import java.util.Locale;

/** A system that text is uploaded to. */
enum UploadSystem {
  /** Plain HDFS: the text as it is, three replicas. */
  HDFS,
  HAIL,
  /** Sorted files on plain HDFS, three replicas. */
  PARQUET,
  /** Sorted files on plain HDFS, three replicas, like {@link #PARQUET}. */
  ORC;

  /** Returns the name that the command line and figures use. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether the system writes another format, which is done only once, not in every round.
   */
  boolean isPeer() {
    return this == PARQUET || this == ORC;
  }

  @Override
  public String toString() {
    return id();
  }
}
