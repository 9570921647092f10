// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.job.JobResult;

/**
 * The results of one query on both systems.
 *
 * @param name name of the query, such as {@code bob-q1}
 * @param sql the query as SQL
 */
record QueryResult(String name, String sql, JobResult hadoop, JobResult hail) {

  /** Returns whether both jobs wrote the same lines. */
  boolean equal() {
    return hadoop.output().equals(hail.output());
  }

  /** Returns Hadoop's record reader time divided by HAIL's. */
  double readerRatio() {
    return hadoop.readerSeconds() / hail.readerSeconds();
  }

  /** Returns Hadoop's job time divided by HAIL's. */
  double jobRatio() {
    return hadoop.seconds() / hail.seconds();
  }
}
