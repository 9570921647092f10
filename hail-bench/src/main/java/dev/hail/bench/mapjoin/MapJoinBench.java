// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.Answers;
import dev.hail.bench.job.CpuMeter;
import dev.hail.bench.job.CpuMeter.Metered;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.job.OutputFingerprint;
import dev.hail.bench.report.Figures;
import dev.hail.mapreduce.HailJoinCounter;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** Runs the cases on one cluster and one size, system by system. */
final class MapJoinBench {
  /** Metric: processor time for each further 2^30 bytes of input text. */
  static final String SLOPE = "slope_cpu_s_per_gb";

  /** Metric: wall clock time to copy the keys of a row, divided by the number of keys. */
  static final String KEY_COPY = "key_copy_ns";

  private static final Path OUTPUT = new Path("/bench/output");

  private final HailMiniCluster cluster;
  private final MapJoinFiles files;
  private final DuckDb duckDb;
  private final Setting setting;
  private final Answers answers = new Answers();

  /**
   * What runs, and where the figures go.
   *
   * @param contestants systems, HAIL once for each algorithm
   * @param library file of the native joins
   */
  record Setting(
      List<MapJoinCase> queries,
      List<Contestant> contestants,
      java.nio.file.Path library,
      StepLog log,
      MapJoinFigures figures) {
    Setting {
      queries = List.copyOf(queries);
      contestants = List.copyOf(contestants);
    }

    Set<JoinTable> tables() {
      return tablesOf(queries);
    }
  }

  /** The measured work of a system. */
  private interface Work {
    Answer run() throws IOException, InterruptedException;
  }

  /** The figures of a job, or of DuckDB, which has no job. */
  private record Answer(OutputFingerprint output, JobResult job, Counters counters) {}

  MapJoinBench(HailMiniCluster cluster, MapJoinFiles files, DuckDb duckDb, Setting setting) {
    this.cluster = cluster;
    this.files = files;
    this.duckDb = duckDb;
    this.setting = setting;
  }

  /** Returns the number of steps that {@link #run} reports to the log. */
  static int steps(List<MapJoinCase> queries, int contestants, int rounds) {
    return tablesOf(queries).size() + 1 + queries.size() * (1 + rounds * contestants);
  }

  private static Set<JoinTable> tablesOf(List<MapJoinCase> queries) {
    Set<JoinTable> tables = new TreeSet<>();
    queries.forEach(query -> tables.addAll(query.tables()));
    return tables;
  }

  /**
   * Makes the tables, and warms up with one job of HAIL that is not counted. Then each case asks
   * DuckDB for the answer, and runs rounds in which systems take turns. Each round begins with
   * another system.
   *
   * @throws IOException if a job fails or two systems give different answers
   */
  void run(int rounds) throws IOException, InterruptedException {
    boolean parquet =
        setting.contestants().stream().anyMatch(each -> each.source() == DuckDb.Source.PARQUET);
    for (JoinTable table : setting.tables()) {
      setting.log().begin("Generate and upload " + table.id());
      files.add(table, done -> setting.log().progress(done, ""));
      if (parquet) {
        duckDb.toParquet(table);
      }
      setting.log().end("done");
    }
    List<MapJoinCase> queries = setting.queries();
    setting.log().begin("Warm-up: " + queries.get(0).id());
    Contestant first = setting.contestants().get(0);
    work(queries.get(0), first, done -> {}).run();
    setting.log().end("not counted");
    for (int query = 0; query < queries.size(); query++) {
      MapJoinCase asked = queries.get(query);
      setting.log().begin("Answer of DuckDB: " + asked.id());
      OutputFingerprint right = duckDb.ask(asked, DuckDb.Source.TEXT);
      answers.check(asked.id(), "DuckDB", right);
      setting.log().end(right.lines() + " groups");
      for (int round = 1; round <= rounds; round++) {
        List<Contestant> turns = new ArrayList<>(setting.contestants());
        Collections.rotate(turns, -(round + query));
        for (Contestant contestant : turns) {
          measure(asked, contestant, round);
        }
      }
      setting.figures().finish(asked);
    }
  }

