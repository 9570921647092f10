// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.join.build.BuildFolder;
import dev.hail.join.build.BuildSides;
import dev.hail.join.build.BuiltStar;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins when much matches, when nothing does, and when something goes away. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class JoinFaultsTest {
  private static final Schema PAIRS = Schema.parse("k INT, v INT");
  private static final String BY_INDEX = "k >= 0";

  /** The job takes about half. Four bytes for each of ten million rows would not fit beside it. */
  private static final long HEAP = 40 << 20;

  private static JobFixture fixture;

  @TempDir private java.nio.file.Path folder;

  private StoppedDataNode stopped;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3).quickHeartbeats());
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @AfterEach
  void startAgain() throws Exception {
    if (stopped != null) {
      fixture.startDataNode(stopped);
      stopped = null;
    }
  }

  private static List<String> implementations() {
    return StarJobs.implementations();
  }

  private static Path pairs(String name, int rows, IntFunction<String> row, long blockBytes)
      throws IOException {
    String text = IntStream.range(0, rows).mapToObj(row).collect(Collectors.joining());
    return fixture.upload(name, PAIRS, List.of(1, 2), text, blockBytes);
  }

  private static Configuration conf(String implementation) {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.JOIN_IMPLEMENTATION, implementation);
    return conf;
  }

  private static String join(String kind, Path side) {
    return kind + " " + side.toUri().getPath() + " on k = k";
  }

  private static Job job(
      Configuration conf,
      Class<? extends Mapper<Text, HailRecord, NullWritable, Text>> mapper,
      Path... inputs)
      throws IOException {
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, mapper);
    for (Path input : inputs) {
      FileInputFormat.addInputPath(job, input);
    }
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  private static List<String> lines(Job job) throws Exception {
    Path output = fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    return fixture.lines(output, "part-");
  }

  private static long counter(Job job, HailJoinCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  /** Counts rows and sums them up. */
  static final class Summing extends Mapper<Text, HailRecord, NullWritable, Text> {
    private long rows;
    private long sum;

    @Override
    protected void map(Text file, HailRecord row, Context context) {
      rows++;
      sum += row.getInt("a.v");
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(NullWritable.get(), new Text(rows + " " + sum));
    }
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void inputRow_withTenMillionMatches_takesNoMoreMemory(String implementation) throws Exception {
    int copies = 3_200;
    Path input = pairs("one-" + implementation, 1, i -> "7,0\n", 1 << 20);
    Path side = pairs("many-" + implementation, copies, i -> "7," + i + "\n", 1 << 20);
    Configuration conf = conf(implementation);
    conf.set("hail.join.a", join("inner", side));
    conf.set("hail.join.b", join("left", side));
    Job job = job(conf, Summing.class, input);
    Path output = new Path(input.getParent(), "sums-" + implementation);
    FileOutputFormat.setOutputPath(job, output);
    java.nio.file.Path settings = folder.resolve("job.xml");
    SmallHeapJob.write(job, settings);

    SmallProcess run =
        SmallProcess.run(folder.toFile(), HEAP, SmallHeapJob.class, settings.toUri().toString());

    assertThat(run.code()).as("%s", run.said()).isZero();
    long rows = (long) copies * copies;
    assertThat(rows).isGreaterThan(10_000_000);
    assertThat(fixture.lines(output, "part-"))
        .containsExactly(rows + " " + (long) copies * (copies - 1) / 2 * copies);
    assertThat(run.lines(SmallHeapJob.COUNTER))
        .contains("ROWS_PROBED 1", "ROWS_MATCHED 1", "ROWS_JOINED " + rows);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void hotKey_ofNinetyPercent_isCountedRight(String implementation) throws Exception {
    int count = 50_000;
    Path input =
        pairs(
            "hot-" + implementation, count, i -> (i % 10 == 3 ? i : 7) + "," + i + "\n", 200 << 10);
    // Nine in ten rows of the build side have the key, too.
    Path side =
        pairs(
            "hot-side-" + implementation,
            100,
            i -> (i % 10 == 3 ? i * 100 + 3 : 7) + "," + i + "\n",
            1 << 20);
    long matches = 0;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 100; j++) {
        if ((i % 10 == 3 ? i : 7) == (j % 10 == 3 ? j * 100 + 3 : 7)) {
          matches++;
          sum += j;
        }
      }
    }
    Configuration conf = conf(implementation);
    conf.set("hail.join.a", join("inner", side));
    conf.setInt(HailConfigKeys.SPLITTING_MAP_SLOTS, 1);
    Job job = job(conf, Summing.class, input);

    List<long[]> parts =
        lines(job).stream()
            .map(line -> line.split(" ", -1))
            .map(words -> new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])})
            .toList();
    assertThat(parts.stream().mapToLong(part -> part[0]).sum()).isEqualTo(matches);
    assertThat(parts.stream().mapToLong(part -> part[1]).sum()).isEqualTo(sum);
    assertThat(counter(job, HailJoinCounter.ROWS_JOINED)).isEqualTo(matches);
  }

  /** Returns the only datanode whose replica is sorted by what the job filters. */
  private static String plannedDatanode(Path file) throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_FILTER, BY_INDEX);
    Job job = job(conf, CanonicalRows.class, file);
    HailInputSplit split = (HailInputSplit) new HailInputFormat().getSplits(job).get(0);
    return split.blocks().get(0).plannedDatanode();
  }

  @Test
  void datanode_dyingBeforeABuildSideIsRead_isReplacedByAnother() throws Exception {
    Path side = pairs("side-dies", 20_000, i -> i + "," + i * 3 + "\n", 32 << 10);
    Configuration conf = fixture.local();
    conf.set("hail.join.a", join("inner", side));
    BuildSides sides = BuildingClient.open(conf);
    stopped = fixture.stopDataNode(plannedDatanode(side));

    BuiltStar star = BuildingClient.build(conf, sides, folder);

    assertThat(star.sides().get(0).table().rows()).isEqualTo(20_000);
    assertThat(star.sides().get(0).table().distinctKeys()).isEqualTo(20_000);
  }

  @Test
  void buildSide_deletedBetweenOpeningAndReading_isNamed() throws Exception {
    Path side = pairs("deleted", 1_000, i -> i + "," + i + "\n", 1 << 20);
    Configuration conf = fixture.local();
    conf.set("hail.join.a", join("inner", side));
    BuildSides sides = BuildingClient.open(conf);
    fixture.cluster().fileSystem().delete(side, false);
    AtomicReference<IOException> failure = new AtomicReference<>();

    // Datanodes delete the replicas in their own time, and until then the rows are there.
    Waiting.until(
        "the blocks are gone",
        () -> {
          java.nio.file.Path own = Files.createTempDirectory(folder, "attempt");
          try {
            BuildingClient.build(conf, sides, own);
          } catch (IOException e) {
            failure.set(e);
          }
          return failure.get() != null;
        });

    assertThat(failure.get())
        .isInstanceOf(JoinRefusedException.class)
        .hasMessageContaining("Join `a' of configuration key hail.join.a")
        .hasMessageContaining("its build side cannot be read")
        .hasMessageContaining(side.toString());
  }

  @Test
  void client_killedWhileItBuilds_leavesAFolderThatTheNextRemoves() throws Exception {
    Path side = pairs("killed", 1_000, i -> i + "," + i + "\n", 1 << 20);
    Configuration conf = fixture.local();
    conf.set("hail.join.a", join("inner", side));
    java.nio.file.Path file = folder.resolve("cluster.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
    java.nio.file.Path other = Files.createDirectory(folder.resolve("hail-join-of-others"));
    Process first = client(file);
    Process second = client(file);
    try {
      java.nio.file.Path killed = built(first);
      java.nio.file.Path living = built(second);
      assertThat(killed.resolve("test-a.image")).exists();
      // SIGKILL.
      first.destroyForcibly().waitFor();
      assertThat(killed.resolve("test-a.image")).exists();

      String before = System.getProperty("java.io.tmpdir");
      System.setProperty("java.io.tmpdir", folder.toString());
      try {
        BuildFolder.create().close();
      } finally {
        System.setProperty("java.io.tmpdir", before);
      }

      assertThat(killed).doesNotExist();
      assertThat(living.resolve("test-a.image")).exists();
      assertThat(other).exists();
      assertThat(file).exists();
    } finally {
      first.destroyForcibly().waitFor();
      second.destroyForcibly().waitFor();
    }
  }

  private Process client(java.nio.file.Path file) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.add("-XX:TieredStopAtLevel=1");
    line.add("-Djava.io.tmpdir=" + folder);
    line.add("-cp");
    line.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    line.add(BuildingClient.class.getName());
    line.add(file.toUri().toString());
    return new ProcessBuilder(line).redirectErrorStream(true).start();
  }

  private static java.nio.file.Path built(Process client) throws IOException {
    BufferedReader out = client.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("BUILT ")) {
        return java.nio.file.Path.of(line.substring("BUILT ".length()));
      }
      lines.add(line);
    }
    throw new AssertionError("The client ended: " + lines);
  }

  @ParameterizedTest
  @CsvSource({
    "empty,left inner semi,0",
    "empty,left anti,4",
    "empty,not in,4",
    "unmet,inner,0",
    "unmet,left,4",
    "unmet,semi,0",
    "unmet,anti,4",
    "unmet,not in,3",
    "bad,inner,0",
    "bad,left anti,4",
    "bad,not in,4",
  })
  void buildSide_thatGivesNothing_isJoinedAsSqlDoes(String side, String kinds, int rows)
      throws Exception {
    String id = side + "-" + kinds.replace(' ', '-');
    Path input = pairs("input-" + id, 4, i -> (i == 3 ? "" : i) + "," + i + "\n", 1 << 20);
    Path build =
        switch (side) {
          case "empty" -> pairs("side-" + id, 0, i -> "", 1 << 20);
          case "unmet" -> pairs("side-" + id, 5, i -> i + 10 + "," + i + "\n", 1 << 20);
          default -> pairs("side-" + id, 5, i -> "no pair " + i + "\n", 1 << 20);
        };
    Configuration conf = fixture.local();
    conf.setLong(HailConfigKeys.JOIN_BUILD_MAX_BAD, 5);
    int number = 0;
    for (String kind : kinds.equals("not in") ? List.of(kinds) : List.of(kinds.split(" ", -1))) {
      conf.set("hail.join.j" + number++, join(kind, build));
    }
    conf.set(HailConfigKeys.QUERY_PROJECTION, "v");

    List<String> found = lines(job(conf, CanonicalRows.class, input));

    assertThat(found).hasSize(rows);
  }

  /** Writes the attributes of whichever schema the row has. */
  static final class Mixed extends Mapper<Text, HailRecord, NullWritable, Text> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      String text =
          row.getString("id") + " " + row.getString("name") + " " + row.getString("c.name");
      context.write(NullWritable.get(), new Text(text));
    }
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void inputFiles_ofTwoSchemas_areJoinedEachByItsOwn(String implementation) throws Exception {
    Path narrow =
        fixture.upload(
            "narrow-" + implementation,
            Schema.parse("id STRING, k INT"),
            List.of(1, 2),
            "a,1\nb,2\nc,\nd,-5\n",
            1 << 20);
    Path wide =
        fixture.upload(
            "wide-" + implementation,
            Schema.parse("k BIGINT, name STRING, id STRING"),
            List.of(1, 2),
            "1,own,A\n5000000000,own,B\n2,,C\n",
            1 << 20);
    Path side =
        fixture.upload(
            "named-" + implementation,
            Schema.parse("name STRING, k BIGINT"),
            List.of(2),
            "one,1\ntwo,2\nbig,5000000000\nminus,-5\n",
            1 << 20);
    Configuration conf = conf(implementation);
    conf.set("hail.join.c", join("inner", side));
    // The bare name is the build side's in one file and the input's in the other.
    conf.set(HailConfigKeys.QUERY_PROJECTION, "id, name, k");
    List<String> rows = lines(job(conf, Names.class, narrow, wide));

    assertThat(rows).containsExactly("A own", "B own", "C null", "a one", "b two", "d minus");

    conf.unset(HailConfigKeys.QUERY_PROJECTION);
    assertThat(lines(job(conf, Mixed.class, narrow, wide)))
        .containsExactly(
            "A own one", "B own big", "C null two", "a one one", "b two two", "d minus minus");
  }

  /** Writes a bare name. */
  static final class Names extends Mapper<Text, HailRecord, NullWritable, Text> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(
          NullWritable.get(), new Text(row.getString("id") + " " + row.getString("name")));
    }
  }

  /** Adds a file to the cache while splits are made, as joins do. */
  static final class Late extends HailInputFormat {
    static final String FILE = "test.late.file";
    static final String KEY = "test.late.key";

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
      Configuration conf = job.getConfiguration();
      Path staging = new Path(conf.get(MRJobConfig.MAPREDUCE_JOB_DIR));
      FileSystem fs = staging.getFileSystem(conf);
      assertThat(fs.exists(staging)).isTrue();
      assertThat(fs.exists(new Path(staging, "job.xml"))).isFalse();
      Path file = fs.makeQualified(new Path(staging, "late"));
      try (FSDataOutputStream out = fs.create(file)) {
        out.writeBytes("late");
      }
      conf.set(MRJobConfig.CACHE_FILES, file.toUri() + "#test-late-link");
      conf.set(
          MRJobConfig.CACHE_FILE_TIMESTAMPS, "" + fs.getFileStatus(file).getModificationTime());
      conf.set(MRJobConfig.CACHE_FILES_SIZES, "4");
      conf.set(MRJobConfig.CACHE_FILE_VISIBILITIES, "false");
      conf.set(KEY, "set while splits were made");
      return super.getSplits(job);
    }
  }

  /** Writes what it finds of {@link Late}. */
  static final class FindingLate extends Mapper<Text, HailRecord, NullWritable, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      String text =
          context.getConfiguration().get(Late.KEY)
              + ", "
              + Files.readString(java.nio.file.Path.of("test-late-link"))
              + " of "
              + context.getCacheFiles().length;
      context.write(NullWritable.get(), new Text(text));
    }

    @Override
    protected void map(Text file, HailRecord row, Context context) {
      // Rows do not matter.
    }
  }

  /** Joins stand on this order of Hadoop's: staging directory, splits, then the configuration. */
  @Test
  void keysAndCacheFiles_setWhileSplitsAreMade_reachTheTasks() throws Exception {
    Path input = pairs("late", 1, i -> "1,1\n", 1 << 20);
    Configuration conf = fixture.local();
    Job job = job(conf, FindingLate.class, input);
    job.setInputFormatClass(Late.class);
    job.getConfiguration().unset("tmpjars");

    assertThat(lines(job)).containsExactly("set while splits were made, late of 1");
  }

  @Test
  void oneConfiguration_ofTwoJobs_givesEachItsOwnJoins() throws Exception {
    Path input = pairs("twice", 4, i -> i + "," + i + "\n", 1 << 20);
    Path first = pairs("twice-first", 1, i -> "1,10\n", 1 << 20);
    Path second = pairs("twice-second", 1, i -> "2,20\n", 1 << 20);
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_PROJECTION, "v, a.v");

    conf.set("hail.join.a", join("inner", first));
    Job one = job(conf, CanonicalRows.class, input);
    conf.set("hail.join.a", join("inner", second));
    Job two = job(conf, CanonicalRows.class, input);
    assertThat(lines(one)).containsExactly("1;10;");
    assertThat(lines(two)).containsExactly("2;20;");
    assertThat(lines(job(conf, CanonicalRows.class, input))).containsExactly("2;20;");

    assertThat(conf.get(HailConfigKeys.JOIN_PLAN)).isNull();
    assertThat(conf.get(MRJobConfig.CACHE_FILES)).isNull();
    assertThat(conf.get(MRJobConfig.MAP_JAVA_OPTS)).isNull();
  }
}
