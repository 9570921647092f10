// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.upload.UploadResult;
import java.util.List;

/**
 * Everything the demo found out.
 *
 * @param setting what was run on what
 * @param hdfs upload of the text to plain HDFS
 * @param hail upload of the same text with HAIL
 * @param queries in the order they ran
 */
record DemoResults(
    Setting setting,
    UploadResult hdfs,
    UploadResult hail,
    List<QueryResult> queries,
    IndexMap indexMap) {

  DemoResults {
    queries = List.copyOf(queries);
  }

  boolean allEqual() {
    return queries.stream().allMatch(QueryResult::equal);
  }

  /**
   * What was run on what.
   *
   * @param textBytes of UserVisits
   * @param rows of UserVisits
   * @param seed of the generator
   * @param blockBytes HDFS block size
   * @param cores that the whole cluster shares
   */
  record Setting(
      long textBytes,
      long rows,
      long seed,
      long blockBytes,
      int cores,
      String java,
      String hadoop) {}
}
