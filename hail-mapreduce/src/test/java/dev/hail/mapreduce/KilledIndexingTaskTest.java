// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.Waiting;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tasks whose processes end while they index: by themselves, by the signal of preemption, and as
 * attempts that another one has beaten.
 */
@Timeout(1200)
@Tag("nightly")
final class KilledIndexingTaskTest {
  private static final String SIGNAL = "test.indexing.signal";
  private static final String STALL = "test.indexing.stall";
  private static final int DURATION = 13;

  /** First attempts at so many tasks fail. */
  private static final int FAILING_TASKS = 2;

  private static IndexingFixture fixture;

  @BeforeAll
  static void start() throws Exception {
    fixture = IndexingFixture.start(builder -> builder.yarn(true).nodeManagers(1));
  }

  @AfterAll
  static void stop() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  /** HAIL's input format, in whose first attempts of the first three tasks something happens. */
  static final class Input extends HailInputFormat {
    @Override
    public RecordReader<Text, HailRecord> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      TaskAttemptID attempt = context.getTaskAttemptID();
      Configuration conf = context.getConfiguration();
      if (attempt.getId() != 0) {
        return new HailRecordReader(StepListener.none());
      }
      int task = attempt.getTaskID().getId();
      RecordReader<Text, HailRecord> reader = new HailRecordReader(new Fault(task, conf));
      return task == 2 && conf.getBoolean(STALL, false) ? new StallingReader(reader) : reader;
    }
  }

  /** Delivers no row of the second half of its split. */
  private static final class StallingReader extends RecordReader<Text, HailRecord> {
    private final RecordReader<Text, HailRecord> reader;

    StallingReader(RecordReader<Text, HailRecord> reader) {
      this.reader = reader;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      reader.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      boolean found = reader.nextKeyValue();
      while (reader.getProgress() > 0.5f) {
        Thread.sleep(50);
      }
      return found;
    }

    @Override
    public Text getCurrentKey() throws IOException, InterruptedException {
      return reader.getCurrentKey();
    }

    @Override
    public HailRecord getCurrentValue() throws IOException, InterruptedException {
      return reader.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  private record Fault(int task, Configuration conf) implements StepListener<PseudoStep> {
    @Override
    public void before(PseudoStep step) throws IOException {
      if (task == 2 && step == PseudoStep.SEND) {
        Path signal = new Path(conf.get(SIGNAL));
        FileSystem fs = signal.getFileSystem(conf);
        fs.mkdirs(signal);
        try {
          while (true) {
            Thread.sleep(50);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("Interrupted where a test waits for a signal");
        }
      }
    }

    @Override
    public void after(PseudoStep step) {
      PseudoStep last = task == 0 ? PseudoStep.SORT : PseudoStep.GRANT;
      if (task < FAILING_TASKS && !conf.getBoolean(STALL, false) && step == last) {
        Runtime.getRuntime().halt(1);
      }
    }
  }

  @Test
  void killedTasks_runAgain_indexTheirBlocksUnlikeFailedOnes() throws Exception {
    String text = Visits.text(47, 2_000);
    Path path = fixture.upload(text, 32 << 10);
    Path signal = fixture.fs().makeQualified(new Path("/signals/preempt"));
    Job job = indexing(path, "killed", signal);
    job.getConfiguration().setInt(HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT, 1);

    job.submit();
    Waiting.until("a task is about to send a replica", () -> fixture.fs().exists(signal));
    TaskAttemptID preempted = new TaskAttemptID(new TaskID(job.getJobID(), TaskType.MAP, 2), 0);
    job.killTask(preempted);

    int blocks = fixture.blocks(path).size();
    assertAnswered(job, path, text, blocks - FAILING_TASKS);
    assertThat(indexed(job)).isEqualTo(blocks - FAILING_TASKS);
    fixture.fs().delete(path, false);
  }

  @Test
  void stalledTask_withTwin_leavesIndexingToIt() throws Exception {
    String text = Visits.text(48, 4_000);
    Path path = fixture.upload(text, 32 << 10);
    Job job = indexing(path, "stalled", fixture.fs().makeQualified(new Path("/signals/stalled")));
    Configuration conf = job.getConfiguration();
    conf.setBoolean(STALL, true);
    // MapReduce does not speculate on a task that has read all its input: half of it is left to the
    // stalled one.
    conf.setInt(HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT, 2);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, true);
    conf.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_NO_SPECULATE, 200);
    conf.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_SPECULATE, 200);
    conf.setDouble(MRJobConfig.SPECULATIVE_SLOWTASK_THRESHOLD, 0.1);
    conf.setLong(MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, 200);

    job.submit();

    int blocks = fixture.blocks(path).size();
    assertAnswered(job, path, text, blocks);
    // Other tasks may get a twin, too, which makes a block that it finds indexed nobody's.
    assertThat(indexed(job)).isBetween(1L, (long) blocks);
    assertThat(
            Arrays.stream(job.getTaskReports(TaskType.MAP))
                .filter(task -> task.getTaskID().getId() == 2)
                .map(task -> task.getSuccessfulTaskAttemptId().getId()))
        .containsExactly(1);
    // With it go its replicas, of which the next test would not know.
    fixture.fs().delete(path, false);
  }

  /** A job that indexes every block, with the faults of {@link Input}. */
  private static Job indexing(Path path, String name, Path signal) throws Exception {
    Configuration conf = new Configuration(fixture.cluster().configuration());
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 512);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 100);
    conf.set(SIGNAL, signal.toString());
    conf.set(HailConfigKeys.QUERY_FILTER, "duration = " + DURATION);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "sourceIP,destURL");
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, "lazy");
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1");
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, FoundRows.class);
    job.setInputFormatClass(Input.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    FileOutputFormat.setOutputPath(job, fixture.fs().makeQualified(new Path("/out/" + name)));
    return job;
  }

  /**
   * Waits for the job; each row is there once, so many blocks have one replica, nothing else is
   * left.
   */
  private static void assertAnswered(Job job, Path path, String text, int indexed)
      throws Exception {
    assertThat(job.waitForCompletion(false)).isTrue();
    Visits.assertFound(
        fixture.jobs().lines(FileOutputFormat.getOutputPath(job), "part-"), text, DURATION);
    assertThat(job.getTaskReports(TaskType.MAP)).hasSizeGreaterThanOrEqualTo(3);
    fixture.awaitCollected();
    fixture.awaitSound(path);
    assertThat(fixture.pseudo(path)).hasSize(indexed);
  }

  private static long indexed(Job job) throws IOException {
    return job.getCounters().findCounter(HailCounter.BLOCKS_INDEXED).getValue();
  }
}
