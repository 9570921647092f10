// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * A job on YARN that finds the pages of early visits. Its first task stops after ten rows, in those
 * of its attempts that are named, until the test lets it go on.
 */
final class PausingJob {
  private static final int ROWS_BEFORE_PAUSE = 10;
  private static final String BEFORE = "2000-01-01";
  private static final String SIGNALS = "test.pausing.signals";
  private static final String ATTEMPTS = "test.pausing.attempts";

  private final JobFixture fixture;
  private final Path signals;
  private final Path output;
  private final Job job;

  /** The map function of the job. */
  @HailQuery(filter = "visitDate < '" + BEFORE + "'", projection = "destURL")
  static final class Pages extends Mapper<Text, HailRecord, Text, NullWritable> {
    private int rows;

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (!row.isBad()) {
        context.write(new Text(row.getString("destURL")), NullWritable.get());
      }
      if (++rows == ROWS_BEFORE_PAUSE && pauses(context)) {
        Configuration conf = context.getConfiguration();
        Path signals = new Path(conf.get(SIGNALS));
        int attempt = context.getTaskAttemptID().getId();
        FileSystem fs = signals.getFileSystem(conf);
        fs.mkdirs(paused(signals, attempt));
        while (!fs.exists(goOn(signals, attempt))) {
          Thread.sleep(50);
          context.progress();
        }
      }
    }

    private static boolean pauses(Context context) {
      TaskAttemptID attempt = context.getTaskAttemptID();
      return attempt.getTaskID().getId() == 0
          && Arrays.stream(context.getConfiguration().getInts(ATTEMPTS))
              .anyMatch(number -> number == attempt.getId());
    }
  }

  /**
   * @param name of the job's directories, new in this cluster
   * @param attempts of the first task that stop, from 0
   */
  PausingJob(JobFixture fixture, Path input, String name, int... attempts) throws IOException {
    this.fixture = fixture;
    this.signals = fixture.cluster().fileSystem().makeQualified(new Path("/signals/" + name));
    this.output = fixture.cluster().fileSystem().makeQualified(new Path("/out/" + name));
    Configuration conf = new Configuration(fixture.cluster().configuration());
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 512);
    // No second attempts but for failed ones, unless a test asks for them.
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 100);
    conf.set(SIGNALS, signals.toString());
    conf.setStrings(
        ATTEMPTS, IntStream.of(attempts).mapToObj(String::valueOf).toArray(String[]::new));
    job = Job.getInstance(conf);
    HailJobs.configure(job, Pages.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, output);
  }

  /** What the job's lines must be, sorted, found with plain string operations. */
  static List<String> expected(String text) {
    return text.lines()
        .map(line -> line.split(",", -1))
        .filter(field -> field.length == 5 && field[2].compareTo(BEFORE) < 0)
        .map(field -> field[1])
        .sorted()
        .toList();
  }

  /** Checks the job's lines. */
  void assertAnswer(String text) throws IOException {
    Visits.assertRows(lines(), expected(text));
  }

  Job job() {
    return job;
  }

  Configuration configuration() {
    return job.getConfiguration();
  }

  /** Waits until this attempt of the first task has stopped. */
  void awaitPause(int attempt) throws Exception {
    await(paused(signals, attempt));
  }

  void goOn(int attempt) throws IOException {
    fixture.cluster().fileSystem().mkdirs(goOn(signals, attempt));
  }

  /**
   * Waits until the output is whole. The job's own status comes from a history file on the
   * datanodes, which may be out of reach for a while.
   */
  void awaitSuccess() throws Exception {
    await(new Path(output, "_SUCCESS"));
  }

  /** The lines of the output, sorted. */
  List<String> lines() throws IOException {
    return fixture.lines(output, "part-");
  }

  private void await(Path path) throws Exception {
    FileSystem fs = fixture.cluster().fileSystem();
    Waiting.until(path + " has come", () -> fs.exists(path));
  }

  private static Path paused(Path signals, int attempt) {
    return new Path(signals, "paused-" + attempt);
  }

  private static Path goOn(Path signals, int attempt) {
    return new Path(signals, "go-on-" + attempt);
  }
}
