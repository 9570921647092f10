// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells whether an earlier attempt of a task failed. */
final class FormerAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(FormerAttempts.class);

  private static final int PAGE = 1000;

  /** Longest wait for an answer in milliseconds; the attempt reads nothing meanwhile. */
  private static final long MOST_WAIT_MILLIS = 10_000;

  private FormerAttempts() {}

  /**
   * Returns whether an earlier attempt failed. A killed attempt did not fail: preemption, a faster
   * speculative attempt or the loss of its node ended it. Returns true if nothing is known.
   */
  static boolean haveFailed(TaskAttemptID attempt, Configuration conf) throws IOException {
    if (attempt.getId() == 0) {
      return false;
    }
    if (!MRConfig.YARN_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return true;
    }
    try {
      return haveFailedByApplicationMaster(attempt, conf);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("Interrupted while asking for earlier attempts").initCause(e);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Cannot find out whether an attempt before {} failed; assuming that one did", attempt, e);
      return true;
    }
  }

  private static boolean haveFailedByApplicationMaster(TaskAttemptID attempt, Configuration conf)
      throws IOException, InterruptedException {
    Configuration patient = new Configuration(conf);
    patient.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, MOST_WAIT_MILLIS);
    patient.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 1_000);
    patient.setLong(YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, 4);
    Cluster cluster = new Cluster(patient);
    try {
      Job job = cluster.getJob(attempt.getJobID());
      if (job == null) {
        throw new IOException("YARN does not know " + attempt.getJobID());
      }
      int begin = 0;
      while (true) {
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(begin, PAGE);
        if (events.length == 0) {
          return false;
        }
        for (TaskCompletionEvent event : events) {
          boolean failed =
              event.getStatus() == Status.FAILED || event.getStatus() == Status.TIPFAILED;
          if (failed && event.getTaskAttemptId().getTaskID().equals(attempt.getTaskID())) {
            return true;
          }
        }
        begin += events.length;
      }
    } finally {
      cluster.close();
    }
  }
}
