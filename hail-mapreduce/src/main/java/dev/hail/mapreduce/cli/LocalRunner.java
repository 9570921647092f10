// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.cli.Failures;
import dev.hail.cli.log.LoggedFailures;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * Hadoop's runner of jobs in this process. It logs why a job failed and tells it to nobody, and a
 * job whose thread ends early never completes.
 */
final class LocalRunner implements AutoCloseable {
  private static final String RUNNER = "org.apache.hadoop.mapred.LocalJobRunner";
  private static final String THREAD = RUNNER + "$Job";

  private final LoggedFailures failures = new LoggedFailures(RUNNER);

  /** Whether jobs with this configuration run in this process. */
  static boolean runs(Configuration conf) {
    return conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)
        .equals(MRConfig.LOCAL_FRAMEWORK_NAME);
  }

  /**
   * Checks that a job can still complete.
   *
   * @throws IOException if no thread runs jobs and it is not complete
   */
  void requireAlive(Job job) throws IOException {
    boolean alive =
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getClass().getName().equals(THREAD));
    if (!alive && !job.isComplete()) {
      throw new IOException(
          job.getJobID()
              + " has ended without a result; with HAIL_LOG_LEVEL=INFO the log has the reason");
    }
  }

  /** Why a job failed, as one line. */
  String reason(Job job) {
    return failures
        .of(job.getJobID().toString())
        .map(LocalRunner::cause)
        .map(Failures::describe)
        .orElse("the log above has the reason");
  }

  /** The runner carries the failures of tasks in exceptions of no other meaning. */
  private static Throwable cause(Throwable failure) {
    return failure.getClass() == Exception.class && failure.getCause() != null
        ? cause(failure.getCause())
        : failure;
  }

  @Override
  public void close() {
    failures.close();
  }
}
