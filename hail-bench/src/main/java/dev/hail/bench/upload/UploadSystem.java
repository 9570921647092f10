// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import java.util.Locale;

/** What takes the text in. */
enum UploadSystem {
  /** Plain HDFS: the text as it is, three replicas. */
  HDFS,
  HAIL,
  /** Sorted files on plain HDFS, three replicas. */
  PARQUET,
  /** As {@link #PARQUET}. */
  ORC;

  /** As on the command line and in the figures. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether files of another format are made, which is done once and not in every round. */
  boolean isPeer() {
    return this == PARQUET || this == ORC;
  }

  @Override
  public String toString() {
    return id();
  }
}
