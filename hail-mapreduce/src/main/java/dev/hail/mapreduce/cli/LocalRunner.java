// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.cli.Failures;
import dev.hail.cli.log.LoggedFailures;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.StringUtils;

/**
 * Hadoop's runner of jobs in this process. It logs why a job failed and tells it to nobody, and a
 * job whose thread ends early never completes.
 */
final class LocalRunner implements AutoCloseable {
  private static final String RUNNER = "org.apache.hadoop.mapred.LocalJobRunner";
  private static final String THREAD = RUNNER + "$Job";

  private final LoggedFailures failures = new LoggedFailures(RUNNER);

  /** The thread that ran a job at the last look; null if none did. */
  private Thread worker;

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
    if (worker == null || !worker.isAlive()) {
      // The list comes with the stacks of all threads, so one look per worker has to do.
      worker =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getClass().getName().equals(THREAD))
              .findAny()
              .orElse(null);
    }
    if (worker == null && !job.isComplete()) {
      throw new IOException(
          job.getJobID()
              + " has ended without a result; with HAIL_LOG_LEVEL=INFO the log has the reason");
    }
  }

  /** Why a job failed, as one line. */
  String reason(Job job) {
    return failure(job).map(Failures::describe).orElse("the log above has the reason");
  }

  /** The stack trace of a job's failure; empty if the job told none. */
  String trace(Job job) {
    return failure(job).map(StringUtils::stringifyException).orElse("");
  }

  private Optional<Throwable> failure(Job job) {
    return failures.of(job.getJobID().toString()).map(LocalRunner::cause);
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
