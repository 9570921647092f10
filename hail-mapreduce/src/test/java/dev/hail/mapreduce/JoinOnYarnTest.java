// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins in containers of a real YARN: native ones if they are there, else those in Java. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("nightly")
final class JoinOnYarnTest {
  private static final boolean NATIVE = !Boolean.getBoolean("hail.native.skip");
  private static final String LIBRARY = "hail.native.library";
  private static final int TASKS = 4;

  /** A DECIMAL takes 16 bytes in an image and two in this text. */
  private static final int WIDE_COLUMNS = 24;

  private static final int WIDE_ROWS = 300_000;
  private static final Schema WIDE =
      Schema.parse(
          "number INT, "
              + IntStream.range(0, WIDE_COLUMNS)
                  .mapToObj(i -> "c" + i + " DECIMAL(30,0)")
                  .collect(Collectors.joining(", ")));
  private static final long IMAGE_BYTES = 16L * WIDE_COLUMNS * WIDE_ROWS;

  private static final Schema ORDERS = Schema.parse("id INT, customer INT");
  private static final int ORDER_ROWS = 40;

  /** A JVM with its reservations in proportion to such small containers. */
  private static final String SMALL_JVM =
      "-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompressedClassSpaceSize=48m"
          + " -XX:ReservedCodeCacheSize=32m";

