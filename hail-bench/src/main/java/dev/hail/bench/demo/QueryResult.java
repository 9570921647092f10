// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.job.JobResult;

/**
 * One query on both systems.
 *
 * @param name of the query: {@code bob-q1}
 * @param sql what it asks
 */
record QueryResult(String name, String sql, JobResult hadoop, JobResult hail) {

  /** Whether both jobs wrote the same lines. */
  boolean equal() {
    return hadoop.output().equals(hail.output());
  }

  /** How many times less time HAIL's record readers took. */
  double readerRatio() {
    return hadoop.readerSeconds() / hail.readerSeconds();
  }

  /** How many times less time HAIL's job took. */
  double jobRatio() {
    return hadoop.seconds() / hail.seconds();
  }
}
