// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.BindingPathOutputCommitter;

/**
 * Commits a job as the committer of its output path does, and then lets the output become a
 * directory or take the place of one.
 */
final class ReplacingCommitter extends BindingPathOutputCommitter {
  private final Path target;
  private final boolean replaces;

  ReplacingCommitter(Path output, Path target, boolean replaces, TaskAttemptContext context)
      throws IOException {
    super(output, context);
    this.target = target;
    this.replaces = replaces;
  }

  private ReplacedDirectory directory(JobContext job) throws IOException {
    return new ReplacedDirectory(job.getConfiguration(), target, getOutputPath());
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    super.commitJob(job);
    if (replaces) {
      directory(job).replace();
    } else {
      directory(job).make();
    }
  }

  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    super.abortJob(job, state);
    directory(job).abandon();
  }

  /** A second commit would find no output where the first has left it. */
  @Override
  public boolean isCommitJobRepeatable(JobContext job) {
    return false;
  }
}
