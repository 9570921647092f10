// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs whose tasks run in containers of a real YARN. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class ContainerJobTest {
  private static VisitsOnYarn visits;

  @BeforeAll
  static void start() throws Exception {
    visits = VisitsOnYarn.start(13, builder -> builder);
  }

  @AfterAll
  static void stop() {
    if (visits != null) {
      visits.close();
    }
  }

  @Test
  void tasks_inContainers_answerQueryInFewSplits() throws Exception {
    PausingJob pages = visits.pausingJob("pages");
    Job job = pages.job();

    assertThat(job.waitForCompletion(false)).isTrue();

    pages.assertAnswer(visits.text());
    long blocks = job.getCounters().findCounter(HailCounter.BLOCKS_RANGE_INDEX).getValue();
    assertThat(blocks).isGreaterThan(3);
    assertThat(job.getCounters().findCounter(HailCounter.BLOCKS_SCAN).getValue()).isZero();
    assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
        .isLessThan(blocks);
  }

  @Test
  void datanode_dyingUnderMapTask_losesAndRepeatsNoRow() throws Exception {
    PausingJob job = visits.pausingJob("datanode-dies", 0);
    job.configuration().set(HailConfigKeys.READ_FAILOVER_BUFFER_MAX, "2k");
    HailInputSplit first = (HailInputSplit) new HailInputFormat().getSplits(job.job()).get(0);
    job.job().submit();
    job.awaitPause(0);
    StoppedDataNode stopped =
        visits.fixture().stopDataNode(first.blocks().get(0).plannedDatanode());
    try {
      job.goOn(0);
      job.awaitSuccess();
    } finally {
      visits.fixture().startDataNode(stopped);
    }

    job.assertAnswer(visits.text());
  }

  /** Runs {@code hail query} with these options on the file. */
  private static HailShell.Result query(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("query"));
    words.addAll(List.of(options));
    words.add(visits.path().toString());
    return new HailShell(visits.fixture().cluster()).run(words.toArray(new String[0]));
  }

  @Test
  void queryCommand_onYarn_replacesDirectoryByDelimitedText() throws Exception {
    Path output = new Path("/out/query");
    visits.fixture().cluster().fileSystem().create(new Path(output, "part-old")).close();
    HailShell.Result query =
        query(
            "--filter",
            "visitDate < '2000-01-01'",
            "--project",
            "destURL,@1",
            "--delimiter",
            "|",
            "--bad-records",
            "--overwrite",
            "--output",
            output.toString());

    assertThat(query.code()).as("%s", query).isZero();
    List<String> expected =
        visits
            .text()
            .lines()
            .map(line -> line.split(",", -1))
            .filter(field -> field.length == 5 && field[2].compareTo("2000-01-01") < 0)
            .map(field -> field[1] + "|" + field[0])
            .sorted()
            .toList();
    assertThat(visits.fixture().cluster().fileSystem().exists(new Path(output, "part-old")))
        .isFalse();
    Visits.assertRows(visits.fixture().lines(output, "part-"), expected);
    assertThat(visits.fixture().lines(output, "bad-")).hasSize(Visits.badLines(VisitsOnYarn.ROWS));
    assertThat(query.err())
        .contains(String.format(Locale.ROOT, "Rows: %,d;", expected.size()))
        .contains("0 scanned")
        .contains("Bad records in the input: " + Visits.badLines(VisitsOnYarn.ROWS));
  }

  @Test
  void queryCommand_withFailingTask_tellsWhy() throws Exception {
    HailShell.Result query =
        query(
            "-D",
            "mapreduce.map.maxattempts=1",
            "-D",
            "mapreduce.output.fileoutputformat.compress=true",
            "-D",
            "mapreduce.output.fileoutputformat.compress.codec=no.such.Codec",
            "--output",
            "/out/failed");

    assertThat(query.code()).isEqualTo(1);
    assertThat(query.err())
        .contains("failed: Task failed")
        .containsPattern("\n  Error: java.lang.[A-Za-z]+: .*no.such.Codec");
  }
}
