// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import dev.hail.examples.job.ExampleJob;
import java.util.List;

/** The queries on Synthetic (thesis, section 3.9.2): all filter on the first attribute. */
public final class SyntheticJobs {
  /** Syn-Q1a to Syn-Q2c, in this order. */
  public static final List<ExampleJob> ALL =
      List.of(
          new ExampleJob("syn-q1a", sql("*", SynQ1.MAXIMUM), SynQ1.PlainA.class, SynQ1.HailA.class),
          new ExampleJob(
              "syn-q1b", sql("a1..a9", SynQ1.MAXIMUM), SynQ1.PlainB.class, SynQ1.HailB.class),
          new ExampleJob(
              "syn-q1c", sql("a1", SynQ1.MAXIMUM), SynQ1.PlainC.class, SynQ1.HailC.class),
          new ExampleJob("syn-q2a", sql("*", SynQ2.MAXIMUM), SynQ2.PlainA.class, SynQ2.HailA.class),
          new ExampleJob(
              "syn-q2b", sql("a1..a9", SynQ2.MAXIMUM), SynQ2.PlainB.class, SynQ2.HailB.class),
          new ExampleJob(
              "syn-q2c", sql("a1", SynQ2.MAXIMUM), SynQ2.PlainC.class, SynQ2.HailC.class));

  /** One index per replica; the queries use the first. */
  public static final List<String> INDEX_ATTRIBUTES = List.of("a1", "a2", "a3");

  private SyntheticJobs() {}

  private static String sql(String attributes, int maximum) {
    return "SELECT " + attributes + " FROM Synthetic WHERE a1 BETWEEN 0 AND " + maximum;
  }
}
