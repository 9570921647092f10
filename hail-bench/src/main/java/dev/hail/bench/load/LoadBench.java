// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.client.NamedThreads;
import dev.hail.minicluster.process.Daemon;
import dev.hail.minicluster.process.ProcessCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** Puts load on a running cluster and observes its daemons and this process, the client. */
final class LoadBench {
  /** Steps that {@link #run} reports to the log. */
  static final int STEPS = 2;

  private static final String CASE = "load";
  private static final Path DIRECTORY = new Path("/bench/load");
  private static final FsPermission ANYBODY = new FsPermission((short) 0777);
  private static final long POLL_MILLIS = 500;
  private static final long LAST_OPERATIONS_MINUTES = 10;

  private final ProcessCluster cluster;
  private final List<LoadText> texts;
  private final LoadPlan plan;
  private final StepLog log;
  private final CaseLog cases;
  private final Latencies latencies = new Latencies();
  private final LoadGate gate = new LoadGate();

  LoadBench(
      ProcessCluster cluster, List<LoadText> texts, LoadPlan plan, StepLog log, CaseLog cases) {
    this.cluster = cluster;
    this.texts = List.copyOf(texts);
    this.plan = plan;
    this.log = log;
    this.cases = cases;
  }

  /**
   * Runs the load.
   *
   * @return which processes leak, in words; empty if none does
   * @throws IOException if an operation fails or an answer is wrong
   */
  List<String> run() throws IOException, InterruptedException {
    log.begin("First operation of each client");
    List<LoadClient> clients = clients();
    for (LoadClient client : clients) {
      client.once();
    }
    log.end(Figures.counted(latencies.count(), "operation") + "; not counted");
    latencies.clear();
    try (Observation observation = new Observation()) {
      for (Daemon daemon : cluster.daemons()) {
        observation.add(ProcessProbe.attach(daemon.name(), daemon.pid()));
      }
      observation.add(ProcessProbe.ofThisProcess("client"));
      log.begin("Load");
      double seconds = load(clients, observation);
      log.end(Figures.counted(latencies.count(), "operation") + ", all well");
      record(seconds);
      observation.record(cases);
      return observation.leaks();
    }
  }

  private List<LoadClient> clients() throws IOException {
    Configuration conf = cluster.configuration();
    FileSystem hdfs = cluster.newFileSystem();
    LoadFiles files = new LoadFiles();
    List<LoadClient> clients = new ArrayList<>();
    for (int i = 0; i < plan.uploaders(); i++) {
      String name = "uploader-" + i;
      Path directory = new Path(DIRECTORY, name);
      hdfs.mkdirs(directory);
      hdfs.setPermission(directory, ANYBODY);
      clients.add(
          new LoadClient(name, gate, new Uploader(conf, directory, texts, files, latencies)));
    }
    for (int i = 0; i < plan.queriers(); i++) {
      clients.add(
          new LoadClient(
              "querier-" + i, gate, new Querier(conf, files, latencies, i, plan.seed())));
    }
    return clients;
  }

  /** Returns the seconds during which operations could begin. */
  private double load(List<LoadClient> clients, Observation observation)
      throws IOException, InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(clients.size(), new NamedThreads("load-client"));
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      clients.forEach(running::submit);
      long nanos = 0;
      for (int sample = 0; sample < plan.samples(); sample++) {
        long begin = System.nanoTime();
        awaitSlice(running, sample);
        gate.shut();
        nanos += System.nanoTime() - begin;
        try {
          observation.sample();
        } finally {
          gate.open();
        }
      }
      gate.end();
      for (int i = 0; i < clients.size(); i++) {
        check(running.take());
      }
      return nanos / 1e9;
    } finally {
      gate.end();
      threads.shutdown();
      if (!threads.awaitTermination(LAST_OPERATIONS_MINUTES, TimeUnit.MINUTES)) {
        threads.shutdownNow();
      }
    }
  }

  private void awaitSlice(CompletionService<Void> running, int sample)
      throws IOException, InterruptedException {
    long slice = plan.slice().toNanos();
    long begin = System.nanoTime();
    for (long passed = 0; passed < slice; passed = System.nanoTime() - begin) {
      long wait = Math.min(slice - passed, TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      Future<Void> ended = running.poll(wait, TimeUnit.NANOSECONDS);
      if (ended != null) {
        check(ended);
      }
      log.progress(
          (sample + (double) passed / slice) / plan.samples(),
          Figures.counted(latencies.count(), "operation"));
    }
  }

  private static void check(Future<Void> ended) throws IOException, InterruptedException {
    try {
      ended.get();
    } catch (ExecutionException failed) {
      throw new IOException(
          "An operation failed under load: " + failed.getCause().getMessage(), failed.getCause());
    }
  }

  private void record(double seconds) throws IOException {
    for (String kind : latencies.kinds()) {
      double[] sorted = latencies.sorted(kind);
      cases.add(CASE, kind, "operations", sorted.length);
      cases.add(CASE, kind, "operations_per_min", sorted.length / seconds * 60);
      if (kind.equals(Uploader.PUT)) {
        double bytes = texts.stream().mapToLong(LoadText::bytes).average().orElseThrow();
        cases.add(CASE, kind, "bytes_per_s", sorted.length * bytes / seconds);
      }
      cases.add(CASE, kind, "p50_s", Latencies.percentile(sorted, 50));
      cases.add(CASE, kind, "p99_s", Latencies.percentile(sorted, 99));
      cases.add(CASE, kind, "max_s", sorted[sorted.length - 1]);
    }
    cases.finish(CASE);
  }
}
