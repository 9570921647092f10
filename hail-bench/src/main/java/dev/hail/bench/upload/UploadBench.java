// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.bench.cluster.BenchCluster;
import dev.hail.bench.cluster.ReportedBlocks;
import dev.hail.bench.cluster.UploadClusters;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.measure.CpuTime;
import dev.hail.bench.peer.PeerFormat;
import dev.hail.bench.peer.PeerUpload;
import dev.hail.bench.report.Figures;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleConsumer;

/** Runs an {@link UploadPlan} on running clusters. */
final class UploadBench {
  private static final String NOT_COUNTED = "; not counted";
  private static final long DELETE_SECONDS = 300;
  private static final long DELETE_POLL_MILLIS = 50;
  private static final org.apache.hadoop.fs.Path TARGET =
      new org.apache.hadoop.fs.Path("/bench/upload");

  private final UploadPlan plan;
  private final Path text;
  private final Path warmUpText;
  private final Schema schema;
  private final UploadClusters clusters;
  private final StepLog log;
  private final CaseLog caseLog;

  /**
   * Creates a benchmark on running clusters.
   *
   * @param text text of the plan's table and size
   * @param warmUpText a small text of the same table
   * @param caseLog receives the measurements
   */
  UploadBench(
      UploadPlan plan,
      Path text,
      Path warmUpText,
      UploadClusters clusters,
      StepLog log,
      CaseLog caseLog) {
    this.plan = plan;
    this.text = text;
    this.warmUpText = warmUpText;
    this.schema = Schema.parse(plan.table().schemaSql());
    this.clusters = clusters;
    this.log = log;
    this.caseLog = caseLog;
  }

  /** Returns the number of steps that {@link #run} reports to the log. */
  static int steps(UploadPlan plan, int rounds) {
    return 2 * plan.peerSteps().size() + (1 + rounds) * plan.steps().size();
  }

  /**
   * Runs an uncounted warm-up round, then the counted rounds. Each round begins with another
   * system. Files of other formats are written once, after a small text that warms up their code.
   */
  void run(int rounds) throws IOException, InterruptedException {
    for (UploadPlan.Step step : plan.peerSteps()) {
      log.begin("Warm-up: " + step.title());
      log.end(describe(upload(step, warmUpText, done -> log.progress(done, ""))) + NOT_COUNTED);
      log.begin("Once: " + step.title());
      UploadFigures figures = upload(step, text, done -> log.progress(done, ""));
      log.end(describe(figures));
      record(step, figures);
    }
    for (int round = 0; round <= rounds; round++) {
      List<UploadPlan.Step> steps = new ArrayList<>(plan.steps());
      Collections.rotate(steps, -round);
      for (UploadPlan.Step step : steps) {
        log.begin((round == 0 ? "Warm-up: " : "Round " + round + ": ") + step.title());
        UploadFigures figures = upload(step, text, done -> log.progress(done, ""));
        log.end(describe(figures) + (round == 0 ? NOT_COUNTED : ""));
        if (round > 0) {
          record(step, figures);
        }
      }
    }
    for (UploadCase each : plan.cases()) {
      caseLog.finish(plan.caseName(each));
    }
  }

  private void record(UploadPlan.Step step, UploadFigures figures) {
    List<UploadCase> cases = step.hailCase() == null ? plan.cases() : List.of(step.hailCase());
    for (UploadCase each : cases) {
      String name = plan.caseName(each);
      String system = step.system().id();
      caseLog.add(name, system, "elapsed_s", figures.seconds());
      caseLog.add(name, system, "cpu_s", figures.cpu().total());
      caseLog.add(name, system, "client_cpu_s", figures.cpu().client());
      caseLog.add(name, system, "bytes_stored", (double) figures.storedBytes());
    }
  }

  private UploadFigures upload(UploadPlan.Step step, Path source, DoubleConsumer progress)
      throws IOException, InterruptedException {
    BenchCluster cluster = step.system() == UploadSystem.HAIL ? clusters.hail() : clusters.plain();
    int replication =
        step.hailCase() == null ? UploadCase.PLAIN_REPLICATION : step.hailCase().replication();
    Uploads uploads = new Uploads(cluster.fileSystem(), cluster.configuration(), replication);
    cluster.fileSystem().mkdirs(TARGET.getParent());
    System.gc();
    CpuTime before = cluster.cpuTime();
    long begin = System.nanoTime();
    switch (step.system()) {
      case HDFS -> uploads.toHdfs(source, TARGET, progress);
      case HAIL ->
          uploads.toHail(source, schema, step.hailCase().indexAttributes(), TARGET, progress);
      case PARQUET -> toPeer(PeerFormat.PARQUET, source, cluster, progress);
      case ORC -> toPeer(PeerFormat.ORC, source, cluster, progress);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    CpuTime used = cluster.cpuTime().since(before);
    UploadFigures figures = new UploadFigures(seconds, used, cluster.storedBytes());
    delete(cluster);
    return figures;
  }

  private void toPeer(PeerFormat format, Path source, BenchCluster cluster, DoubleConsumer progress)
      throws IOException {
    String sortAttribute = plan.table().indexAttributes().get(0);
    new PeerUpload(cluster.configuration(), format, schema, sortAttribute)
        .run(source, TARGET, source.toAbsolutePath().getParent(), progress);
  }

  /** Deletes the upload and waits until its blocks have left the disks. */
  private static void delete(BenchCluster cluster) throws IOException, InterruptedException {
    ReportedBlocks.await(cluster.fileSystem(), TARGET);
    cluster.fileSystem().delete(TARGET, true);
    long deadline = System.nanoTime() + DELETE_SECONDS * 1_000_000_000L;
    while (cluster.storedBytes() > 0) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "The datanodes still hold "
                + Figures.bytes(cluster.storedBytes())
                + " "
                + DELETE_SECONDS
                + " s after "
                + TARGET
                + " was deleted, which would falsify further measurements. Run again"
                + " with --keep and look at their logs");
      }
      Thread.sleep(DELETE_POLL_MILLIS);
    }
  }

  private static String describe(UploadFigures figures) {
    return Figures.seconds(figures.seconds())
        + ", CPU "
        + Figures.seconds(figures.cpu().total())
        + ", "
        + Figures.bytes(figures.storedBytes())
        + " stored";
  }
}
