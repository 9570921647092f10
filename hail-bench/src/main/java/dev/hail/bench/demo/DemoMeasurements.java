// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.job.JobResult;
import dev.hail.bench.measure.Measurement;
import dev.hail.bench.measure.MeasurementWriter;
import dev.hail.bench.upload.UploadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the demo's figures into the form of the benchmarks. Each stands for one run only, so it is
 * a hint.
 */
final class DemoMeasurements {
  private static final String BENCH = "demo";
  private static final String UPLOAD = "uservisits/rep3/idx3";
  private static final String HDFS = "hdfs";
  private static final String HADOOP = "hadoop";
  private static final String HAIL = "hail";
  private static final String ELAPSED = "elapsed_s";

  private DemoMeasurements() {}

  static void write(DemoResults results, Appendable target) throws IOException {
    MeasurementWriter writer = new MeasurementWriter(target);
    for (Measurement measurement : of(results)) {
      writer.write(measurement);
    }
  }

  private static List<Measurement> of(DemoResults results) {
    List<Measurement> all = new ArrayList<>();
    UploadResult hdfs = results.hdfs();
    UploadResult hail = results.hail();
    all.add(Measurement.ofSystem(BENCH, UPLOAD, HDFS, ELAPSED, hdfs.seconds()));
    all.add(Measurement.ofSystem(BENCH, UPLOAD, HAIL, ELAPSED, hail.seconds()));
    all.add(
        Measurement.ofRatio(BENCH, UPLOAD, "hail/hdfs", ELAPSED, hail.seconds() / hdfs.seconds()));
    all.add(Measurement.ofSystem(BENCH, UPLOAD, HDFS, "stored_bytes", (double) hdfs.storedBytes()));
    all.add(Measurement.ofSystem(BENCH, UPLOAD, HAIL, "stored_bytes", (double) hail.storedBytes()));
    for (QueryResult query : results.queries()) {
      addJob(query.name(), HADOOP, query.hadoop(), all);
      addJob(query.name(), HAIL, query.hail(), all);
      all.add(ratio(query, "reader_s", query.readerRatio()));
      all.add(ratio(query, "job_s", query.jobRatio()));
    }
    return all;
  }

  private static void addJob(String query, String system, JobResult job, List<Measurement> all) {
    all.add(Measurement.ofSystem(BENCH, query, system, "reader_s", job.readerSeconds()));
    all.add(Measurement.ofSystem(BENCH, query, system, "job_s", job.seconds()));
    all.add(Measurement.ofSystem(BENCH, query, system, "bytes_read", (double) job.bytesRead()));
    all.add(Measurement.ofSystem(BENCH, query, system, "map_tasks", job.mapTasks()));
  }

  private static Measurement ratio(QueryResult query, String metric, double value) {
    return Measurement.ofRatio(BENCH, query.name(), "hadoop/hail", metric, value);
  }
}
