// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.failover.FaultCluster.Node;
import dev.hail.bench.job.Answers;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.upload.Uploads;
import dev.hail.conf.HailConfigKeys;
import dev.hail.examples.ExampleTable;
import dev.hail.examples.job.ExampleJob;
import dev.hail.format.schema.Schema;
import dev.hail.mapreduce.HailCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** Runs a query on one cluster, system by system, with and without a node that dies meanwhile. */
final class FaultBench {
  private static final ExampleTable TABLE = ExampleTable.USERVISITS;
  private static final ExampleJob QUERY = TABLE.jobs().get(0);
  private static final Path DIRECTORY = new Path("/bench/failover");
  private static final Path OUTPUT = new Path("/bench/output");

  /** Share of the map work after which the node dies, as in the thesis. */
  private static final double MARK = 0.5;

  /** A job of few tasks may go from less than that to its end between two looks. */
  private static final int ATTEMPTS = 5;

  private final FaultCluster cluster;
  private final java.nio.file.Path text;
  private final List<FaultSystem> systems;
  private final String caseName;
  private final Random random;
  private final StepLog log;
  private final CaseLog cases;
  private final Answers answers = new Answers();
  private final Map<String, WholeFile> files = new LinkedHashMap<>();

  /**
   * A bench on a running cluster.
   *
   * @param text local text of UserVisits
   * @param seed of the choice of nodes
   */
  FaultBench(
      FaultCluster cluster,
      java.nio.file.Path text,
      Set<FaultSystem> systems,
      String casePrefix,
      long seed,
      StepLog log,
      CaseLog cases) {
    this.cluster = cluster;
    this.text = text;
    this.systems = systems.stream().sorted().toList();
    this.caseName = casePrefix + QUERY.name();
    this.random = new Random(seed);
    this.log = log;
    this.cases = cases;
  }

  /** How many steps {@link #run} tells the log about. */
  static int steps(Set<FaultSystem> systems, int rounds) {
    int files = (int) systems.stream().map(FaultSystem::file).distinct().count();
    return files + 1 + rounds * systems.size() * 3;
  }

  /**
   * Uploads, runs one job that is not counted, and then in rounds each system's job, the same with
   * a node that dies, and its return. Another system begins each round.
   *
   * @throws IOException also if two jobs give different answers
   */
  void run(int rounds) throws IOException, InterruptedException {
    for (FaultSystem system : systems) {
      if (!files.containsKey(system.file())) {
        upload(system);
      }
    }
    log.begin("Warm-up: " + systems.get(0));
    log.end(describe(undisturbed(systems.get(0))) + "; not counted");
    for (int round = 1; round <= rounds; round++) {
      List<FaultSystem> turns = new ArrayList<>(systems);
      Collections.rotate(turns, 1 - round);
      for (FaultSystem system : turns) {
        measure(system, "Round " + round + ": " + system);
      }
    }
    cases.finish(caseName);
  }

  private void upload(FaultSystem system) throws IOException, InterruptedException {
    Path file = new Path(DIRECTORY, system.file());
    List<String> indexes = system.indexes(TABLE);
    Schema schema = Schema.parse(TABLE.schemaSql());
    cluster.fileSystem().mkdirs(DIRECTORY);
    log.begin("Upload for " + system.file());
    Uploads uploads =
        new Uploads(cluster.fileSystem(), cluster.configuration(), FaultCluster.REPLICATION);
    if (indexes.isEmpty()) {
      uploads.toHdfs(text, file, done -> log.progress(done, ""));
    } else {
      uploads.toHail(text, schema, indexes, file, done -> log.progress(done, ""));
    }
    log.end("done");
    List<Integer> orders = new ArrayList<>();
    for (int replica = 0; !indexes.isEmpty() && replica < FaultCluster.REPLICATION; replica++) {
      orders.add(schema.attribute(indexes.get(replica % indexes.size())).position());
    }
    files.put(system.file(), new WholeFile(file, FaultCluster.REPLICATION, orders));
  }

  private void measure(FaultSystem system, String step) throws IOException, InterruptedException {
    log.begin(step);
    Ran calm = undisturbed(system);
    log.end(describe(calm));
    log.begin(step + ", fault");
    Death death = disturbed(system);
    Slowdown slowdown = new Slowdown(calm.job().seconds(), death.ran().job().seconds());
    log.end(
        describe(death.ran())
            + ", slowdown "
            + Figures.percent(slowdown.percent())
            + ", "
            + death.node().name()
            + " died");
    record(system, calm, death.ran(), slowdown);
    log.begin("Wait for " + death.node().name());
    cluster.revive(death.node(), List.copyOf(files.values()));
    log.end("all replicas and indexes are there again");
  }

