// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import dev.hail.mapreduce.HailCounter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs jobs on the cluster and collects their figures. */
public final class JobRunner {
  private static final long POLL_MILLIS = 50;

  private JobRunner() {}

  /** Runs a job for plain Hadoop with an input format that measures. */
  public static JobResult runPlain(Job job, DoubleConsumer progress)
      throws IOException, InterruptedException {
    job.setInputFormatClass(TimedTextInputFormat.class);
    return runTimed(job, "text scan", progress);
  }

  /**
   * Runs a job whose input format measures with {@link TimedRecordReader}.
   *
   * @param accessPath how the job reads blocks, as text to show
   */
  public static JobResult runTimed(Job job, String accessPath, DoubleConsumer progress)
      throws IOException, InterruptedException {
    double seconds = run(job, progress);
    Counters counters = countersOf(job);
    return result(
        job,
        seconds,
        counters,
        counters.findCounter(TimedRecordReader.Measured.RECORD_READER_NANOS).getValue(),
        // Hadoop's counter misses Parquet's vectored reads, which Parquet counts itself.
        Math.max(
            counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue(),
            counters.findCounter("parquet", "bytesread").getValue()),
        accessPath);
  }

  /** Runs a HAIL job. */
  public static JobResult runHail(Job job, DoubleConsumer progress)
      throws IOException, InterruptedException {
    double seconds = run(job, progress);
    Counters counters = countersOf(job);
    return result(
        job,
        seconds,
        counters,
        counters.findCounter(HailCounter.RECORD_READER_NANOS).getValue(),
        counters.findCounter(HailCounter.BYTES_READ).getValue(),
        accessPath(counters));
  }

  private static JobResult result(
      Job job,
      double seconds,
      Counters counters,
      long readerNanos,
      long bytesRead,
      String accessPath)
      throws IOException {
    Path output = FileOutputFormat.getOutputPath(job);
    return new JobResult(
        seconds,
        (int) counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue(),
        readerNanos / 1e9,
        bytesRead,
        accessPath,
        OutputFingerprint.of(output.getFileSystem(job.getConfiguration()), output));
  }

  private static double run(Job job, DoubleConsumer progress)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try {
      job.submit();
    } catch (ClassNotFoundException e) {
      throw new IOException("A class of job " + job.getJobName() + " is missing", e);
    }
    while (!job.isComplete()) {
      progress.accept(job.mapProgress());
      Thread.sleep(POLL_MILLIS);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!job.isSuccessful()) {
      throw new IOException(
          "Job "
              + job.getJobName()
              + " ("
              + job.getJobID()
              + ") failed: "
              + job.getStatus().getFailureInfo()
              + "; run again with --keep to keep its logs");
    }
    return seconds;
  }

  private static Counters countersOf(Job job) throws IOException {
    Counters counters = job.getCounters();
    if (counters == null) {
      throw new IOException(
          "The history server does not know the counters of job " + job.getJobName());
    }
    return counters;
  }

  private static String accessPath(Counters counters) {
    List<String> paths = new ArrayList<>();
    add(
        paths,
        counters.findCounter(HailCounter.BLOCKS_EQUALITY_INDEX).getValue(),
        "equality index");
    add(paths, counters.findCounter(HailCounter.BLOCKS_RANGE_INDEX).getValue(), "range index");
    add(paths, counters.findCounter(HailCounter.BLOCKS_SCAN).getValue(), "scan");
    return String.join(", ", paths);
  }

  private static void add(List<String> paths, long blocks, String path) {
    if (blocks > 0) {
      paths.add(path + ": " + blocks);
    }
  }
}
