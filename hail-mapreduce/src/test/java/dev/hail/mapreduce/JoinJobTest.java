// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.schema.Schema;
import dev.hail.join.JoinLibrary;
import dev.hail.join.plan.MatchKind;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with {@link HailJoin}: what users write, what they get, what is refused. */
final class JoinJobTest {
  private static final Schema ORDERS =
      Schema.parse("id INT, customer INT, day DATE, total DECIMAL(10,2), note STRING");
  private static final Schema CUSTOMERS =
      Schema.parse(
          "number BIGINT, name STRING, country STRING, note STRING, balance DECIMAL(10,2)");
  private static final String ORDER_LINES =
      """
      1,10,2024-01-01,5.00,a
      2,11,2024-01-02,6.50,b
      3,12,2024-01-03,7.25,c
      4,,2024-01-04,8.00,d
      5,10,2024-01-05,9.00,e
      not an order
      """;
  private static final String CUSTOMER_LINES =
      """
      10,Ann,DE,x,1.00
      11,Bob,FR,y,2.00
      13,Cid,DE,z,3.00
      not a customer
      """;

  private static final int MANY = 40_000;
  private static final int KEYS = 1_000;

  private static JobFixture fixture;
  private static Path orders;
  private static Path customers;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3));
    orders = fixture.upload("orders", ORDERS, List.of(1, 2), ORDER_LINES, 64);
    customers = fixture.upload("customers", CUSTOMERS, List.of(1), CUSTOMER_LINES, 40);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  /** Writes the id of the order and attributes of its customer. */
  @HailQuery(
      filter = "id < 5",
      projection = {"@1", "c.name", "country", "@c.5"})
  @HailJoin(name = "c", path = "${test.customers}", on = "customer = number", kind = MatchKind.LEFT)
  public static class Named extends Mapper<Text, HailRecord, NullWritable, Text> {
    @Override
    protected void map(Text file, HailRecord row, Context context)
        throws IOException, InterruptedException {
      if (!row.isBad()) {
        String text =
            row.getInt(1)
                + " "
                + row.isMatched("c")
                + " "
                + row.getString("c.name")
                + " "
                + row.getString("country")
                + " "
                + row.getDecimal("c.balance");
        context.write(NullWritable.get(), new Text(text));
      }
    }
  }

  /** Inherits the joins. */
  public static final class Inheriting extends Named {}

  private static Job job(Class<? extends Mapper<? super Text, ? super HailRecord, ?, ?>> mapper)
      throws IOException {
    return job(fixture.local(), mapper);
  }

  private static Job job(
      Configuration conf, Class<? extends Mapper<? super Text, ? super HailRecord, ?, ?>> mapper)
      throws IOException {
    conf.set("test.customers", customers.toUri().getPath());
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, mapper);
    FileInputFormat.addInputPath(job, orders);
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

  @Test
  void annotatedMapper_withLeftJoin_getsAttributesOfBuildSide() throws Exception {
    List<String> expected =
        List.of(
            "1 true Ann DE 1.00",
            "2 true Bob FR 2.00",
            "3 false null null null",
            "4 false null null null");
    Job job = job(Named.class);

    assertThat(lines(job)).isEqualTo(expected);

    assertThat(counter(job, HailJoinCounter.ROWS_PROBED)).isEqualTo(4);
    assertThat(counter(job, HailJoinCounter.ROWS_MATCHED)).isEqualTo(4);
    assertThat(counter(job, HailJoinCounter.ROWS_JOINED)).isEqualTo(4);
    assertThat(counter(job, HailJoinCounter.IMAGE_BYTES)).isPositive();
    assertThat(job.getCounters().findCounter(HailCounter.ROWS_QUALIFIED).getValue()).isEqualTo(4);
    assertThat(job.getCounters().findCounter(HailCounter.BAD_RECORDS).getValue()).isEqualTo(1);
    assertThat(lines(job(Inheriting.class))).isEqualTo(expected);
  }

  private static long counter(Job job, HailJoinCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  @Test
  void keysOfConfiguration_replaceElementsOfAnnotation() throws Exception {
    Configuration conf = fixture.local();
    conf.set("hail.join.c.kind", "inner");
    conf.set("hail.join.c.filter", "country = 'DE'");
    assertThat(lines(job(conf, Named.class))).containsExactly("1 true Ann DE 1.00");

    conf = fixture.local();
    conf.set("hail.join.c", "inner " + customers.toUri().getPath() + " on @2 = c.@1");
    assertThat(lines(job(conf, Named.class)))
        .containsExactly("1 true Ann DE 1.00", "2 true Bob FR 2.00");
  }

  @Test
  void plan_ofAnotherJob_inConfiguration_isForgotten() throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.JOIN_PLAN, "hail-join-of-another.plan:1:00000000");
    conf.set(HailConfigKeys.JOIN_NAMES, "");

    assertThat(lines(job(conf, CanonicalRows.class))).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "on customer = number where country = 'XX' and |column|filter, column",
        "on customer = id|build side|Unknown attribute id",
        "on nope = number|left of `='|Unknown attribute nope",
        "on day = number|the input's @3 day is DATE|which are never equal",
        "on total = number|DECIMAL(10,2)|BIGINT",
        "on customer == number|column 30|attribute of the build side",
        "on customer number|column 29|expected `='",
        "customer = number|expected `on'|column",
        "on customer = number and|column|attribute of the input",
        "on customer = number nulls|expected `equal'|column",
        "on customer = number order by x|expected `and'|column",
      })
  void malformedJoin_isRefusedAtSubmission(String text, String first, String second)
      throws Exception {
    Configuration conf = fixture.local();
    String path = customers.toUri().getPath();
    assertThat(path).hasSize("/hail/customers".length());

    assertThatThrownBy(
            () -> {
              conf.set("hail.join.c", path + " " + text);
              fixture.run(job(conf, CanonicalRows.class));
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Join `c' of configuration key hail.join.c")
        .hasMessageContaining(first)
        .hasMessageContaining(second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hail.join.memory|There is no configuration key",
        "hail.join.names|neither an annotation nor a key",
        "hail.join.c.pth|the elements of a join are",
        "hail.join.c.kind|it can be inner, left, semi, anti or not in",
        "hail.join.c.path|does not exist",
        "hail.join.algorithm|it can be auto, CHT, CAT or NOP",
        "hail.join.implementation|it can be auto, native or java",
        "hail.join.memory.max|must be a size such as 64m, in bytes of at least 1",
        "hail.join.build.max-bad|must be a whole number",
      })
  void badValue_ofKey_isRefusedAtSubmission(String key, String message) throws Exception {
    Configuration conf = fixture.local();

    assertThatThrownBy(
            () -> {
              Job job = job(conf, Named.class);
              job.getConfiguration().set(key, key.endsWith(".max") ? "0" : "right");
              fixture.run(job);
            })
        .isInstanceOfAny(IOException.class, IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void buildSide_largerThanBudget_isRefusedWithSizesAndRemedies() throws Exception {
    Job job = job(Named.class);
    job.getConfiguration().set(HailConfigKeys.JOIN_MEMORY_MAX, "100");

    assertThatThrownBy(() -> fixture.run(job))
        .hasMessageContaining("Join `c' of @HailJoin on class " + Named.class.getName())
        .hasMessageContaining("hail.join.memory.max = 100 B")
        .hasMessageContaining("What helps: a filter");
  }

  @Test
  void badRecords_ofBuildSide_areRefusedIfTheJobSaysSo() throws Exception {
    Job job = job(Named.class);
    job.getConfiguration().setLong(HailConfigKeys.JOIN_BUILD_MAX_BAD, 0);

    assertThatThrownBy(() -> fixture.run(job))
        .hasMessageContaining("has 1 bad records")
        .hasMessageContaining("hail cat --bad");
  }

  @ParameterizedTest
  @ValueSource(strings = {"anti", "not in"})
  void badRecords_ofBuildSideOfAntiJoin_areRefusedByDefault(String kind) throws Exception {
    Configuration conf = fixture.local();
    conf.set("hail.join.c", kind + " " + customers.toUri().getPath() + " on customer = number");

    assertThatThrownBy(() -> fixture.run(job(conf, CanonicalRows.class)))
        .hasMessageContaining("Join `c' of configuration key hail.join.c: its build side has 1 bad")
        .hasMessageContaining("hail.join.build.max-bad allows 0 by default, as `" + kind + "'")
        .hasMessageContaining("the first is line 4 of " + customers + ": ")
        .hasMessageContaining("set the key to 1, or to -1 for any number");
  }

  @ParameterizedTest
  @CsvSource({"inner,", "left,", "semi,", "anti,1", "not in,-1"})
  void badRecords_ofBuildSide_areCountedOnceInTheJob(String kind, Long allowed) throws Exception {
    Configuration conf = fixture.local();
    conf.set("hail.join.c", kind + " " + customers.toUri().getPath() + " on customer = number");
    conf.setInt("hail.splitting.scan.blocks-per-split", 1);
    if (allowed != null) {
      conf.setLong(HailConfigKeys.JOIN_BUILD_MAX_BAD, allowed);
    }
    Job job = job(conf, CanonicalRows.class);

    Path output = fixture.run(job);

    assertThat(fixture.cluster().fileSystem().globStatus(new Path(output, "part-*")))
        .as("one for each map task")
        .hasSizeGreaterThan(1);
    assertThat(counter(job, HailJoinCounter.BUILD_BAD_RECORDS)).isEqualTo(1);
    assertThat(job.getCounters().findCounter("HAIL Joins", "c: bad records left out").getValue())
        .isEqualTo(1);
  }

  @Test
  void splits_askedForByAnotherEngine_areRefused() throws Exception {
    Job job = job(Named.class);

    assertThatThrownBy(() -> new HailInputFormat().getSplits(job))
        .hasMessageContaining(MRJobConfig.MAPREDUCE_JOB_DIR);
  }

  @Test
  void multipleInputs_withJoins_areRefused() throws Exception {
    Job job = job(Named.class);
    job.getConfiguration().unset(FileInputFormat.INPUT_DIR);
    MultipleInputs.addInputPath(job, orders, HailInputFormat.class, Named.class);

    assertThatThrownBy(() -> fixture.run(job)).hasMessageContaining("MultipleInputs");
  }

  @Test
  void joins_setAfterConfigure_areRefusedBeforeTasksLackTheirJar() throws Exception {
    Job job = job(CanonicalRows.class);
    job.getConfiguration().set("hail.join.c", customers.toUri().getPath() + " on @2 = @1");

    assertThatThrownBy(() -> fixture.run(job)).hasMessageContaining("HailJobs.addDependencyJars");
  }

  @Test
  void explaining_showsTheMemoryOfContainers_andLeavesTheJobAsItIs() throws Exception {
    Configuration conf = fixture.local();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.set(MRJobConfig.MAP_MEMORY_MB, "300");
    conf.set(HailConfigKeys.JOIN_IMPLEMENTATION, "java");
    conf.setInt(
        HailConfigKeys.SPLITTING_MAP_SLOTS, 2); // so that YARN, which is not there, is not asked
    Job job = job(conf, Named.class);

    String plan = HailJobs.explain(job);

    // 80 % of 300 MB of heap and 1 MB for the table, 1 MB of strings, 16 MB of buffers, 256 MB.
    assertThat(plan).contains("Memory of a map container: 514 MB");
    assertThat(job.getConfiguration().get(MRJobConfig.MAP_MEMORY_MB)).isEqualTo("300");

    conf.setBoolean(HailConfigKeys.JOIN_MEMORY_ADJUST, false);
    job = job(conf, Named.class);
    assertThat(HailJobs.explain(job)).contains("Memory of a map container: 300 MB");

    conf.setBoolean(HailConfigKeys.JOIN_MEMORY_ADJUST, true);
    conf.set("yarn.scheduler.maximum-allocation-mb", "512");
    Job refused = job(conf, Named.class);
    assertThatThrownBy(() -> HailJobs.explain(refused))
        .hasMessageContaining("containers of 514 MB: 241 MB of heap")
        .hasMessageContaining("yarn.scheduler.maximum-allocation-mb is 512");
  }

  @Test
  void queryCommand_withJoins_writesJoinedRows() throws Exception {
    HailShell.Result query =
        query(
            "/out/joined",
            "--join",
            "c=left " + customers.toUri().getPath() + " on customer = number where balance < 2",
            "--join",
            "f=semi " + customers.toUri().getPath() + " on customer = number",
            "--project",
            "id,c.name,note,c.note");

    assertThat(query.code()).as("%s", query).isZero();
    assertThat(fixture.lines(new Path("/out/joined"), "part-"))
        .containsExactly("1,Ann,a,x", "2,,b,", "5,Ann,e,x");
    // A replica that happens to be sorted by the key leaves out rows that cannot match.
    assertThat(query.err())
        .containsPattern("Joins: [345] rows looked up, 3 with a match, 3 joined rows")
        .contains("Bad records of build sides, which were left out: 2\n");
  }

  @Test
  void queryCommand_withAntiJoin_runsIfBadRecordsAreAllowed() throws Exception {
    String join = "c=anti " + customers.toUri().getPath() + " on customer = number";

    HailShell.Result refused = query("/out/refused", "--join", join);
    HailShell.Result allowed =
        query("/out/allowed", "-D", "hail.join.build.max-bad=1", "--join", join);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("Join `c' of option --join: ", "the first is line 4 of ");
    assertThat(allowed.code()).as("%s", allowed).isZero();
    assertThat(allowed.err()).contains("Bad records of build sides, which were left out: 1\n");
  }

  @Test
  void queryCommand_explaining_showsJoinsAndRunsNothing() throws Exception {
    HailShell.Result query =
        query(
            null,
            "--explain",
            "--filter",
            "id = 3",
            "--join",
            "c=" + customers.toUri().getPath() + " on customer = number");

    assertThat(query.code()).as("%s", query).isZero();
    assertThat(query.out())
        .contains("Join library: " + JoinLibrary.nameOf(JoinLibrary.ofJob(new Configuration())))
        .contains("Join c (inner): 3 of 3 rows of " + customers)
        .contains("unique keys")
        .contains("1 bad records left out")
        .containsPattern("Blocks: \\d+ by index \\(equality\\)")
        .contains("Map tasks: ");
  }

  @Test
  void queryCommand_withWrongJoin_namesTheOption() throws Exception {
    HailShell.Result malformed = query("/out/wrong", "--join", "c=" + customers + " at a = b");
    assertThat(malformed.code()).isEqualTo(2);
    assertThat(malformed.err())
        .contains("Join `c' of option --join, column ", "expected `on'")
        .doesNotContain("Exception", "hail.join.c");
    HailShell.Result nameless = query("/out/wrong", "--join", customers + " on customer = number");
    assertThat(nameless.code()).isEqualTo(2);
    assertThat(nameless.err())
        .contains("of a join of option --join must be a letter")
        .doesNotContain("hail.join");
    assertThat(query("/out/wrong", "--join", "customers").err()).contains("--join: expected NAME=");
    assertThat(
            query(
                    "/out/wrong",
                    "--join",
                    "c=semi " + customers.toUri().getPath() + " on customer = number",
                    "--project",
                    "id,c.name")
                .err())
        .contains("--project: Join `c' is semi");
    String join = "c=" + customers.toUri().getPath() + " on customer = number";
    assertThat(query(null, "--explain", "--join", join, "--filter", "c.country = 'DE'").err())
        .contains(
            "filter, column 2: '.' has no meaning here",
            "on attributes of a build side stands in its join, after `where'");
    assertThat(query(null, "--explain", "--join", join, "--project", "c.nope").err())
        .contains("--project: Join `c': Unknown attribute nope, the schema has @1 number")
        .contains("`hail schema show FILE' prints the attributes of the input or of a build side.");
  }

  private static HailShell.Result query(String output, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("query"));
    if (output != null) {
      words.addAll(List.of("--output", output));
    }
    words.addAll(List.of(options));
    words.add(orders.toString());
    return HailShell.run(fixture.local(), "", words.toArray(String[]::new));
  }

  /** What happens to NULL keys, by kind. */
  @ParameterizedTest
  @CsvSource({
    "anti,,3 4",
    "not in,,3",
    "not in,number < 0,1 2 3 4 5",
    "semi,,1 2 5",
    "inner,,1 2 5",
  })
  void kinds_treatNullKeys_asSqlDoes(String kind, String filter, String ids) throws Exception {
    Configuration conf = fixture.local();
    conf.set("hail.join.c.path", customers.toUri().getPath());
    conf.set("hail.join.c.on", "customer = number");
    conf.set("hail.join.c.kind", kind);
    conf.setLong(HailConfigKeys.JOIN_BUILD_MAX_BAD, 1);
    conf.set("hail.join.c.filter", filter == null ? "" : filter);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "id");

    List<String> rows = lines(job(conf, CanonicalRows.class));

    assertThat(rows.stream().filter(row -> !row.startsWith(CanonicalRows.BAD)))
        .containsExactlyElementsOf(Arrays.stream(ids.split(" ", -1)).map(id -> id + ";").toList());
  }

  /** 4,000 rows, each block sorted by its key on one replica; the build side has one key. */
  @ParameterizedTest
  @CsvSource({"auto,true", "always,true", "off,false"})
  void keysOfBuildSide_whereFew_chooseTheReplicaSortedByThem(String mode, boolean byIndex)
      throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.JOIN_FILTER, mode);
    conf.set(
        "hail.join.c",
        "semi " + customers.toUri().getPath() + " on key = number where number = 10");
    conf.set(HailConfigKeys.QUERY_PROJECTION, "id");
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, CanonicalRows.class);
    FileInputFormat.addInputPath(job, manyKeys());
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);

    List<String> rows = lines(job);

    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, MANY)
                .filter(id -> id % KEYS == 10)
                .mapToObj(id -> id + ";")
                .toList());
    long blocks = job.getCounters().findCounter(HailCounter.BLOCKS_JOIN_INDEX).getValue();
    long scanned = job.getCounters().findCounter(HailCounter.BLOCKS_SCAN).getValue();
    assertThat(blocks + scanned).isGreaterThan(1);
    assertThat(byIndex ? scanned : blocks).isZero();
    long probed = counter(job, HailJoinCounter.ROWS_PROBED);
    if (byIndex) {
      assertThat(probed).isLessThan(MANY / 2).isGreaterThanOrEqualTo(rows.size());
    } else {
      assertThat(probed).isEqualTo(MANY);
    }
  }

  /** A file of rows {@code id, key} with keys 0 to 999. */
  private static Path manyKeys() throws IOException {
    Path path = new Path("/hail/many-keys");
    if (!fixture.cluster().fileSystem().exists(path)) {
      String text =
          IntStream.range(0, MANY)
              .mapToObj(id -> id + "," + id % KEYS + "\n")
              .collect(Collectors.joining());
      fixture.upload("many-keys", Schema.parse("id INT, key INT"), List.of(2), text, 200 << 10);
    }
    return path;
  }

  @Test
  void emptyBuildSide_ofInnerJoin_letsNoRowBeRead() throws Exception {
    Configuration conf = fixture.local();
    conf.set("hail.join.c.filter", "number = 99");
    conf.set("hail.join.c.kind", "inner");
    Job job = job(conf, Named.class);

    assertThat(lines(job)).isEmpty();

    assertThat(counter(job, HailJoinCounter.ROWS_PROBED)).isZero();
    assertThat(job.getCounters().findCounter(HailCounter.BAD_RECORDS).getValue()).isEqualTo(1);
  }

  @Test
  void shareOfRows_decidesHowMuchKeysAreWorth() {
    assertThat(KeyIndexChoice.fit(0)).isEqualTo(IndexFit.FEW_KEYS);
    assertThat(KeyIndexChoice.fit(0.02)).isEqualTo(IndexFit.FEW_KEYS);
    assertThat(KeyIndexChoice.fit(0.03)).isEqualTo(IndexFit.SOME_KEYS);
    assertThat(KeyIndexChoice.fit(0.16)).isEqualTo(IndexFit.NONE);
  }
}
