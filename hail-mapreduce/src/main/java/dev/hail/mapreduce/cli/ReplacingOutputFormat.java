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
 * Text that becomes a directory, or replaces one, when the job commits. Until then it is in a
 * folder beside that directory.
 */
public final class ReplacingOutputFormat extends TextOutputFormat<NullWritable, Text> {
  private static final String TARGET = "hail.text.target";
  private static final String REPLACES = "hail.text.replaces";

  /** The rows, in the folder of the job; what they replace goes there, too. */
  private static final String ROWS = "rows";

  /** The folder holds what the directory held, so nobody else may look into it. */
  static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private ReplacingCommitter committer;

  /**
   * Makes a job write to a folder, and move the rows to a directory.
   *
   * @param folder exists and is empty, beside the directory
   * @param replaces whether a directory that is there when the job commits is replaced
   */
  static void setPaths(Job job, Path folder, Path target, boolean replaces) {
    job.getConfiguration().set(TARGET, target.toString());
    job.getConfiguration().setBoolean(REPLACES, replaces);
    setOutputPath(job, new Path(folder, ROWS));
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      Path target = new Path(context.getConfiguration().get(TARGET));
      boolean replaces = context.getConfiguration().getBoolean(REPLACES, false);
      committer = new ReplacingCommitter(getOutputPath(context), target, replaces, context);
    }
    return committer;
  }
}