  private void measure(MapJoinCase query, Contestant contestant, int round)
      throws IOException, InterruptedException {
    setting.log().begin("Round " + round + ": " + query.id() + " on " + contestant.id());
    Work work = work(query, contestant, done -> setting.log().progress(done, "map"));
    long begin = System.nanoTime();
    Metered<Answer> metered = CpuMeter.of(work::run);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Answer answer = metered.result();
    answers.check(query.id(), contestant.id(), answer.output());
    MapJoinFigures figures = setting.figures();
    figures.add(query, contestant.id(), "cpu_s", metered.cpuSeconds());
    JobResult job = answer.job();
    figures.add(query, contestant.id(), "job_s", job == null ? seconds : job.seconds());
    if (job != null) {
      figures.add(query, contestant.id(), "map_tasks", job.mapTasks());
    }
    if (contestant.system() == MapJoinSystem.HAIL) {
      recordJoins(query, contestant.id(), answer);
    }
    setting.log().end(Figures.seconds(metered.cpuSeconds()) + " of CPU");
  }

  private void recordJoins(MapJoinCase query, String system, Answer answer) {
    MapJoinFigures figures = setting.figures();
    double probed = count(answer, HailJoinCounter.ROWS_PROBED);
    figures.add(query, system, "reader_s", answer.job().readerSeconds());
    figures.add(query, system, "rows_probed", probed);
    figures.add(query, system, "rows_joined", count(answer, HailJoinCounter.ROWS_JOINED));
    if (probed > 0) {
      double keys = probed * query.sides().size();
      double lookup = count(answer, HailJoinCounter.LOOKUP_NANOS);
      figures.add(query, system, KEY_COPY, count(answer, HailJoinCounter.KEY_COPY_NANOS) / keys);
      figures.add(query, system, "lookup_ns", lookup / probed);
      figures.add(query, system, "call_ns", count(answer, HailJoinCounter.CALL_NANOS) / probed);
    }
    double images = count(answer, HailJoinCounter.IMAGE_BYTES);
    figures.add(query, system, "image_bytes", images / answer.job().mapTasks());
  }

  private static double count(Answer answer, HailJoinCounter counter) {
    return answer.counters().findCounter(counter).getValue();
  }

  private Work work(MapJoinCase query, Contestant contestant, DoubleConsumer progress) {
    if (contestant.system() == MapJoinSystem.DUCKDB) {
      return () -> new Answer(duckDb.ask(query, contestant.source()), null, null);
    }
    return () -> {
      cluster.fileSystem().delete(OUTPUT, true);
      Job job = job(query, contestant);
      JobResult result =
          contestant.system() == MapJoinSystem.HAIL
              ? JobRunner.runHail(job, progress)
              : JobRunner.runTimed(job, "text scan", progress);
      return new Answer(result.output(), result, job.getCounters());
    };
  }

  private Job job(MapJoinCase query, Contestant contestant) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    if (contestant.system() == MapJoinSystem.HAIL) {
      return MapJoinJobs.hail(
          conf, query, files, contestant.algorithm(), setting.library(), OUTPUT);
    }
    if (contestant.system() == MapJoinSystem.PLAIN) {
      return MapJoinJobs.plain(conf, query, files, OUTPUT);
    }
    return MapJoinJobs.combined(conf, query, files, bytesOfTask(), OUTPUT);
  }

  /** Returns the share of the text for each of the map tasks that HAIL takes: two for each slot. */
  private long bytesOfTask() {
    long block = cluster.fileSystem().getDefaultBlockSize(OUTPUT);
    long blocks = (files.inputBytes() + block - 1) / block;
    long tasks = Math.max(1, Math.min(blocks, 2L * SmallCluster.MAP_SLOTS));
    return (files.inputBytes() + tasks - 1) / tasks;
  }
}
