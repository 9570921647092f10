// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.RandomStar;
import dev.hail.testing.RandomTable;
import dev.hail.testing.RightAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Runs random stars as jobs, and compares what map functions get with what DuckDB answers. */
final class StarJobs {
  private static final List<String> ALGORITHMS = List.of("auto", "CHT", "NOP");
  private static final List<String> FILTERS = List.of("always", "auto", "off");

  private final JobFixture fixture;
  private final Path folder;

  /**
   * Jobs in a cluster.
   *
   * @param folder for the texts that DuckDB reads
   */
  StarJobs(JobFixture fixture, Path folder) {
    this.fixture = fixture;
    this.folder = folder;
  }

  /** The implementations of joins that can be tested. */
  static List<String> implementations() {
    return Boolean.getBoolean("hail.native.skip") ? List.of("java") : List.of("native", "java");
  }

  /** DuckDB's rows, sorted. */
  List<String> answer(RandomStar star) throws Exception {
    try (DuckDbOracle oracle =
        new DuckDbOracle(star.input().schema(), RandomTable.FORMAT, goodText(star.input()))) {
      for (RandomStar.Join join : star.joins()) {
        RandomTable table = join.table();
        oracle.addTable(table.name(), table.schema(), RandomTable.FORMAT, goodText(table));
      }
      return star.answer(oracle).stream().map(CanonicalRecord::inOneLine).sorted().toList();
    } catch (SQLException e) {
      throw new SQLException(star.toString(), e);
    }
  }

  private Path goodText(RandomTable table) throws Exception {
    return Files.write(folder.resolve(table.name() + ".csv"), table.goodText());
  }

  private org.apache.hadoop.fs.Path upload(String name, RandomTable table, int indexed)
      throws Exception {
    return fixture.upload(
        name,
        table.schema(),
        List.of(indexed),
        table.text(),
        RandomTable.FORMAT,
        Math.max(1, table.text().length / 3));
  }

  /**
   * Runs a star and compares its rows.
   *
   * @param conf of the job, which is changed
   * @return the job, which has ended
   */
  Job compare(RandomStar star, Configuration conf, String implementation, List<String> wanted)
      throws Exception {
    long seed = star.seed();
    String name = "star-" + seed + "-" + implementation;
    for (RandomStar.Join join : star.joins()) {
      org.apache.hadoop.fs.Path side = upload(name + "-" + join.name(), join.table(), 1);
      conf.set("hail.join." + join.name(), join.line(side.toUri().getPath()));
    }
    // DuckDB gets the good rows only.
    conf.setLong(HailConfigKeys.JOIN_BUILD_MAX_BAD, -1);
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
    RightAnswer.expect(
        () -> {
          assertThat(lines.get(false)).as(context).isEqualTo(wanted);
          assertThat(lines.get(true)).as(context).hasSize(star.input().badRows());
        });
    assertThat(job.getCounters().findCounter(HailJoinCounter.ROWS_JOINED).getValue())
        .as(context)
        .isEqualTo(wanted.size());
    return job;
  }
}
