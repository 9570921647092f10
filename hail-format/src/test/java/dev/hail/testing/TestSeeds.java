// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.util.stream.LongStream;

/**
 * Seeds of randomised tests. They are the same in every run, so that a change passes or fails for
 * what it does. The nightly run draws one more for all its processes, and names it by {@value
 * #FRESH_PROPERTY}. The system property {@value #PROPERTY} makes all tests run with one seed only,
 * to look into a failure, and {@value #COUNT_PROPERTY} makes them run with more or fewer seeds than
 * usual. Both together are that many seeds from that one on.
 */
public final class TestSeeds {
  /** Name of the system property. */
  public static final String PROPERTY = "hail.test.seed";

  /** Name of the system property that overrides how many seeds there are. */
  public static final String COUNT_PROPERTY = "hail.test.seed.count";

  /** Name of the system property that gives the fresh seed, if there is to be one. */
  public static final String FRESH_PROPERTY = "hail.test.seed.fresh";

  private TestSeeds() {}

  /**
   * Seeds {@code 1} to {@code count} and, if there is one, last the fresh one; or what the system
   * properties say.
   */
  public static LongStream of(int count) {
    Long first = Long.getLong(PROPERTY);
    int seeds = Integer.getInteger(COUNT_PROPERTY, first == null ? count : 1);
    LongStream fixed = LongStream.range(0, seeds).map(i -> i + (first == null ? 1 : first));
    Long fresh = Long.getLong(FRESH_PROPERTY);
    return first == null && fresh != null ? LongStream.concat(fixed, LongStream.of(fresh)) : fixed;
  }

  /** One seed: the fresh one if there is one, else that of {@link #of}. */
  public static long one() {
    return of(1).max().orElseThrow();
  }

  /** The end of an assertion message that tells how to run this seed again. */
  public static String hint(long seed) {
    return "seed " + seed + ", run again with -D" + PROPERTY + "=" + seed;
  }
}
