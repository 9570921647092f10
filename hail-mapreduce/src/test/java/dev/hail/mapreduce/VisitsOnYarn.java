// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;

/**
 * A cluster with YARN and a file of {@link Visits} on it, for jobs whose tasks run in containers.
 *
 * @param text of the file
 * @param path of the file
 */
record VisitsOnYarn(JobFixture fixture, String text, Path path) implements AutoCloseable {
  static final int ROWS = 8_000;

  private static final long BLOCK_BYTES = 64 << 10;

  /**
   * Starts the cluster and uploads the file.
   *
   * @param seed of the text
   * @param changes to a cluster of three datanodes and one node manager
   */
  static VisitsOnYarn start(long seed, UnaryOperator<HailMiniCluster.Builder> changes)
      throws Exception {
    JobFixture fixture =
        JobFixture.start(
            changes.apply(HailMiniCluster.builder().dataNodes(3).yarn(true).nodeManagers(1)));
    try {
      String text = Visits.text(seed, ROWS);
      return new VisitsOnYarn(fixture, text, fixture.uploadVisits("visits", text, BLOCK_BYTES));
    } catch (IOException | RuntimeException e) {
      fixture.close();
      throw e;
    }
  }

  /** A job over the file; parameters as in {@link PausingJob}. */
  PausingJob pausingJob(String name, int... attempts) throws IOException {
    return new PausingJob(fixture, path, name, attempts);
  }

  @Override
  public void close() {
    fixture.close();
  }
}
