// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import dev.hail.examples.job.ExampleJob;
import java.util.List;

/** Bob's workload (thesis, section 3.9.2). */
public final class BobJobs {
  /** Bob-Q1 to Bob-Q5, in this order. */
  public static final List<ExampleJob> ALL =
      List.of(
          new ExampleJob("bob-q1", BobQ1.SQL, BobQ1.PlainMapper.class, BobQ1.HailMapper.class),
          new ExampleJob("bob-q2", BobQ2.SQL, BobQ2.PlainMapper.class, BobQ2.HailMapper.class),
          new ExampleJob("bob-q3", BobQ3.SQL, BobQ3.PlainMapper.class, BobQ3.HailMapper.class),
          new ExampleJob("bob-q4", BobQ4.SQL, BobQ4.PlainMapper.class, BobQ4.HailMapper.class),
          new ExampleJob("bob-q5", BobQ5.SQL, BobQ5.PlainMapper.class, BobQ5.HailMapper.class));

  /** The attributes that Bob filters on; an index on each serves all his queries. */
  public static final List<String> INDEX_ATTRIBUTES = List.of("visitDate", "sourceIP", "adRevenue");

  private BobJobs() {}
}
