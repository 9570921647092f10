// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.testing.BadRow;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.PredicatePair;
import dev.hail.testing.RandomCase;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random schemas, texts and queries: what map functions get is what DuckDB answers. */
final class RandomJobsTest {

  private static final int SEEDS = 12;
  private static final int QUERIES = 8;

  /** So many of them leave indexes behind, and are asked again then. */
  private static final int INDEXING = 3;

  private static JobFixture fixture;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3));
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void randomJob_mapping_getsWhatDuckDbAnswers() throws Exception {
    Map<HailCounter, Long> paths = new EnumMap<>(HailCounter.class);
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      RandomCase random = RandomCase.of(seed);
      long blockBytes = Math.max(1, random.text().length / 3);
      Path path =
          fixture.upload(
              "random-" + seed,
              random.schema(),
              Arrays.stream(random.indexAttributes()).boxed().toList(),
              random.text(),
              random.textFormat(),
              blockBytes);
      try (DuckDbOracle oracle = new DuckDbOracle(random)) {
        for (int i = 0; i < INDEXING; i++) {
          compare(random, i, path, "lazy", oracle, paths);
        }
        for (int i = 0; i < QUERIES; i++) {
          compare(random, i, path, "off", oracle, paths);
        }
      }
    }
    assertThat(paths)
        .as("access paths")
        .containsKeys(
            HailCounter.BLOCKS_EQUALITY_INDEX,
            HailCounter.BLOCKS_RANGE_INDEX,
            HailCounter.BLOCKS_SCAN,
            HailCounter.BLOCKS_PSEUDO_REPLICA,
            HailCounter.BLOCKS_INDEXED)
        .doesNotContainKey(HailCounter.BLOCKS_NOT_INDEXED);
  }

  private static void compare(
      RandomCase random,
      int i,
      Path path,
      String strategy,
      DuckDbOracle oracle,
      Map<HailCounter, Long> paths)
      throws Exception {
    PredicatePair predicate = random.predicate(i);
    int[] projection = random.projection(i);
    String wanted =
        Arrays.stream(projection).mapToObj(p -> "@" + p).collect(Collectors.joining(","));
    Job job = Job.getInstance(fixture.local());
    HailJobs.configure(job, Rows.class);
    FileInputFormat.addInputPath(job, path);
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, predicate.hail());
    job.getConfiguration().set(HailConfigKeys.QUERY_PROJECTION, wanted);
    job.getConfiguration().setBoolean(HailConfigKeys.SPLITTING_ENABLED, i % 2 == 0);
    job.getConfiguration().set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    job.getConfiguration().set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1");

    DirectRun run = DirectRun.plan(job).formattedBy(RandomJobsTest::canonical);
    run.read(rows -> {});

    int[] positions =
        projection.length > 0
            ? projection
            : IntStream.rangeClosed(1, random.schema().size()).toArray();
    String context = random + "\n" + predicate + "\nprojection " + Arrays.toString(projection);
    List<String> rows = oracle.select(predicate.sql(), positions).stream().sorted().toList();
    List<String> bad = random.badRows().stream().map(RandomJobsTest::canonical).sorted().toList();
    RightAnswer.expect(
        () -> {
          assertThat(run.rows()).as(context).isEqualTo(rows);
          assertThat(run.bad()).as(context).isEqualTo(bad);
        });
    for (HailCounter counter :
        List.of(
            HailCounter.BLOCKS_EQUALITY_INDEX,
            HailCounter.BLOCKS_RANGE_INDEX,
            HailCounter.BLOCKS_SCAN,
            HailCounter.BLOCKS_PSEUDO_REPLICA,
            HailCounter.BLOCKS_INDEXED,
            HailCounter.BLOCKS_NOT_INDEXED)) {
      if (run.counter(counter) > 0) {
        paths.merge(counter, run.counter(counter), Long::sum);
      }
    }
  }

  private static String canonical(BadRow row) {
    return row.line() + " " + new String(row.raw(), StandardCharsets.ISO_8859_1);
  }

  /** Reads every attribute through its own getter, and every second row from a copy. */
  private static String canonical(HailRecord given) {
    if (given.isBad()) {
      return given.badLine() + " " + new String(given.getRaw(), StandardCharsets.ISO_8859_1);
    }
    HailRecord row = given.toString().length() % 2 == 0 ? given : given.copy();
    return CanonicalRecord.of(row);
  }
}
