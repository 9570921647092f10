// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.upload.UploadCase;
import dev.hail.bench.upload.Uploads;
import dev.hail.examples.job.ExampleJob;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Measures one running cluster: an upload of all its nodes, and a job. */
final class ScaleBench {
  private static final Path UPLOAD = new Path("/bench/scale");
  private static final Path WARM_UP = new Path("/bench/warm-up");
  private static final Path OUTPUT = new Path("/bench/output");

  private final ScaleStep step;
  private final ScaleCluster cluster;
  private final Texts texts;
  private final StepLog log;
  private final CaseLog cases;

  /**
   * What is uploaded.
   *
   * @param text of every node
   * @param warmUp a small text of the same table
   * @param selected rows of the text that the job selects
   */
  record Texts(java.nio.file.Path text, java.nio.file.Path warmUp, long selected) {}

  ScaleBench(ScaleStep step, ScaleCluster cluster, Texts texts, StepLog log, CaseLog cases) {
    this.step = step;
    this.cluster = cluster;
    this.texts = texts;
    this.log = log;
    this.cases = cases;
  }

  /**
   * Uploads one text per node at the same time, after a small one that is not counted.
   *
   * @param diskBytesPerSecond speed of each datanode's disk; 0 if there is no limit
   * @return what to tell people
   */
  String upload(long diskBytesPerSecond) throws IOException, InterruptedException {
    upload(texts.warmUp(), WARM_UP);
    double before = cluster.cpuSeconds();
    double seconds = upload(texts.text(), UPLOAD);
    double cpu = cluster.cpuSeconds() - before;
    StoredBytes stored = StoredBytes.of(cluster.fileSystem(), UPLOAD, step.nodes());
    add("elapsed_s", seconds);
    add("cpu_s", cpu);
    add("bytes_stored", (double) stored.total());
    add("stored_max_by_mean", stored.mostByMean());
    if (diskBytesPerSecond > 0) {
      add("disk_s", (double) stored.most() / diskBytesPerSecond);
    }
    return Figures.seconds(seconds)
        + ", CPU "
        + Figures.seconds(cpu)
        + ", "
        + Figures.bytes(stored.total())
        + " stored";
  }

  private double upload(java.nio.file.Path source, Path directory)
      throws IOException, InterruptedException {
    cluster.fileSystem().mkdirs(directory);
    UploadCase uploadCase = step.uploadCase();
    Schema schema = Schema.parse(uploadCase.table().schemaSql());
    Uploads uploads =
        new Uploads(cluster.fileSystem(), cluster.configuration(), step.replication());
    return ParallelUploads.run(
        step.nodes(),
        (number, progress) -> {
          Path target = new Path(directory, "part-" + number);
          if (step.hail()) {
            uploads.toHail(source, schema, uploadCase.indexAttributes(), target, progress);
          } else {
            uploads.toHdfs(source, target, progress);
          }
        },
        done -> log.progress(done, ""));
  }

  /**
   * Starts YARN and runs the first of the table's jobs over all that was uploaded with HAIL, after
   * one over little text that is not counted.
   *
   * @return what to tell people
   * @throws IOException if the job selects another number of rows than the text has
   */
  String job() throws IOException, InterruptedException {
    cluster.startYarn();
    job(WARM_UP);
    JobResult result = job(UPLOAD);
    long expected = texts.selected() * step.nodes();
    if (result.output().lines() != expected) {
      throw new IOException(
          "The job over "
              + UPLOAD
              + " on "
              + step.system()
              + " selects "
              + result.output().lines()
              + " rows, but "
              + step.nodes()
              + " times the text have "
              + expected);
    }
    add("job_s", result.seconds());
    add("reader_s", result.readerSeconds());
    add("map_tasks", result.mapTasks());
    return Figures.seconds(result.seconds())
        + " with "
        + Figures.counted(result.mapTasks(), "map task")
        + ", "
        + result.accessPath();
  }

  private JobResult job(Path input) throws IOException, InterruptedException {
    cluster.awaitIdle();
    cluster.fileSystem().delete(OUTPUT, true);
    Configuration conf = cluster.configuration();
    ExampleJob job = step.uploadCase().table().jobs().get(0);
    return JobRunner.runHail(job.hail(conf, input, OUTPUT), done -> log.progress(done, "map"));
  }

  private void add(String metric, double value) {
    cases.add(step.uploadCase().name(), step.system(), metric, value);
  }
}
