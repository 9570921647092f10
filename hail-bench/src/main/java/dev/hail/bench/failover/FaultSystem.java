// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import dev.hail.examples.ExampleTable;
import java.util.List;
import java.util.Locale;

/** What answers the query while a node dies. */
enum FaultSystem {
  /** MapReduce over text in plain HDFS. */
  HADOOP,
  /** HAIL with an index for each replica, and one map task per block as in the thesis. */
  HAIL_NOSPLIT,
  /** HAIL with the same index on all replicas, and one map task per block. */
  HAIL_1IDX_NOSPLIT,
  /** HAIL with an index for each replica. */
  HAIL,
  /** HAIL with the same index on all replicas. */
  HAIL_1IDX;

  /** As in the figures: {@code hail-1idx-nosplit}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Name of the file it reads, which is the same with and without splitting. */
  String file() {
    return id().replace("-nosplit", "");
  }

  /** Whether the indexed blocks of a node share map tasks. */
  boolean splits() {
    return this == HAIL || this == HAIL_1IDX;
  }

  /**
   * What the file is indexed by; with one index, by what the first of the table's jobs filters.
   *
   * @return names of attributes of the table; none for text
   */
  List<String> indexes(ExampleTable table) {
    return switch (this) {
      case HADOOP -> List.of();
      case HAIL, HAIL_NOSPLIT -> table.indexAttributes();
      case HAIL_1IDX, HAIL_1IDX_NOSPLIT -> table.indexAttributes().subList(0, 1);
    };
  }

  @Override
  public String toString() {
    return id();
  }
}
