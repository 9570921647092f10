// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one run of a benchmark measures, case by case. A case's figures are in the file of JSON
 * lines as soon as the case is finished, so that a run that is cut short leaves what it has. Not
 * thread-safe.
 */
public final class CaseLog implements AutoCloseable {
  private final String bench;
  private final List<String> ratios;
  private final Samples samples = new Samples();
  private final List<Measurement> finished = new ArrayList<>();
  private final Writer file;

  /**
   * Begins the file anew.
   *
   * @param bench what is run
   * @param ratios which by which, as {@code hail/hdfs}; left out where one of the two is missing
   * @param json where to write lines to; null for nowhere
   */
  public CaseLog(String bench, List<String> ratios, Path json) throws IOException {
    this.bench = bench;
    this.ratios = List.copyOf(ratios);
    this.file = json == null ? Writer.nullWriter() : Files.newBufferedWriter(json);
  }

  /** Adds what one round measured; a value that is not a number stands for one not known. */
  public void add(String caseName, String system, String metric, double value) {
    samples.add(caseName, system, metric, value);
  }

  /** Sums the case up and writes its figures; nothing more is to be added to it. */
  public void finish(String caseName) throws IOException {
    List<Measurement> figures = samples.summary(bench, caseName, ratios);
    finished.addAll(figures);
    MeasurementWriter lines = new MeasurementWriter(file);
    for (Measurement figure : figures) {
      lines.write(figure);
    }
    file.flush();
  }

  /** The figures of all finished cases, in the order these were finished in. */
  public List<Measurement> finished() {
    return List.copyOf(finished);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
