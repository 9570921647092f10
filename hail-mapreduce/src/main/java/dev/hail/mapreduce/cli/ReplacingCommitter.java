// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Commits a job as another committer does, and then lets its output take the place of a directory.
 */
final class ReplacingCommitter extends PathOutputCommitter {
  private final PathOutputCommitter writing;
  private final Path replaced;

  ReplacingCommitter(PathOutputCommitter writing, Path replaced, TaskAttemptContext context)
      throws IOException {
    super(writing.getOutputPath(), context);
    this.writing = writing;
    this.replaced = replaced;
  }

  private ReplacedDirectory directory(JobContext job) throws IOException {
    return new ReplacedDirectory(job.getConfiguration(), replaced, getOutputPath());
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    writing.commitJob(job);
    directory(job).replace();
  }

  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    writing.abortJob(job, state);
    directory(job).abandon();
  }

  /** A second commit would find no output where the first has left it. */
  @Override
  public boolean isCommitJobRepeatable(JobContext job) {
    return false;
  }

  @Override
  public Path getOutputPath() {
    return writing.getOutputPath();
  }

  @Override
  public Path getWorkPath() throws IOException {
    return writing.getWorkPath();
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    writing.setupJob(job);
  }

  @Override
  public void setupTask(TaskAttemptContext task) throws IOException {
    writing.setupTask(task);
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    return writing.needsTaskCommit(task);
  }

  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    writing.commitTask(task);
  }

  @Override
  public void abortTask(TaskAttemptContext task) throws IOException {
    writing.abortTask(task);
  }

  @Override
  public boolean isRecoverySupported(JobContext job) throws IOException {
    return writing.isRecoverySupported(job);
  }

  @Override
  public void recoverTask(TaskAttemptContext task) throws IOException {
    writing.recoverTask(task);
  }
}
