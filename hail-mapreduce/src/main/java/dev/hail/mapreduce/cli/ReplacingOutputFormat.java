// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Text that replaces a directory when the job commits. Until then it is in a folder beside that
 * directory.
 */
public final class ReplacingOutputFormat extends TextOutputFormat<NullWritable, Text> {
  private static final String REPLACED = "hail.text.replaced";

  /** The rows, in the folder of the job; what they replace goes there, too. */
  private static final String ROWS = "rows";

  /** The folder holds what the directory held, so nobody else may look into it. */
  static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private ReplacingCommitter committer;

  /**
   * Makes a job write to a folder and replace a directory.
   *
   * @param folder exists and is empty, beside the directory
   */
  static void setPaths(Job job, Path folder, Path replaced) {
    job.getConfiguration().set(REPLACED, replaced.toString());
    setOutputPath(job, new Path(folder, ROWS));
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      Path replaced = new Path(context.getConfiguration().get(REPLACED));
      committer = new ReplacingCommitter(getOutputPath(context), replaced, context);
    }
    return committer;
  }
}
