// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import dev.hail.bench.measure.CaseLog;

/** Adds the figures of a join to a case. */
final class JoinCases {
  static final String TUPLES_PER_SECOND = "tuples_per_s";

  private JoinCases() {}

  /** Adds a measurement to a case. */
  static void add(
      CaseLog into, String caseName, String system, JoinShape shape, JoinFigures figures) {
    into.add(caseName, system, TUPLES_PER_SECOND, shape.rows() / figures.seconds());
    into.add(caseName, system, "elapsed_s", figures.seconds());
    into.add(caseName, system, "cpu_s", figures.cpuSeconds());
    into.add(caseName, system, "peak_bytes", figures.peakBytes());
  }
}
