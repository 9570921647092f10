// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import dev.hail.cli.output.LocalOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the measurements of a benchmark run, case by case. The figures of a finished case go to
 * the JSON file at once, so that an interrupted run leaves them behind. Not thread-safe.
 */
public final class CaseLog implements AutoCloseable {
  private final String bench;
  private final List<String> ratios;
  private final Samples samples = new Samples();
  private final List<Measurement> finished = new ArrayList<>();
  private final Writer file;

  /**
   * Creates the log and opens the JSON file.
   *
   * @param bench name of the benchmark
   * @param ratios ratios to compute, such as {@code hail/hdfs}; skipped where a system is missing
   * @param json where JSON lines go; null to write none
   * @throws dev.hail.client.PathException if a file is there, which has figures of another run
   */
  public CaseLog(String bench, List<String> ratios, LocalOutput json) throws IOException {
    this.bench = bench;
    this.ratios = List.copyOf(ratios);
    this.file = json == null ? Writer.nullWriter() : writer(json.openNew());
  }

  private static Writer writer(OutputStream opened) {
    return new BufferedWriter(new OutputStreamWriter(opened, StandardCharsets.UTF_8));
  }

  /** Adds a value of one round; NaN stands for an unknown value. */
  public void add(String caseName, String system, String metric, double value) {
    samples.add(caseName, system, metric, value);
  }

  /** Summarises the case and writes its figures; nothing may be added to it afterwards. */
  public void finish(String caseName) throws IOException {
    List<Measurement> figures = samples.summary(bench, caseName, ratios);
    finished.addAll(figures);
    MeasurementWriter lines = new MeasurementWriter(file);
    for (Measurement figure : figures) {
      lines.write(figure);
    }
    file.flush();
  }

  /** Returns the figures of all finished cases, in the order in which they finished. */
  public List<Measurement> finished() {
    return List.copyOf(finished);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
