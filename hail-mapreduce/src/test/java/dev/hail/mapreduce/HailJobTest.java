// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HailShell;
import dev.hail.client.PathException;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.NotAHailFileException;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Schema;
import dev.hail.join.plan.StarNames;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.CallerMark;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HAIL jobs on real HDFS beside plain MapReduce jobs over the same text. */
final class HailJobTest {

  private static final int ROWS = 20_000;
  private static final long BLOCK_BYTES = 128 << 10;

  private static JobFixture fixture;
  private static String text;
  private static Path plain;
  private static Path hail;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3));
    text = Visits.text(7, ROWS);
    plain = fixture.store("visits", text);
    hail = fixture.uploadVisits("visits", text, BLOCK_BYTES);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void misfittingQuery_ofCommand_isToldByItsOption() throws Exception {
    assertThat(refused("--filter", "visitDate = 'soon'"))
        .contains("hail query: `" + hail + "': --filter: ", "column 13", "hail schema show " + hail)
        .doesNotContain("hail.query", "Mapper");
    assertThat(refused("--project", "sourceIP,nope"))
        .contains("`" + hail + "': --project: Unknown attribute nope, the schema has @1 sourceIP")
        .doesNotContain("hail.query", "Mapper");
  }

  @Test
  void malformedQuery_ofCommand_isWrongUsage() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"--filter", "duration =", "expected a constant"},
          {"--filter", "sourceIP = 'x", "no closing quote"},
          {"--project", "sourceIP,,destURL", "--project: empty attribute name"},
          {"--project", "\"sourceIP", "no closing double quote"}
        }) {
      HailShell.Result query = query(fixture.local(), "/out/malformed", wrong[0], wrong[1]);
      assertThat(query.code()).as("%s", query).isEqualTo(2);
      assertThat(query.err()).contains("hail query: ", wrong[2]).doesNotContain("\tat ");
    }
  }

  @Test
  void output_whereUserMayNotWrite_isRefusedBeforeTheJob() throws Exception {
    Path closed = new Path("/closed");
    fixture.cluster().fileSystem().mkdirs(closed, new FsPermission((short) 0755));
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"strangers"});
    HailShell.Result query =
        stranger.doAs(
            (PrivilegedExceptionAction<HailShell.Result>)
                () -> query(fixture.local(), "/closed/not/there", "--project", "@1"));
    assertThat(query.code()).as("%s", query).isEqualTo(1);
    assertThat(query.err())
        .contains("hail query: `/closed/not/there': Permission denied", "WRITE")
        .contains("Ask the owner of /closed for write access")
        .doesNotContain("job_", "\tat ", "Exception");
    assertThat(query(fixture.local(), plain + "/x", "--project", "@1").err())
        .contains("Is not a directory");
  }

  private static HailShell.Result query(Configuration conf, String output, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("query", "--output", output));
    words.addAll(List.of(options));
    words.add(hail.toString());
    return HailShell.run(conf, "", words.toArray(String[]::new));
  }

  @Test
  void textsOfCommand_inJob_areTakenByteForByte() throws Exception {
    Schema schema = Schema.parse("\"${user.name}\" STRING, id INT");
    List<String> wanted = List.of("${user.name}", "a\u0001b", "a\rb", "\ufffe", " x\\u0041 ");
    List<String> values = new ArrayList<>(wanted);
    values.addAll(List.of(System.getProperty("user.name"), "a\nb", "xA", "ab", "?"));
    String rows =
        IntStream.range(0, values.size())
            .mapToObj(id -> "\"" + values.get(id) + "\"," + id + "\n")
            .collect(Collectors.joining());
    String file =
        fixture
            .upload("odd/${user.name},{\\*", schema, List.of(2), rows, BLOCK_BYTES)
            .toUri()
            .getPath();
    String where = "\"${user.name}\" in ('" + String.join("', '", wanted) + "')";
    String join = "c=semi /hail/odd on id = id where " + where;
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_FILTER, where);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "\"${user.name}\", id");

    assertThat(odd(fixture.local(), "--filter", where, "--project", "id", file))
        .containsExactly("0", "1", "2", "3", "4");
    assertThat(odd(fixture.local(), "--join", join, "--project", "id", "/hail/odd/$*"))
        .containsExactly("0", "1", "2", "3", "4");
    assertThat(odd(conf, "/hail/odd")).contains("${user.name},0", "a\u0001b,1").hasSize(6);
    for (String output : List.of("/out/${user.name}", "/out/a\u0001", "/out/a\rb")) {
      HailShell.Result refused =
          HailShell.run(fixture.local(), "", "query", "--output", output, "/hail/odd");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err()).contains("Write to another --output.").doesNotContain("\tat ");
    }
    assertThat(
            HailShell.run(fixture.local(), "", "query", "--output=/out/no", "/hail/a\u0001").err())
        .contains("/hail/a\\u0001': has a character", "Write ? in its place.");
  }

  private static List<String> odd(Configuration conf, String... options) throws Exception {
    String output = "/out/" + UUID.randomUUID();
    List<String> words = new ArrayList<>(List.of("query", "--output", output));
    words.addAll(List.of(options));
    HailShell.Result query = HailShell.run(conf, "", words.toArray(String[]::new));
    assertThat(query.code()).as("%s", query).isZero();
    return fixture.lines(new Path(output), "part-");
  }

  private static String refused(String option, String value) throws Exception {
    HailShell.Result query =
        HailShell.run(
            fixture.local(),
            "",
            "query",
            option,
            value,
            "--output",
            "/out/refused",
            hail.toString());
    assertThat(query.code()).isEqualTo(1);
    return query.err();
  }

  /** As a plain copy leaves it: HDFS blocks that end anywhere in HAIL's blocks. */
  @Test
  void gluedFile_inJob_givesTheSameRows() throws Exception {
    DistributedFileSystem fs = fixture.cluster().fileSystem();
    byte[] bytes =
        CallerMark.marked(
            () -> {
              try (FSDataInputStream in = fs.open(hail)) {
                return in.readAllBytes();
              }
            });
    Path glued = new Path(hail.getParent(), "glued");
    try (FSDataOutputStream out = fs.create(glued, true, 4_096, (short) 3, 200 * 512)) {
      out.write(bytes);
    }
    for (String filter : List.of("visitDate >= '1999-01-01'", "sourceIP = '1.7.0.1'")) {
      String name = "/out/glued" + filter.hashCode();
      assertThat(query(fixture.local(), name + "-whole", "--filter", filter).code()).isZero();
      Configuration indexing = fixture.local();
      indexing.set(HailConfigKeys.ADAPTIVE_STRATEGY, "eager");
      HailShell.Result query =
          HailShell.run(
              indexing, "", "query", "--output", name, "--filter", filter, glued.toString());
      assertThat(query.code()).as("%s", query).isZero();
      assertThat(fixture.lines(new Path(name), "part-"))
          .isNotEmpty()
          .isEqualTo(fixture.lines(new Path(name + "-whole"), "part-"));
    }
  }

  static final class PlainVisitors extends Mapper<LongWritable, Text, Text, NullWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] field = line.toString().split(",", -1);
      if (field.length == 5
          && field[2].compareTo("1999-01-01") >= 0
          && field[2].compareTo("2000-01-01") <= 0) {
        context.write(new Text(field[0]), NullWritable.get());
      }
    }
  }

  static final class HailVisitors extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    @HailQuery(filter = "@3 between(1999-01-01, 2000-01-01)", projection = "@1")
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (!row.isBad()) {
        context.write(new Text(row.getString(1)), NullWritable.get());
      }
    }
  }

  static final class PlainRevenue extends Mapper<LongWritable, Text, Text, DoubleWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] field = line.toString().split(",", -1);
      if (field.length == 5 && field[0].equals("1.7.0.1") && !field[3].isEmpty()) {
        context.write(
            new Text(field[1].substring(0, 12)), new DoubleWritable(Double.parseDouble(field[3])));
      }
    }
  }

  @HailQuery(
      filter = "sourceIP = '1.7.0.1' and adRevenue is not null",
      projection = {"adRevenue", "destURL"})
  static final class HailRevenue extends Mapper<Text, HailRecord, Text, DoubleWritable> {
    private final Text url = new Text();

    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (!row.isBad()) {
        row.getText("destURL", url);
        context.write(
            new Text(url.toString().substring(0, 12)), new DoubleWritable(row.getDouble(4)));
      }
    }
  }

  static final class BadLines extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (row.isBad()) {
        String line = row.badLine() + " " + new Text(row.getRaw());
        context.write(new Text(line), NullWritable.get());
      }
    }
  }

  static final class FileNames extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(new Path(file.toString()).getName() + " " + row), NullWritable.get());
    }
  }

  @HailQuery(filter = "id = 2", projection = "@1")
  static final class OnlyTwo extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("two " + row.getInt("id")), NullWritable.get());
    }
  }

  @Test
  void indexedRange_inJob_equalsPlainMapReduce() throws Exception {
    Job hailJob = hailJob(HailVisitors.class);
    Path hailOutput = fixture.run(hailJob);
    Job plainJob = plainJob(PlainVisitors.class);
    Path plainOutput = fixture.run(plainJob);

    assertThat(hailJob.isSuccessful()).isTrue();
    List<String> expected = fixture.lines(plainOutput, "part-");
    assertThat(expected).hasSizeGreaterThan(500);
    Visits.assertRows(fixture.lines(hailOutput, "part-"), expected);
    Counters counters = hailJob.getCounters();
    assertThat(count(counters, HailCounter.BLOCKS_RANGE_INDEX)).isGreaterThan(5);
    assertThat(count(counters, HailCounter.BLOCKS_SCAN)).isZero();
    assertThat(count(counters, HailCounter.ROWS_QUALIFIED)).isEqualTo(expected.size());
    assertThat(count(counters, HailCounter.BAD_RECORDS)).isEqualTo(Visits.badLines(ROWS));
    assertThat(count(counters, HailCounter.ROWS_READ) + count(counters, HailCounter.ROWS_SKIPPED))
        .isEqualTo(ROWS - Visits.badLines(ROWS));
    assertThat(count(counters, HailCounter.ROWS_SKIPPED)).isPositive();
    assertThat(count(counters, HailCounter.BYTES_READ)).isPositive();
    assertThat(count(counters, HailCounter.RECORD_READER_NANOS)).isPositive();
    assertThat(counters.findCounter(HailCounter.BLOCKS_RANGE_INDEX).getDisplayName())
        .isEqualTo("Blocks read by index (range)");
  }

  @Test
  void indexedEquality_withReducers_equalsPlainMapReduce() throws Exception {
    Job hailJob = hailJob(HailRevenue.class);
    Job plainJob = plainJob(PlainRevenue.class);
    for (Job job : List.of(hailJob, plainJob)) {
      job.setReducerClass(Largest.class);
      job.setNumReduceTasks(2);
      job.setOutputValueClass(DoubleWritable.class);
    }

    Path hailOutput = fixture.run(hailJob);
    Path plainOutput = fixture.run(plainJob);

    assertThat(hailJob.isSuccessful()).isTrue();
    List<String> expected = fixture.lines(plainOutput, "part-");
    assertThat(expected).isNotEmpty();
    Visits.assertRows(fixture.lines(hailOutput, "part-"), expected);
    assertThat(count(hailJob.getCounters(), HailCounter.BLOCKS_EQUALITY_INDEX)).isPositive();
  }

  @Test
  void blocks_withoutFittingIndex_areScanned() throws Exception {
    Job job = hailJob(HailVisitors.class);
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "duration < 60");
    DirectRun run = DirectRun.of(job);

    List<String> expected =
        text.lines()
            .map(line -> line.split(",", -1))
            .filter(field -> field.length == 5 && Integer.parseInt(field[4]) < 60)
            .map(field -> field[0])
            .sorted()
            .toList();
    Visits.assertRows(run.rows(), expected);
    assertThat(run.counter(HailCounter.BLOCKS_SCAN)).isEqualTo(run.splits().size());
    assertThat(run.counter(HailCounter.ROWS_SKIPPED)).isZero();
  }

  @Test
  void badRecords_inJob_reachItOnceWithTheirLine() throws Exception {
    Job job = hailJob(BadLines.class);
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "visitDate = '1800-01-01'");
    Path output = fixture.run(job);

    assertThat(fixture.lines(output, "part-"))
        .isEqualTo(
            IntStream.rangeClosed(1, Visits.badLines(ROWS))
                .mapToObj(i -> 50 * i + " bad line " + 50 * i)
                .sorted()
                .toList());
    assertThat(count(job.getCounters(), HailCounter.ROWS_QUALIFIED)).isZero();
  }

  @Test
  void hailSplitting_turnedOn_lowersNumberOfMapTasks() throws Exception {
    Job together = hailJob(HailVisitors.class);
    Job apart = hailJob(HailVisitors.class);
    apart.getConfiguration().setBoolean(HailConfigKeys.SPLITTING_ENABLED, false);

    DirectRun few = DirectRun.of(together);
    DirectRun many = DirectRun.of(apart);

    long blocks = few.counter(HailCounter.BLOCKS_RANGE_INDEX);
    assertThat(many.splits()).hasSize((int) blocks);
    assertThat(few.splits().size()).isBetween(1, 6).isLessThan((int) blocks);
    assertThat(few.rows()).isEqualTo(many.rows());
    for (HailInputSplit split : few.splits()) {
      assertThat(split.blocks())
          .allSatisfy(
              block -> assertThat(block.plannedSortAttribute()).isEqualTo(Visits.VISIT_DATE));
    }
  }

  @Test
  void job_overSeveralSchemas_readsAllFiles() throws Exception {
    Schema first = Schema.parse("id INT, name STRING");
    Schema second = Schema.parse("name STRING, id BIGINT, extra DOUBLE");
    fixture.upload("mixed/a", first, List.of(1), "1,one\n2,two\n", BLOCK_BYTES);
    fixture.upload("mixed/b", second, List.of(2), "zwei,2,0\ndrei,3,0\n", BLOCK_BYTES);
    fixture.upload("mixed/_hidden", first, List.of(1), "2,hidden\n", BLOCK_BYTES);
    Job job = job();
    HailJobs.configure(job, FileNames.class);
    FileInputFormat.addInputPath(job, new Path("/hail/mix*"));
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "id = 2");
    job.getConfiguration().set(HailConfigKeys.QUERY_PROJECTION, "name");

    Path output = fixture.run(job);

    assertThat(fixture.lines(output, "part-")).containsExactly("a two", "b zwei");
  }

  @Test
  void mappersOfMultipleInputs_inOneJob_haveOwnQueries() throws Exception {
    Schema schema = Schema.parse("id INT, name STRING");
    Path one = fixture.upload("multiple/a", schema, List.of(1), "1,one\n2,two\n", BLOCK_BYTES);
    Path two = fixture.upload("multiple/b", schema, List.of(1), "3,three\n", BLOCK_BYTES);
    Job job = job();
    HailJobs.configure(job, OnlyTwo.class);
    MultipleInputs.addInputPath(job, one, HailInputFormat.class, OnlyTwo.class);
    MultipleInputs.addInputPath(job, two, HailInputFormat.class, FileNames.class);

    Path output = fixture.run(job);

    assertThat(job.isSuccessful()).isTrue();
    assertThat(fixture.lines(output, "part-")).containsExactly("b 3,three", "two 2");
  }

  @Test
  void chainOfMappers_inJob_hasQueryOfItsFirst() throws Exception {
    Schema schema = Schema.parse("id INT, name STRING");
    Job job = job();
    HailJobs.configure(job, OnlyTwo.class);
    FileInputFormat.addInputPath(
        job, fixture.upload("chained", schema, List.of(1), "1,one\n2,two\n", BLOCK_BYTES));
    ChainMapper.addMapper(
        job,
        OnlyTwo.class,
        Text.class,
        HailRecord.class,
        Text.class,
        NullWritable.class,
        new Configuration(false));
    ChainMapper.addMapper(
        job, Mapper.class, Text.class, NullWritable.class, Text.class, NullWritable.class, null);

    assertThat(fixture.lines(fixture.run(job), "part-")).containsExactly("two 2");
  }

  @Test
  void misfittingQuery_atSubmit_isRefused() throws Exception {
    Job job = hailJob(HailVisitors.class);
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "duration = 1.5");

    assertThatThrownBy(() -> fixture.run(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("Mapper " + HailVisitors.class.getName())
        .hasMessageContaining(hail.toString())
        .hasMessageContaining("column 12");
  }

  @Test
  void plainFile_atSubmit_isRefused() throws Exception {
    Job job = job();
    HailJobs.configure(job, HailVisitors.class);
    FileInputFormat.addInputPath(job, plain);

    assertThatThrownBy(() -> fixture.run(job))
        .isInstanceOf(NotAHailFileException.class)
        .hasMessageContaining(plain.toString());
  }

  @Test
  void damagedAttribute_ofOneInput_isNamedWithItsRemedyAtSubmit() throws Exception {
    Schema schema = Schema.parse("id INT");
    fixture.upload("damaged/a", schema, List.of(1), "1\n", BLOCK_BYTES);
    Path damaged = fixture.upload("damaged/b", schema, List.of(1), "2\n", BLOCK_BYTES);
    fixture
        .cluster()
        .fileSystem()
        .setXAttr(damaged, HailXAttributes.SCHEMA, "id INTT".getBytes(StandardCharsets.UTF_8));
    Job job = job();
    HailJobs.configure(job, FileNames.class);
    FileInputFormat.addInputPath(job, new Path("/hail/damaged"));

    assertThatThrownBy(() -> new HailInputFormat().getSplits(job))
        .isInstanceOf(PathException.class)
        .hasMessageContaining("/hail/damaged/b': its attribute user.hail.schema is damaged")
        .hasMessageContaining("hdfs dfs -setfattr -x user.hail.schema /hail/damaged/b");

    fixture.cluster().fileSystem().removeXAttr(damaged, HailXAttributes.SCHEMA);
    assertThat(DirectRun.of(job).rows()).containsExactly("1", "2");
  }

  @Test
  void recordsAsMapOutput_atSubmit_areRefused() throws Exception {
    Job job = hailJob(FileNames.class);
    job.setNumReduceTasks(1);
    job.setMapOutputValueClass(HailRecord.class);

    assertThatThrownBy(() -> fixture.run(job))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("HailRecord cannot be map output")
        .hasMessageContaining("toText");
  }

  @Test
  void directoryInsideInput_notAskedFor_isRefused() throws Exception {
    Schema schema = Schema.parse("id INT");
    fixture.upload("tree/a", schema, List.of(1), "1\n", BLOCK_BYTES);
    fixture.upload("tree/deep/b", schema, List.of(1), "2\n", BLOCK_BYTES);
    Job job = job();
    HailJobs.configure(job, FileNames.class);
    FileInputFormat.addInputPath(job, new Path("/hail/tree"));

    assertThatThrownBy(() -> new HailInputFormat().getSplits(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/hail/tree/deep is a directory")
        .hasMessageContaining(FileInputFormat.INPUT_DIR_RECURSIVE);

    FileInputFormat.setInputDirRecursive(job, true);
    assertThat(DirectRun.of(job).rows()).containsExactly("1", "2");
  }

  @Test
  void file_replacedAfterPlanning_isNoticed() throws Exception {
    Schema schema = Schema.parse("id INT");
    Path path = fixture.upload("replaced", schema, List.of(1), "1\n", BLOCK_BYTES);
    Job job = job();
    HailJobs.configure(job, FileNames.class);
    FileInputFormat.addInputPath(job, path);
    HailInputSplit split = (HailInputSplit) new HailInputFormat().getSplits(job).get(0);
    fixture.cluster().fileSystem().delete(path, false);
    fixture.upload("replaced", schema, List.of(1), "1\n", BLOCK_BYTES);

    SplitReader reader =
        new SplitReader(job.getConfiguration(), split, StarNames.NONE, null, (block, file) -> null);

    assertThatThrownBy(reader::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the file was replaced after the job was planned");
  }

  @Test
  void blocksOfSplit_farApartInAnyOrder_areRead() throws Exception {
    Schema schema = Schema.parse("id INT");
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 3_000; row++) {
      text.append(row).append('\n');
    }
    Path path = fixture.upload("spread", schema, List.of(1), text.toString(), 200);
    Job job = job();
    HailJobs.configure(job, FileNames.class);
    FileInputFormat.addInputPath(job, path);
    Map<Integer, SplitBlock> planned = new TreeMap<>();
    HailInputSplit any = null;
    for (InputSplit split : new HailInputFormat().getSplits(job)) {
      any = (HailInputSplit) split;
      any.blocks().forEach(block -> planned.put(block.index(), block));
    }
    assertThat(planned).hasSizeGreaterThan(60);
    List<SplitBlock> wanted =
        Stream.of(0, 1, 50, planned.size() - 1, 30, 2).map(planned::get).toList();

    List<Integer> together = ids(job, new HailInputSplit(any.query(), wanted, List.of()));

    List<Integer> oneByOne = new ArrayList<>();
    for (SplitBlock block : wanted) {
      oneByOne.addAll(ids(job, new HailInputSplit(any.query(), List.of(block), List.of())));
    }
    assertThat(together).doesNotHaveDuplicates().isEqualTo(oneByOne).contains(0, 2_999);
  }

  private static List<Integer> ids(Job job, HailInputSplit split) throws IOException {
    List<Integer> ids = new ArrayList<>();
    SplitReader reader =
        new SplitReader(job.getConfiguration(), split, StarNames.NONE, null, (block, file) -> null);
    RowBatch batch = new RowBatch();
    for (int block = 0; block < reader.size(); block++) {
      try (BlockScan scan = reader.open()) {
        while (scan.next(batch)) {
          for (int row = 0; row < batch.size(); row++) {
            ids.add(batch.getInt(row, 1));
          }
        }
      }
    }
    return ids;
  }

  private static Job job() throws IOException {
    Job job = Job.getInstance(fixture.local());
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    return job;
  }

  private static Job hailJob(Class<? extends Mapper<? super Text, ? super HailRecord, ?, ?>> mapper)
      throws IOException {
    Job job = job();
    HailJobs.configure(job, mapper);
    FileInputFormat.addInputPath(job, hail);
    return job;
  }

  private static Job plainJob(Class<? extends Mapper<LongWritable, Text, ?, ?>> mapper)
      throws IOException {
    Job job = job();
    job.setInputFormatClass(TextInputFormat.class);
    job.setMapperClass(mapper);
    FileInputFormat.addInputPath(job, plain);
    return job;
  }

  private static long count(Counters counters, HailCounter counter) {
    return counters.findCounter(counter).getValue();
  }
}
