package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.pseudo.PseudoStep;
import dev.hail.conf.HailConfigKeys;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks whose processes end while they index: by themselves, and by the signal of preemption. */
@Timeout(300)
final class KilledIndexingTaskTest {
  private static final String SIGNAL = "test.indexing.signal";
  private static final int DURATION = 13;

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

  /** The map function of the job. */
  static final class Found extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      String line =
          row.isBad() ? "bad " + row.badLine() : row.getString(1) + "," + row.getString(2);
      context.write(new Text(line), NullWritable.get());
    }
  }

  /** HAIL's input format, in whose first attempts of the first three tasks something happens. */
  static final class Input extends HailInputFormat {
    @Override
    public RecordReader<Text, HailRecord> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      TaskAttemptID attempt = context.getTaskAttemptID();
      boolean faulty = attempt.getId() == 0;
      return new HailRecordReader(
          faulty
              ? new Fault(attempt.getTaskID().getId(), context.getConfiguration())
              : StepListener.none());
    }
  }

  private record Fault(int task, Configuration conf) implements StepListener<PseudoStep> {
    @Override
    public void before(PseudoStep step) throws IOException {
      if (task == 2 && step == PseudoStep.PUBLISH) {
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
      PseudoStep last = task == 0 ? PseudoStep.CREATE : PseudoStep.WRITE;
      if (task < 2 && step == last) {
        Runtime.getRuntime().halt(1);
      }
    }
  }

  @Test
  void tasksThatAreKilledAreRunAgainAndIndexTheirBlocks() throws Exception {
    String text = Visits.text(47, 2_000);
    Path path = fixture.upload(text, 32 << 10);
    int blocks = fixture.blocks(path).size();
    assertThat(blocks).isGreaterThanOrEqualTo(3);
    Path signal = fixture.fs().makeQualified(new Path("/signals/preempt"));
    Path output = fixture.fs().makeQualified(new Path("/out/killed"));
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
    HailJobs.configure(job, Found.class);
    job.setInputFormatClass(Input.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    FileOutputFormat.setOutputPath(job, output);

    job.submit();
    JobFixture.await("a task is about to publish", 4, () -> fixture.fs().exists(signal));
    TaskAttemptID preempted = new TaskAttemptID(new TaskID(job.getJobID(), TaskType.MAP, 2), 0);
    job.killTask(preempted);

    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(fixture.jobs().lines(output, "part-")).isEqualTo(Visits.found(text, DURATION));
    assertThat(job.getCounters().findCounter(HailCounter.BLOCKS_INDEXED).getValue())
        .isEqualTo(blocks);
    assertThat(fixture.staged()).as("what the killed tasks left").isNotEmpty();
    fixture.awaitCollected();
    fixture.awaitSound(path);
    assertThat(fixture.pseudo(path)).hasSize(blocks);
  }
}