  private static JobFixture fixture;
  private static Path wide;
  private static Path small;
  private static Path orders;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
    fixture =
        JobFixture.start(
            HailMiniCluster.builder().dataNodes(1).yarn(true).nodeManagers(1).configuration(conf));
    orders =
        fixture.upload(
            "orders",
            ORDERS,
            List.of(1),
            IntStream.range(0, ORDER_ROWS)
                .mapToObj(i -> i + "," + i * 10 + "\n")
                .collect(Collectors.joining()),
            // Some rows in each of the blocks of the tasks.
            (ORDER_ROWS * 6L) / TASKS);
    small = fixture.upload("small", WIDE, List.of(1), wideText(100), 1 << 20);
    if (NATIVE) {
      wide = fixture.upload("wide", WIDE, List.of(1), wideText(WIDE_ROWS), 8 << 20);
    }
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private static String wideText(int rows) {
    String digits =
        IntStream.range(0, WIDE_COLUMNS).mapToObj(i -> ",1").collect(Collectors.joining());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(i).append(digits).append('\n');
    }
    return text.toString();
  }

  /** Writes the orders with a column of the build side; stops at its first row if it is told to. */
  @HailQuery
  @HailJoin(name = "w", path = "${test.wide}", on = "customer = number")
  static final class Wide extends Mapper<Text, HailRecord, NullWritable, Text> {
    private static final String SIGNALS = "test.wide.signals";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      String signals = context.getConfiguration().get(SIGNALS);
      if (signals == null) {
        return;
      }
      FileSystem fs = FileSystem.get(context.getConfiguration());
      int task = context.getTaskAttemptID().getTaskID().getId();
      fs.mkdirs(new Path(signals, task + "-" + ProcessHandle.current().pid()));
      while (!fs.exists(new Path(signals, "go-on"))) {
        Thread.sleep(50);
        context.progress();
      }
    }

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(NullWritable.get(), new Text(row.getInt("id") + " " + row.getDecimal("w.c7")));
    }
  }

  /** What {@link Wide} writes if the build side has these rows. */
  private static List<String> expected(int rows) {
    return IntStream.range(0, ORDER_ROWS)
        .filter(i -> i * 10 < rows)
        .mapToObj(i -> i + " 1")
        .sorted()
        .toList();
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration(fixture.cluster().configuration());
    conf.set(HailConfigKeys.JOIN_IMPLEMENTATION, NATIVE ? "native" : "java");
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 256);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, SMALL_JVM + library());
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 768);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, SMALL_JVM.replace("64m", "192m") + library());
    conf.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, 100);
    conf.set(MRJobConfig.MAPRED_ADMIN_USER_ENV, "MALLOC_ARENA_MAX=2");
    conf.set(MRJobConfig.MR_AM_ADMIN_USER_ENV, "MALLOC_ARENA_MAX=2");
    conf.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 1);
    conf.setInt(Job.SUBMIT_REPLICATION, 1);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 100);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    return conf;
  }

  /** A library that was named to this process is not in the jar that a job ships. */
  private static String library() {
    String library = System.getProperty(LIBRARY);
    return !NATIVE || library == null ? "" : " -D" + LIBRARY + "=" + library;
  }

  private static Job job(Configuration conf, Path side) throws IOException {
    conf.set("test.wide", side.toUri().getPath());
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, Wide.class);
    FileInputFormat.addInputPath(job, orders);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  /** What the tasks and the job say of their end. */
  private static String diagnostics(Job job) throws Exception {
    StringBuilder text = new StringBuilder(String.valueOf(job.getStatus().getFailureInfo()));
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 100)) {
      for (String line : job.getTaskDiagnostics(event.getTaskAttemptId())) {
        text.append('\n').append(line);
      }
    }
    return text.toString();
  }

  @Test
  void fourTasksOfANode_haveOneImageInMemory_inContainersThatAreRaised() throws Exception {
    assumeFalse(!NATIVE, "Joins in Java share no memory");
    Configuration conf = configuration();
    Path signals = new Path("/signals");
    conf.set(Wide.SIGNALS, signals.toString());
    Job job = job(conf, wide);
    FileOutputFormat.setOutputPath(job, new Path("/out/four"));
    job.submit();
    int tasks = job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0);
    assertThat(tasks).isGreaterThanOrEqualTo(TASKS);
    FileSystem fs = fixture.cluster().fileSystem();

    Waiting.until(
        "all tasks have mapped the image",
        () -> job.isComplete() || (fs.exists(signals) && fs.listStatus(signals).length == tasks));
    assertThat(job.isComplete()).as(() -> "job " + job.getJobID()).isFalse();
    List<MappedImage> images = new ArrayList<>();
    for (FileStatus task : fs.listStatus(signals)) {
      images.add(MappedImage.of(Long.parseLong(task.getPath().getName().split("-", -1)[1])));
    }
    fs.mkdirs(new Path(signals, "go-on"));
    assertThat(job.waitForCompletion(false)).as(() -> diagnosticsOf(job)).isTrue();

    long image = images.get(0).size();
    assertThat(image).isGreaterThan(IMAGE_BYTES);
    assertThat(images).allSatisfy(each -> assertThat(each.size()).isEqualTo(image));
    // The kernel may have dropped pages, and each task of its own would have as many.
    assertThat(images.stream().mapToLong(MappedImage::pss).sum())
        .as("%s", images)
        .isBetween(1L, image * 11 / 10);
    Visits.assertRows(fixture.lines(new Path("/out/four"), "part-"), expected(WIDE_ROWS));
    assertThat(job.getConfiguration().getInt(MRJobConfig.MAP_MEMORY_MB, 0))
        .isBetween(
            (int) (64 + 16 + 256 + (image >> 20)), (int) (64 + 16 + 256 + (image >> 20) + 2));
    assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue()).isZero();
  }

  private static String diagnosticsOf(Job job) {
    try {
      return diagnostics(job);
    } catch (Exception e) {
      return e.toString();
    }
  }

  /**
   * The image as a process has it mapped.
   *
   * @param size bytes of address space
   * @param pss bytes of memory, shared ones divided by the processes that share them
   */
  private record MappedImage(long size, long pss) {
    static MappedImage of(long process) throws IOException {
      long size = 0;
      long pss = 0;
      boolean image = false;
      for (String line : Files.readAllLines(java.nio.file.Path.of("/proc/" + process + "/smaps"))) {
        String[] words = line.trim().split("\\s+", -1);
        if (!words[0].endsWith(":")) {
          image = line.endsWith(".image");
        } else if (image && words[0].equals("Size:")) {
          size += Long.parseLong(words[1]) << 10;
        } else if (image && words[0].equals("Pss:")) {
          pss += Long.parseLong(words[1]) << 10;
        }
      }
      return new MappedImage(size, pss);
    }
  }

  /** Changes the staged image of a job after its length and time were noted. */
  static final class Tampering extends HailInputFormat {
    static final String HOW = "test.tampering";

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
      List<InputSplit> splits = super.getSplits(job);
      Path staging = new Path(job.getConfiguration().get(MRJobConfig.MAPREDUCE_JOB_DIR));
      FileSystem fs = staging.getFileSystem(job.getConfiguration());
      for (FileStatus file : fs.listStatus(staging)) {
        if (file.getPath().getName().endsWith("-w.image")) {
          change(fs, file, job.getConfiguration().get(HOW));
        }
      }
      return splits;
    }

    private static void change(FileSystem fs, FileStatus file, String how) throws IOException {
      byte[] bytes = new byte[(int) file.getLen()];
      try (FSDataInputStream in = fs.open(file.getPath())) {
        in.readFully(0, bytes);
      }
      byte[] changed = how.equals("cut") ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
      if (how.equals("changed")) {
        changed[changed.length - 1] ^= 1;
      }
      try (FSDataOutputStream out = fs.create(file.getPath(), true)) {
        out.write(changed);
      }
      if (!how.equals("later")) {
        fs.setTimes(file.getPath(), file.getModificationTime(), -1);
      }
    }
  }

  /** Uber mode has the task in the process of the application master, with files of its own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cut|false|-w.image is not the image that the job was planned with",
        "changed|true|damaged",
        "later|true|changed on src filesystem",
      })
  void stagedImage_thatIsChangedAfterSubmission_failsTheJobByName(
      String how, boolean uber, String message) throws Exception {
    Configuration conf = configuration();
    conf.set(Tampering.HOW, how);
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, uber);
    conf.setInt(MRJobConfig.MR_AM_MAX_ATTEMPTS, 1);
    Job job = job(conf, small);
    job.setInputFormatClass(Tampering.class);

    fixture.run(job);

    assertThat(job.isSuccessful()).isFalse();
    assertThat(diagnostics(job)).contains(message).contains("-w.image");
  }

  @Test
  void nodeWithoutTheLibrary_failsTheTaskWithTheRemedy() throws Exception {
    assumeFalse(!NATIVE, "There is no library to miss");
    Configuration conf = configuration();
    conf.set(MRJobConfig.MAP_JAVA_OPTS, SMALL_JVM + " -D" + LIBRARY + "=/nowhere/lib.so");
    Job job = job(conf, small);

    fixture.run(job);

    assertThat(job.isSuccessful()).isFalse();
    assertThat(diagnostics(job))
        .contains("The job was planned with native joins, which ")
        .contains(" cannot load: ")
        .contains("/nowhere/lib.so")
        .contains("-D hail.join.implementation=java, or mend the node");
  }
}
