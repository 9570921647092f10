// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.RandomStar;
import dev.hail.testing.RandomTable;
import dev.hail.testing.TestSeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random inputs, build sides and joins: what map functions get is what DuckDB answers. */
final class RandomStarsTest {
  private static final int SEEDS = 16;
  private static final List<String> ALGORITHMS = List.of("auto", "CHT", "NOP");

  private static final List<String> FILTERS = List.of("always", "auto", "off");

  private static JobFixture fixture;

  @TempDir private Path folder;

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
  void randomStar_joiningInMapTasks_givesWhatDuckDbAnswers() throws Exception {
    Map<String, Long> joined = new TreeMap<>();
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      RandomStar star = RandomStar.of(seed);
      List<String> wanted = answer(star);
      for (String implementation : implementations()) {
        compare(star, implementation, wanted);
        star.joins().forEach(join -> joined.merge(join.kind(), (long) wanted.size(), Long::sum));
      }
    }
    assertThat(joined)
        .as("rows of each kind of join")
        .hasSize(5)
        .allSatisfy((kind, rows) -> assertThat(rows).isPositive());
  }

  private static List<String> implementations() {
    return Boolean.getBoolean("hail.native.skip") ? List.of("java") : List.of("native", "java");
  }

  private List<String> answer(RandomStar star) throws Exception {
    try (DuckDbOracle oracle =
        new DuckDbOracle(star.input().schema(), RandomTable.FORMAT, goodText(star.input()))) {
      for (RandomStar.Join join : star.joins()) {
        RandomTable table = join.table();
        oracle.addTable(table.name(), table.schema(), RandomTable.FORMAT, goodText(table));
      }
      return star.answer(oracle).stream().map(CanonicalRecord::inOneLine).sorted().toList();
    } catch (java.sql.SQLException e) {
      throw new java.sql.SQLException(star.toString(), e);
    }
  }

  private Path goodText(RandomTable table) throws Exception {
    return Files.write(folder.resolve(table.name() + ".csv"), table.goodText());
  }

  private static org.apache.hadoop.fs.Path upload(String name, RandomTable table, int indexed)
      throws Exception {
    return fixture.upload(
        name,
        table.schema(),
        List.of(indexed),
        table.text(),
        RandomTable.FORMAT,
        Math.max(1, table.text().length / 3));
  }

  private void compare(RandomStar star, String implementation, List<String> wanted)
      throws Exception {
    long seed = star.seed();
    String name = "star-" + seed + "-" + implementation;
    Configuration conf = fixture.local();
    for (RandomStar.Join join : star.joins()) {
      org.apache.hadoop.fs.Path side = upload(name + "-" + join.name(), join.table(), 1);
      conf.set("hail.join." + join.name(), join.line(side.toUri().getPath()));
    }
    conf.set(HailConfigKeys.JOIN_IMPLEMENTATION, implementation);
    conf.set(HailConfigKeys.JOIN_ALGORITHM, ALGORITHMS.get(Math.floorMod(seed, ALGORITHMS.size())));
    conf.set(HailConfigKeys.JOIN_FILTER, FILTERS.get(Math.floorMod(seed / 2, FILTERS.size())));
    conf.set(HailConfigKeys.QUERY_FILTER, star.filter().hail());
    conf.set(HailConfigKeys.QUERY_PROJECTION, String.join(",", star.projection()));
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, CanonicalRows.class);
    FileInputFormat.addInputPath(
        job, upload(name + "-input", star.input(), star.input().schema().size()));
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);

    org.apache.hadoop.fs.Path output = fixture.run(job);

    String context = star + "\n" + implementation;
    assertThat(job.isSuccessful()).as(context).isTrue();
    Map<Boolean, List<String>> lines =
        fixture.lines(output, "part-").stream()
            .collect(Collectors.partitioningBy(line -> line.startsWith(CanonicalRows.BAD)));
    assertThat(lines.get(false)).as(context).isEqualTo(wanted);
    assertThat(lines.get(true)).as(context).hasSize(star.input().badRows());
    assertThat(job.getCounters().findCounter(HailJoinCounter.ROWS_JOINED).getValue())
        .as(context)
        .isEqualTo(wanted.size());
  }
}
