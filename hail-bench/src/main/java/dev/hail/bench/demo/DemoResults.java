// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.upload.UploadResult;
import java.util.List;

/**
 * All results of the demo.
 *
 * @param setting data and machine of the run
 * @param hdfs upload of the text to plain HDFS
 * @param hail upload of the same text with HAIL
 * @param queries query results in the order of the runs
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
   * Data and machine of a run.
   *
   * @param textBytes size of UserVisits in bytes
   * @param rows number of rows of UserVisits
   * @param seed seed of the generator
   * @param blockBytes HDFS block size
   * @param cores processors that the whole cluster shares
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
