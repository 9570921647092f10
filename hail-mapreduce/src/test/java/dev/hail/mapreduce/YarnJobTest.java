// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.cli.HailCli;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs whose tasks run in containers of a real YARN. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
final class YarnJobTest {

  private static final int ROWS = 8_000;

  private static JobFixture fixture;
  private static String text;
  private static Path path;

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
    PausingJob pages = new PausingJob(fixture, path, "pages");
    Job job = pages.job();

    assertThat(job.waitForCompletion(false)).isTrue();

    assertThat(pages.lines()).isEqualTo(PausingJob.expected(text));
    long blocks = job.getCounters().findCounter(HailCounter.BLOCKS_RANGE_INDEX).getValue();
    assertThat(blocks).isGreaterThan(3);
    assertThat(job.getCounters().findCounter(HailCounter.BLOCKS_SCAN).getValue()).isZero();
    assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
        .isLessThan(blocks);
  }

  @Test
  void aDatanodeThatDiesUnderAMapTaskLosesAndRepeatsNoRow() throws Exception {
    PausingJob job = new PausingJob(fixture, path, "datanode-dies", 0);
    job.configuration().set(HailConfigKeys.READ_FAILOVER_BUFFER_MAX, "2k");
    HailInputSplit first = (HailInputSplit) new HailInputFormat().getSplits(job.job()).get(0);
    job.job().submit();
    job.awaitPause(0);
    StoppedDataNode stopped = stop(first.blocks().get(0).plannedDatanode());
    try {
      job.goOn(0);
      job.awaitSuccess();
    } finally {
      fixture.cluster().startDataNode(stopped);
      fixture.cluster().awaitDataNodes();
      fixture.awaitDirectory();
    }

    assertThat(job.lines()).isEqualTo(PausingJob.expected(text));
  }

  /** Runs {@code hail query} with these options on the file; its exit code. */
  private int query(ByteArrayOutputStream err, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("query"));
    words.addAll(List.of(options));
    words.add(path.toString());
    return HailCli.run(
        fixture.cluster().configuration(),
        InputStream.nullInputStream(),
        new ByteArrayOutputStream(),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words.toArray(new String[0]));
  }

  @Test
  void theQueryCommandWritesDelimitedText() throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        query(
            err,
            "--filter",
            "visitDate < '2000-01-01'",
            "--project",
            "destURL,@1",
            "--delimiter",
            "|",
            "--bad-records",
            "--output",
            "/out/query");

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
        .contains(String.format("Rows: %,d;", expected.size()))
        .contains("0 scanned")
        .contains("Bad records in the input: " + Visits.badLines(ROWS));
  }

  @Test
  void theQueryCommandTellsWhyATaskFailed() throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        query(
            err,
            "-D",
            "mapreduce.map.maxattempts=1",
            "-D",
            HailConfigKeys.READ_FAILOVER_BUFFER_MAX + "=lots",
            "--output",
            "/out/failed");

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("failed: Task failed")
        .containsPattern("\n  Error: java.lang.[A-Za-z]+: .*lots");
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
}
