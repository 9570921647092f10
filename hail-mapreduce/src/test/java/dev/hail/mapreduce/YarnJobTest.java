package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs whose tasks run in containers of a real YARN. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class YarnJobTest {

  private static final int ROWS = 8_000;
  private static final Path REACHED = new Path("/signal/reached");
  private static final Path GO_ON = new Path("/signal/go-on");

  private static JobFixture fixture;
  private static String text;
  private static Path path;

  @HailQuery(filter = "visitDate < '2000-01-01'", projection = "destURL")
  static class Pages extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (!row.isBad()) {
        context.write(new Text(row.getString("destURL")), NullWritable.get());
      }
    }
  }

  /**
   * Stops after its tenth row until it is told to go on, in the first attempt of the first task.
   */
  static final class Hesitant extends Pages {
    private int rows;

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      super.map(file, row, context);
      boolean first =
          context.getTaskAttemptID().getId() == 0
              && context.getTaskAttemptID().getTaskID().getId() == 0;
      if (++rows == 10 && first) {
        FileSystem fs = FileSystem.get(context.getConfiguration());
        fs.mkdirs(REACHED);
        while (!fs.exists(GO_ON)) {
          Thread.sleep(50);
          context.progress();
        }
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3).yarn(true).nodeManagers(1));
    text = Visits.text(13, ROWS);
    path =
        fixture.upload(
            "visits",
            Visits.SCHEMA,
            List.of(Visits.VISIT_DATE, Visits.SOURCE_IP, Visits.AD_REVENUE),
            text,
            64 << 10);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void tasksInContainersAnswerTheQueryInFewSplits() throws Exception {
    Job job = job(Pages.class);

    Path output = fixture.run(job);

    assertThat(job.isSuccessful()).isTrue();
    assertThat(fixture.lines(output, "part-")).isEqualTo(expected());
    long blocks = job.getCounters().findCounter(HailCounter.BLOCKS_RANGE_INDEX).getValue();
    assertThat(blocks).isGreaterThan(3);
    assertThat(job.getCounters().findCounter(HailCounter.BLOCKS_SCAN).getValue()).isZero();
    assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
        .isLessThan(blocks);
  }

  @Test
  void aDatanodeThatDiesUnderAMapTaskLosesAndRepeatsNoRow() throws Exception {
    Job job = job(Hesitant.class);
    job.getConfiguration().set(HailConfigKeys.READ_FAILOVER_BUFFER_MAX, "2k");
    HailInputSplit first = (HailInputSplit) new HailInputFormat().getSplits(job).get(0);
    Path output = fixture.cluster().fileSystem().makeQualified(new Path("/out/hesitant"));
    FileOutputFormat.setOutputPath(job, output);
    job.submit();
    FileSystem fs = fixture.cluster().fileSystem();
    while (!fs.exists(REACHED)) {
      assertThat(job.isComplete()).as("job ended before its task waited").isFalse();
      Thread.sleep(50);
    }
    StoppedDataNode stopped = stop(first.blocks().get(0).plannedDatanode());
    try {
      fs.mkdirs(GO_ON);
      awaitSuccess(output);
    } finally {
      fixture.cluster().startDataNode(stopped);
    }

    assertThat(fixture.lines(output, "part-")).isEqualTo(expected());
  }

  @Test
  void theQueryCommandWritesDelimitedText() throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        HailCli.run(
            fixture.cluster().configuration(),
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "query",
            "--filter",
            "visitDate < '2000-01-01'",
            "--project",
            "destURL,@1",
            "--delimiter",
            "|",
            "--bad-records",
            "--output",
            "/out/query",
            path.toString());

    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
    List<String> expected =
        text.lines()
            .map(line -> line.split(",", -1))
            .filter(field -> field.length == 5 && field[2].compareTo("2000-01-01") < 0)
            .map(field -> field[1] + "|" + field[0])
            .sorted()
            .toList();
    assertThat(fixture.lines(new Path("/out/query"), "part-")).isEqualTo(expected);
    assertThat(fixture.lines(new Path("/out/query"), "bad-")).hasSize(Visits.badLines(ROWS));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(String.format("%,d rows", expected.size()))
        .contains("0 scanned")
        .contains(Visits.badLines(ROWS) + " bad records");
  }

  /**
   * The job's own status comes from a history file on the datanodes, which may be out of reach for
   * a while.
   */
  private static void awaitSuccess(Path output) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!fixture.cluster().fileSystem().exists(new Path(output, "_SUCCESS"))) {
      assertThat(System.nanoTime()).as("job has not succeeded").isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static List<String> expected() {
    return text.lines()
        .map(line -> line.split(",", -1))
        .filter(field -> field.length == 5 && field[2].compareTo("2000-01-01") < 0)
        .map(field -> field[1])
        .sorted()
        .toList();
  }

  private static StoppedDataNode stop(String datanodeUuid) {
    List<DataNode> nodes = fixture.cluster().dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(datanodeUuid)) {
        return fixture.cluster().stopDataNode(i);
      }
    }
    throw new AssertionError("No datanode " + datanodeUuid);
  }

  private static Job job(Class<? extends Pages> mapper) throws IOException {
    Configuration conf = new Configuration(fixture.cluster().configuration());
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 512);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 100);
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, mapper);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    return job;
  }
}
