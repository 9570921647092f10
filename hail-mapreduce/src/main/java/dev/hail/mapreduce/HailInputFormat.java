// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.read.HailFile;
import dev.hail.conf.NumberKeys;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads HAIL files (thesis, section 3.4.3). The key is the path of the row's file, the value is the
 * row. Both objects are reused for the next row.
 *
 * <p>Input paths are given as to any {@link FileInputFormat}: files, directories, globs; hidden
 * files are skipped. Every file must be a HAIL file. Files may have different schemas as long as
 * the job's query, see {@link HailQuery}, fits each of them.
 */
public class HailInputFormat extends FileInputFormat<Text, HailRecord> {

  /**
   * Plans the splits of a job, see {@link HailSplitting}. One call to the namenode covers many
   * blocks. Build sides of joins, see {@link HailJoin}, are read before, and their images join the
   * files that the job ships.
   *
   * @throws HailQueryException if the job's query does not fit the schema of an input file
   * @throws dev.hail.join.plan.JoinRefusedException if a join does not fit the input, its build
   *     side or the memory that it may take
   * @throws IOException if an input path does not exist or is not a HAIL file
   */
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    JobQuery query = query(job);
    JobQuery.encodeTexts(conf);
    List<HailFile> inputs = open(job);
    JobJoins joins = JobJoins.of(job, query);
    PreparedJoins prepared = joins.isEmpty() ? PreparedJoins.NONE : joins.publish(inputs);
    PlannedFilters filters = new PlannedFilters(conf);
    HailSplitting splitting = HailSplitting.of(conf);
    IndexOffers offers = IndexOffers.of(conf, splitting);
    BlockPlanner planner = new BlockPlanner(conf, query, offers, filters, prepared.names());
    return new ArrayList<>(
        filters.choose(splitting.split(query, planner.plan(inputs), !joins.isEmpty())));
  }

  /** Returns what a job will do, as text for people. Build sides are read, nothing is shipped. */
  String explain(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    JobQuery query = query(job);
    List<HailFile> inputs = open(job);
    JobJoins joins = JobJoins.of(job, query);
    PreparedJoins prepared = joins.isEmpty() ? PreparedJoins.NONE : joins.tryOut(inputs);
    HailSplitting splitting = HailSplitting.of(conf);
    List<PlannedBlock> blocks =
        new BlockPlanner(conf, query, null, new PlannedFilters(conf), prepared.names())
            .plan(inputs);
    return PlanText.of(prepared, blocks, splitting.split(query, blocks, !joins.isEmpty()));
  }

  private static JobQuery query(JobContext job) throws IOException {
    // Tasks read some of them, and a wrong one would fail each task.
    NumberKeys.checkOfClients(job.getConfiguration());
    refuseRecordsAsOutput(job);
    return JobQuery.of(job);
  }

  private List<HailFile> open(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    List<HailFile> inputs = new ArrayList<>();
    List<FileStatus> files = listStatus(job);
    for (FileStatus file : files) {
      if (!file.isDirectory()) {
        inputs.add(HailFile.open(conf, file.getPath()));
      } else if (!conf.getBoolean(INPUT_DIR_NONRECURSIVE_IGNORE_SUBDIRS, false)) {
        throw new IOException(
            "Input "
                + file.getPath()
                + " is a directory inside an input directory: set "
                + INPUT_DIR_RECURSIVE
                + " to read it or "
                + INPUT_DIR_NONRECURSIVE_IGNORE_SUBDIRS
                + " to leave it out");
      }
    }
    conf.setLong(NUM_INPUT_FILES, files.size());
    return inputs;
  }

  private static void refuseRecordsAsOutput(JobContext job) throws HailQueryException {
    if (job.getNumReduceTasks() > 0
        && (job.getMapOutputValueClass() == HailRecord.class
            || job.getMapOutputKeyClass() == HailRecord.class)) {
      throw new HailQueryException(
          "HailRecord cannot be map output: it is a view on the input. Emit the values it holds, or"
              + " the row as text by HailRecord.toText");
    }
  }

  @Override
  public RecordReader<Text, HailRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new HailRecordReader(StepListener.none());
  }

  /** False: splits are made of whole blocks. */
  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return false;
  }
}
