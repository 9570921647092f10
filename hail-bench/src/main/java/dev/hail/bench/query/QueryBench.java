// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.Answers;
import dev.hail.bench.job.CpuMeter;
import dev.hail.bench.job.CpuMeter.Metered;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.peer.PeerFormat;
import dev.hail.bench.peer.PeerJobs;
import dev.hail.bench.report.Figures;
import dev.hail.conf.HailConfigKeys;
import dev.hail.examples.job.ExampleJob;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Runs the queries of one table on one cluster, system by system. */
final class QueryBench {
  /** Name of the case that runs Bob-Q2 with {@code hail cat}. */
  static final String CAT = "cat";

  private static final String CAT_QUERY = "bob-q2";
  private static final Path OUTPUT = new Path("/bench/output");

  private final HailMiniCluster cluster;
  private final QueryFiles files;
  private final java.nio.file.Path text;
  private final String casePrefix;
  private final List<ExampleJob> jobs;
  private final List<QuerySystem> systems;
  private final boolean cat;
  private final StepLog log;
  private final CaseLog cases;
  private final Answers answers = new Answers();

  /** The jobs and systems to run, and where the figures go. */
  record Setting(
      String casePrefix,
      List<ExampleJob> jobs,
      Set<QuerySystem> systems,
      boolean cat,
      StepLog log,
      CaseLog cases) {
    boolean asksCat() {
      return cat && systems.contains(QuerySystem.HAIL);
    }

    /** Returns the number of steps that {@link QueryBench#run} reports to the log. */
    int steps(int rounds) {
      int questions = jobs.size() * systems.size() + (asksCat() ? 1 : 0);
      return 2 * systems.size() + (asksCat() ? 1 : 0) + rounds * questions;
    }
  }

  /**
   * Creates a benchmark on a running cluster.
   *
   * @param text local text of the table; other local files go beside it
   */
  QueryBench(HailMiniCluster cluster, QueryFiles files, java.nio.file.Path text, Setting setting) {
    this.cluster = cluster;
    this.files = files;
    this.text = text;
    this.casePrefix = setting.casePrefix();
    this.jobs = List.copyOf(setting.jobs());
    this.systems = setting.systems().stream().sorted().toList();
    this.cat = setting.asksCat();
    this.log = setting.log();
    this.cases = setting.cases();
  }

  /**
   * Uploads the files and runs the first query on each system without counting it, to warm up the
   * daemons. Then runs query after query in rounds. Systems take turns within a round, and each
   * round begins with another one.
   *
   * @throws IOException if a job fails or two systems give different answers
   */
  void run(int rounds) throws IOException, InterruptedException {
    for (QuerySystem system : systems) {
      log.begin("Upload for " + system);
      files.upload(system, text, done -> log.progress(done, ""));
      log.end("done");
    }
    for (QuerySystem system : systems) {
      log.begin("Warm-up: " + jobs.get(0).name() + " on " + system);
      ask(jobs.get(0), system, "; not counted");
    }
    for (int query = 0; query < jobs.size(); query++) {
      for (int round = 1; round <= rounds; round++) {
        List<QuerySystem> turns = new ArrayList<>(systems);
        Collections.rotate(turns, -(round + query));
        for (QuerySystem system : turns) {
          log.begin("Round " + round + ": " + jobs.get(query).name() + " on " + system);
          record(jobs.get(query), system, ask(jobs.get(query), system, ""));
        }
      }
      cases.finish(casePrefix + jobs.get(query).name());
    }
    if (cat) {
      java.nio.file.Path scratch = text.toAbsolutePath().getParent();
      CatRunner runner = new CatRunner(cluster, files.of(QuerySystem.HAIL), scratch);
      log.begin("Warm-up: " + CAT_QUERY + " by hail cat");
      end(runner.first(), "; not counted");
      for (int round = 1; round <= rounds; round++) {
        askCat(runner, round);
      }
      cases.finish(casePrefix + CAT);
    }
  }

  private Metered<JobResult> ask(ExampleJob query, QuerySystem system, String remark)
      throws IOException, InterruptedException {
    cluster.fileSystem().delete(OUTPUT, true);
    Metered<JobResult> asked =
        CpuMeter.of(() -> run(query, system, done -> log.progress(done, "map")));
    answers.check(query.name(), system.id(), asked.result().output());
    log.end(describe(asked.result()) + remark);
    return asked;
  }

  private JobResult run(ExampleJob query, QuerySystem system, DoubleConsumer progress)
      throws IOException, InterruptedException {
    Configuration conf = new Configuration(cluster.configuration());
    Path input = files.of(system);
    return switch (system) {
      case HADOOP -> JobRunner.runPlain(query.plain(conf, input, OUTPUT), progress);
      case HAIL -> JobRunner.runHail(query.hail(conf, input, OUTPUT), progress);
      case HAIL_NOSPLIT -> {
        conf.setBoolean(HailConfigKeys.SPLITTING_ENABLED, false);
        yield JobRunner.runHail(query.hail(conf, input, OUTPUT), progress);
      }
      case PARQUET -> runPeer(PeerFormat.PARQUET, query, conf, input, progress);
      case ORC -> runPeer(PeerFormat.ORC, query, conf, input, progress);
    };
  }

  private static JobResult runPeer(
      PeerFormat format, ExampleJob query, Configuration conf, Path input, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return JobRunner.runTimed(
        PeerJobs.job(conf, format, query.name(), input, OUTPUT), format.id(), progress);
  }

  /**
   * Records the figures of a job. The ideal time is the readers' time divided by the slots; the
   * rest of the job's time is the framework's overhead (thesis, section 3.9.4).
   */
  private void record(ExampleJob query, QuerySystem system, Metered<JobResult> asked) {
    String name = casePrefix + query.name();
    JobResult job = asked.result();
    cases.add(name, system.id(), "reader_s", job.readerSeconds());
    cases.add(name, system.id(), "job_s", job.seconds());
    double ideal = job.readerSeconds() / SmallCluster.MAP_SLOTS;
    cases.add(name, system.id(), "ideal_s", ideal);
    cases.add(name, system.id(), "overhead_s", job.seconds() - ideal);
    cases.add(name, system.id(), "bytes_read", (double) job.bytesRead());
    cases.add(name, system.id(), "map_tasks", job.mapTasks());
    cases.add(name, system.id(), "cpu_s", asked.cpuSeconds());
  }

  private void askCat(CatRunner runner, int round) throws IOException, InterruptedException {
    log.begin("Round " + round + ": " + CAT_QUERY + " by hail cat");
    CatRun run = runner.next();
    cases.add(casePrefix + CAT, QuerySystem.HAIL.id(), "own_s", run.ownSeconds());
    cases.add(casePrefix + CAT, QuerySystem.HAIL.id(), "elapsed_s", run.processSeconds());
    end(run, "");
  }

  private void end(CatRun run, String remark) throws IOException {
    answers.check(CAT_QUERY, "hail cat", run.output());
    log.end(
        Figures.seconds(run.ownSeconds())
            + " of own work, "
            + Figures.seconds(run.processSeconds())
            + " with the JVM"
            + remark);
  }

  private static String describe(JobResult job) {
    return Figures.seconds(job.seconds())
        + " with "
        + Figures.counted(job.mapTasks(), "map task")
        + ", RecordReader "
        + Figures.seconds(job.readerSeconds())
        + ", "
        + Figures.bytes(job.bytesRead())
        + " read";
  }
}
