// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.testing.RightAnswer;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Datanodes that go away between planning and the last row. */
final class TaskFailoverTest {

  private static final int ROWS = 12_000;

  private static JobFixture fixture;
  private static String text;
  private static Path path;

  private final AtomicReference<StoppedDataNode> stopped = new AtomicReference<>();

  @HailQuery(filter = "visitDate between('1995-01-01', '2005-12-31')")
  static final class Reader extends Mapper<Text, HailRecord, Text, NullWritable> {}

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3));
    text = Visits.text(11, ROWS);
    path = fixture.uploadVisits("visits", text, 128 << 10);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @AfterEach
  void startAgain() throws Exception {
    StoppedDataNode node = stopped.getAndSet(null);
    if (node != null) {
      fixture.startDataNode(node);
    }
  }

  @Test
  void plannedReplica_gone_isReplacedByAnother() throws Exception {
    DirectRun run = DirectRun.plan(job(fixture.local(), path));
    stop(run.splits().get(0).blocks().get(0).plannedDatanode());

    run.read(rows -> {});

    assertComplete(run);
    assertThat(run.counter(HailCounter.FAILOVERS)).isPositive();
    assertThat(run.counter(HailCounter.BLOCKS_SCAN)).isPositive();
  }

  @Test
  void replica_dyingInMidTask_isReplacedByAnother() throws Exception {
    DirectRun run = DirectRun.plan(job(fixture.local(), path));
    HailInputSplit longest =
        Collections.max(run.splits(), Comparator.comparingInt(split -> split.blocks().size()));
    assertThat(longest.blocks()).hasSizeGreaterThan(1);

    run.read(
        longest,
        rows -> {
          if (rows == 10) {
            stop(longest.blocks().get(0).plannedDatanode());
          }
        });
    for (HailInputSplit split : run.splits()) {
      if (split != longest) {
        run.read(split, rows -> {});
      }
    }

    assertComplete(run);
    assertThat(run.counter(HailCounter.FAILOVERS)).isPositive();
  }

  @Test
  void task_thatCannotGoOn_failsAndNextAttemptDeliversAll() throws Exception {
    // More than a reader takes into memory at once, whose bound is 256 Ki rows.
    int count = 600_000;
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; i < count; i++) {
      numbers.append(i % 1000).append(',').append(i).append(",1\n");
    }
    Schema schema = Schema.parse("k INT, v INT, w INT");
    Path file = fixture.upload("numbers", schema, List.of(1, 2, 3), numbers.toString(), 64 << 20);
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.READ_FAILOVER_BUFFER_MAX, "2k");
    conf.set(HailConfigKeys.QUERY_FILTER, "k >= 100");
    conf.set(HailConfigKeys.QUERY_PROJECTION, "v");
    // The attempt has handed out rows when its replica goes.
    DirectRun run = DirectRun.plan(job(conf, file));
    HailInputSplit split = run.splits().get(0);

    assertThatThrownBy(
            () ->
                run.read(
                    split,
                    rows -> {
                      if (rows == 10) {
                        stop(split.blocks().get(0).plannedDatanode());
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("rows were handed out")
        .hasMessageContaining(HailConfigKeys.READ_FAILOVER_BUFFER_MAX);

    // The next attempt begins anew.
    run.read(rows -> {});
    Visits.assertRows(
        run.rows(),
        IntStream.range(0, count)
            .filter(i -> i % 1000 >= 100)
            .mapToObj(String::valueOf)
            .sorted()
            .toList());
  }

  @Test
  void task_withoutReplicaDirectory_stillUsesIndex() throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.NAMENODE_RPC_ADDRESS, "localhost:1");
    conf.setInt(HailConfigKeys.CLIENT_RPC_FAILOVERS, 0);

    DirectRun run = DirectRun.of(job(conf, path));

    assertComplete(run);
    assertThat(run.splits()).allSatisfy(split -> assertThat(split.blocks()).hasSize(1));
    assertThat(run.counter(HailCounter.BLOCKS_RANGE_INDEX)).isEqualTo(run.splits().size());
  }

  @Test
  void task_reading_doesNotAskReplicaDirectoryAgain() throws Exception {
    Job job = job(fixture.local(), path);
    DirectRun run = DirectRun.plan(job);
    job.getConfiguration().set(HailConfigKeys.NAMENODE_RPC_ADDRESS, "localhost:1");

    run.read(rows -> {});

    assertComplete(run);
    assertThat(run.counter(HailCounter.BLOCKS_SCAN)).isZero();
  }

  private static void assertComplete(DirectRun run) {
    List<String> expected =
        text.lines()
            .map(line -> line.split(",", -1))
            .filter(
                field ->
                    field.length == 5
                        && field[2].compareTo("1995-01-01") >= 0
                        && field[2].compareTo("2005-12-31") <= 0)
            .map(field -> String.join(",", field))
            .sorted()
            .toList();
    assertThat(expected).hasSizeGreaterThan(1000);
    Visits.assertRows(
        run.rows().stream().map(TaskFailoverTest::comparable).toList(),
        expected.stream().map(TaskFailoverTest::comparable).toList());
    RightAnswer.expect(run.bad(), bad -> assertThat(bad).hasSize(Visits.badLines(ROWS)));
  }

  /** The text of a DOUBLE may differ from that of its source, its value not. */
  private static String comparable(String line) {
    String[] field = line.split(",", -1);
    if (!field[3].isEmpty()) {
      field[3] = String.valueOf(Double.parseDouble(field[3]));
    }
    return String.join(",", field);
  }

  private void stop(String datanodeUuid) {
    stopped.set(fixture.stopDataNode(datanodeUuid));
  }

  private static Job job(Configuration conf, Path input) throws IOException {
    Job job = Job.getInstance(conf);
    job.getConfiguration().setInt(HailConfigKeys.SPLITTING_MAP_SLOTS, 1);
    HailJobs.configure(job, Reader.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, input);
    return job;
  }
}
