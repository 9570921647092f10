// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.util.stream.LongStream;

/**
 * Seeds of randomised tests. They are the same in every run; the system property {@value #PROPERTY}
 * makes all tests run with one seed only, to look into a failure, and {@value #COUNT_PROPERTY}
 * makes them run with more or fewer seeds than usual. Both together are that many seeds from that
 * one on.
 */
public final class TestSeeds {
  /** Name of the system property. */
  public static final String PROPERTY = "hail.test.seed";

  /** Name of the system property that overrides how many seeds there are. */
  public static final String COUNT_PROPERTY = "hail.test.seed.count";

  private TestSeeds() {}

  /** Seeds {@code 1} to {@code count}, or what the system properties say. */
  public static LongStream of(int count) {
    Long first = Long.getLong(PROPERTY);
    int seeds = Integer.getInteger(COUNT_PROPERTY, first == null ? count : 1);
    return LongStream.range(0, seeds).map(i -> i + (first == null ? 1 : first));
  }

  /** The end of an assertion message that tells how to run this seed again. */
  public static String hint(long seed) {
    return "seed " + seed + ", run again with -D" + PROPERTY + "=" + seed;
  }
}
