// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.ProcessYarn;
import dev.hail.protocol.PseudoReplica;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where tasks run and pseudo replicas lie, on datanodes and node managers that are processes with
 * host names of their own.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("nightly")
final class LocalTasksTest {
  private static final int NODES = 3;
  private static final int DURATION = 5;
  private static final String READ = "read of ";

  private static ProcessCluster hdfs;
  private static String text;

  /** Beside what it finds, says of each block where it was planned to be read, and who read it. */
  @HailQuery(
      filter = "duration = " + DURATION,
      projection = {"sourceIP", "destURL"})
  static final class Found extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      HailInputSplit split = (HailInputSplit) context.getInputSplit();
      String reader = System.getenv(Environment.NM_HOST.name());
      for (SplitBlock block : split.blocks()) {
        String where = List.of(split.getLocations()).contains(reader) ? " at home" : " elsewhere";
        String line = READ + block.plannedDatanode() + " by " + reader + where;
        context.write(new Text(line), NullWritable.get());
      }
    }

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      String found =
          row.isBad()
              ? "bad " + row.badLine()
              : row.getString("sourceIP") + "," + row.getString("destURL");
      context.write(new Text(found), NullWritable.get());
    }
  }

  @BeforeAll
  static void start() throws Exception {
    hdfs =
        ProcessCluster.builder()
            .dataNodes(NODES)
            .hostNames()
            .heap("256m")
            .set("dfs.replication", "2")
            .start();
    text = Visits.text(29, 6_000);
  }

  @AfterAll
  static void stop() throws Exception {
    if (hdfs != null) {
      hdfs.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 40})
  void indexScanTasks_onYarn_runBesideTheirSpreadReplicas(int missedOpportunities)
      throws Exception {
    Path path = upload("visits" + missedOpportunities);
    int blocks = HailFile.open(hdfs.configuration(), path).blocks().size();
    assertThat(blocks).isGreaterThan(NODES * 4);
    try (ProcessYarn yarn =
        ProcessYarn.start(hdfs, new ProcessYarn.Shape(2, 512, missedOpportunities))) {
      Configuration conf = yarn.configuration(hdfs.configuration());

      Job building = run(conf, path, new Path(path.getParent(), "built" + missedOpportunities));
      assertThat(counter(building, HailCounter.BLOCKS_INDEXED)).isEqualTo(blocks);
      Waiting.until("all indexes are known", () -> holders(path).size() == blocks);
      double spread = IndexSpread.of(HailFile.open(hdfs.configuration(), path).blocks(), DURATION);
      // PlacementTest has the bound for many blocks; these are few, and come at the same time.
      assertThat(spread).as("%s", holders(path)).isBetween(1.0, 1.5);

      Path output = new Path(path.getParent(), "found" + missedOpportunities);
      Job scanning = run(conf, path, output);
      assertThat(counter(scanning, HailCounter.BLOCKS_EQUALITY_INDEX)).isEqualTo(blocks);
      assertThat(counter(scanning, HailCounter.BLOCKS_PSEUDO_REPLICA)).isEqualTo(blocks);
      assertThat(counter(scanning, HailCounter.FAILOVERS)).isZero();
      List<Read> reads = reads(output);
      double local = (double) reads.stream().filter(Read::isLocal).count() / reads.size();
      System.out.println(
          "missed opportunities "
              + missedOpportunities
              + ": spread "
              + spread
              + ", share of local reads "
              + local
              + ", tasks beside a replica "
              + counter(scanning, JobCounter.DATA_LOCAL_MAPS)
              + " of "
              + counter(scanning, JobCounter.TOTAL_LAUNCHED_MAPS));
      assertThat(reads).filteredOn(Read::placed).isNotEmpty().allMatch(Read::isLocal);
      // The scheduler waits for no more than a heartbeat of each node, whatever it is told.
      assertThat(local).isGreaterThanOrEqualTo(missedOpportunities < 0 ? 1.0 / NODES : 0.5);
    }
  }

  /** The datanode of each pseudo replica of the file. */
  private static List<String> holders(Path path) throws IOException {
    return HailFile.open(hdfs.configuration(), path).blocks().stream()
        .flatMap(block -> block.pseudo().stream())
        .map(PseudoReplica::datanodeUuid)
        .sorted()
        .toList();
  }

  private static Path upload(String name) throws IOException {
    Configuration conf = hdfs.configuration();
    FileSystem fs = FileSystem.get(conf);
    Path path = fs.makeQualified(new Path("/hail/" + name));
    fs.mkdirs(path.getParent());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    TextSource source =
        new TextSource(name, bytes.length, counter -> new ByteArrayInputStream(bytes));
    UploadRequest.Settings settings =
        new UploadRequest.Settings(16 << 10, 0, false, false, UploadRequest.UNLIMITED, 1, 1);
    new Upload(
            conf,
            new UploadRequest(
                List.of(source), path, Visits.SCHEMA, List.of(), TextFormat.defaults(), settings))
        .run();
    return path;
  }

  private static Job run(Configuration conf, Path path, Path output) throws Exception {
    Job job = Job.getInstance(conf);
    job.getConfiguration().set(HailConfigKeys.ADAPTIVE_STRATEGY, "lazy");
    job.getConfiguration().setFloat(HailConfigKeys.ADAPTIVE_OFFER_RATE, 1);
    // All of a task's blocks may wait: they are so small that mapping them is faster than indexing.
    job.getConfiguration().setInt(HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS, 8);
    job.getConfiguration().setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    HailJobs.configure(job, Found.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    FileOutputFormat.setOutputPath(job, output);
    job.waitForCompletion(false);
    assertThat(job.isSuccessful()).as("success of the job: %s", diagnostics(job)).isTrue();
    // The page of the resource manager leads to that of the history server.
    try (InputStream page = URI.create(job.getTrackingURL()).toURL().openStream()) {
      assertThat(page.readAllBytes()).as("%s", job.getTrackingURL()).isNotEmpty();
    }
    List<String> found = lines(output).stream().filter(line -> !line.startsWith(READ)).toList();
    Visits.assertFound(found, text, DURATION);
    return job;
  }

  private static String diagnostics(Job job) throws Exception {
    return Arrays.stream(job.getTaskReports(TaskType.MAP))
        .flatMap(task -> Arrays.stream(task.getDiagnostics()))
        .collect(Collectors.joining("\n"));
  }

  private static long counter(Job job, Enum<?> counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  /**
   * The read of a block.
   *
   * @param host of the datanode that it was planned for
   * @param reader host of the task
   * @param placed whether the task ran where its split asked for
   */
  private record Read(String host, String reader, boolean placed) {
    boolean isLocal() {
      return host.equals(reader);
    }
  }

  private static List<Read> reads(Path output) throws Exception {
    Map<String, String> hosts = new HashMap<>();
    for (DatanodeInfo node :
        hdfs.newFileSystem().getClient().datanodeReport(DatanodeReportType.LIVE)) {
      hosts.put(node.getDatanodeUuid(), node.getHostName());
    }
    List<Read> reads =
        lines(output).stream()
            .filter(line -> line.startsWith(READ))
            .map(line -> line.substring(READ.length()).split(" (by )?", -1))
            .map(read -> new Read(hosts.get(read[0]), read[1], read[2].equals("at")))
            .toList();
    assertThat(reads).isNotEmpty();
    return reads;
  }

  private static List<String> lines(Path directory) throws IOException {
    return JobFixture.lines(directory.getFileSystem(hdfs.configuration()), directory, "part-");
  }
}