  private void record(FaultSystem system, Ran calm, Ran disturbed, Slowdown slowdown) {
    cases.add(caseName, system.id(), "job_s", slowdown.seconds());
    cases.add(caseName, system.id(), "failure_job_s", slowdown.failureSeconds());
    cases.add(caseName, system.id(), "slowdown_percent", slowdown.percent());
    cases.add(caseName, system.id(), "map_tasks", calm.job().mapTasks());
    cases.add(caseName, system.id(), "lost_tasks", (double) disturbed.lostTasks());
    if (system != FaultSystem.HADOOP) {
      cases.add(caseName, system.id(), "scanned_blocks", (double) disturbed.scannedBlocks());
    }
  }

  /**
   * A job that has succeeded.
   *
   * @param lostTasks attempts of map tasks that did not finish
   * @param scannedBlocks HAIL blocks that were read without an index
   */
  private record Ran(JobResult job, long lostTasks, long scannedBlocks) {}

  /** A job, and the node that died under it. */
  private record Death(Ran ran, Node node) {}

  private Ran undisturbed(FaultSystem system) throws IOException, InterruptedException {
    return run(system, job -> {});
  }

  /** A run in which a task was lost: the last task of the node that died may have ended before. */
  private Death disturbed(FaultSystem system) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<Node> dead = new ArrayList<>();
      Ran ran = run(system, job -> dead.add(killOneOf(job)));
      if (!dead.isEmpty() && ran.lostTasks() > 0) {
        return new Death(ran, dead.get(0));
      }
      for (Node node : dead) {
        cluster.revive(node, List.copyOf(files.values()));
      }
    }
    throw new IOException(
        "In "
            + ATTEMPTS
            + " runs of the job of "
            + system
            + " no task was lost: the job was over before it was seen half done, or the tasks of the"
            + " node that died were; more text (--size) or smaller blocks (--block-size) make the job"
            + " longer");
  }

  private Node killOneOf(Job job) throws IOException {
    JobID id = job.getJobID();
    Node master =
        cluster.masterOf(
            ApplicationId.newInstance(Long.parseLong(id.getJtIdentifier()), id.getId()));
    Node victim = Victim.choose(cluster.nodes(), master, Node::isBusy, random);
    victim.kill();
    return victim;
  }

  /** What is to happen when half of a job's map work is done. */
  private interface HalfTime {
    void of(Job job) throws IOException;
  }

  private Ran run(FaultSystem system, HalfTime halfTime) throws IOException, InterruptedException {
    cluster.awaitIdle();
    cluster.fileSystem().delete(OUTPUT, true);
    Configuration conf = cluster.configuration();
    conf.setBoolean(HailConfigKeys.SPLITTING_ENABLED, system.splits());
    Path input = files.get(system.file()).path();
    boolean plain = system == FaultSystem.HADOOP;
    Job job = plain ? QUERY.plain(conf, input, OUTPUT) : QUERY.hail(conf, input, OUTPUT);
    AtProgress watch = new AtProgress(MARK, () -> halfTime.of(job));
    try {
      JobResult result =
          plain
              ? JobRunner.runPlain(job, done -> tell(done, watch))
              : JobRunner.runHail(job, done -> tell(done, watch));
      answers.check(QUERY.name(), system.id(), result.output());
      Counters counters = job.getCounters();
      return new Ran(
          result,
          counters.findCounter(JobCounter.NUM_KILLED_MAPS).getValue()
              + counters.findCounter(JobCounter.NUM_FAILED_MAPS).getValue(),
          counters.findCounter(HailCounter.BLOCKS_SCAN).getValue());
    } catch (UncheckedIOException e) {
      throw new IOException("No node could be killed during the job of " + system, e.getCause());
    }
  }

  private void tell(double done, AtProgress watch) {
    watch.accept(done);
    log.progress(done, "map");
  }

  private static String describe(Ran ran) {
    String tasks = ran.job().mapTasks() == 1 ? "1 map task" : ran.job().mapTasks() + " map tasks";
    String lost = ran.lostTasks() == 0 ? "" : ", " + ran.lostTasks() + " of them lost";
    return Figures.seconds(ran.job().seconds()) + " with " + tasks + lost;
  }
}
