// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.security.SecureRandom;
import java.util.stream.LongStream;

/**
 * Seeds of randomised tests. They are the same in every run, and continuous integration (variable
 * {@code CI}, or {@value #FRESH_PROPERTY}) adds one that each run draws anew and prints. The system
 * property {@value #PROPERTY} makes all tests run with one seed only, to look into a failure, and
 * {@value #COUNT_PROPERTY} makes them run with more or fewer seeds than usual. Both together are
 * that many seeds from that one on.
 */
public final class TestSeeds {
  /** Name of the system property. */
  public static final String PROPERTY = "hail.test.seed";

  /** Name of the system property that overrides how many seeds there are. */
  public static final String COUNT_PROPERTY = "hail.test.seed.count";

  /** Name of the system property, true or false, that says whether there is a fresh seed. */
  public static final String FRESH_PROPERTY = "hail.test.seed.fresh";

  private TestSeeds() {}

  /**
   * Seeds {@code 1} to {@code count} and, in continuous integration, last the fresh one; or what
   * the system properties say.
   */
  public static LongStream of(int count) {
    Long first = Long.getLong(PROPERTY);
    int seeds = Integer.getInteger(COUNT_PROPERTY, first == null ? count : 1);
    LongStream fixed = LongStream.range(0, seeds).map(i -> i + (first == null ? 1 : first));
    return first == null && isFreshWanted()
        ? LongStream.concat(fixed, LongStream.of(Fresh.SEED))
        : fixed;
  }

  /** One seed: the fresh one in continuous integration, else that of {@link #of}. */
  public static long one() {
    return of(1).max().orElseThrow();
  }

  private static boolean isFreshWanted() {
    String wanted = System.getProperty(FRESH_PROPERTY);
    return wanted == null ? "true".equals(System.getenv("CI")) : Boolean.parseBoolean(wanted);
  }

  /** The end of an assertion message that tells how to run this seed again. */
  public static String hint(long seed) {
    return "seed " + seed + ", run again with -D" + PROPERTY + "=" + seed;
  }

  /** Drawn when the first test asks for it; the same for all tests of this process. */
  private static final class Fresh {
    /** Above all fixed seeds, so that it repeats none of them. */
    private static final int LEAST = 1_000_000;

    static final long SEED = LEAST + (long) new SecureRandom().nextInt(Integer.MAX_VALUE - LEAST);

    static {
      System.out.println("Random tests also run with the fresh " + hint(SEED));
    }
  }
}
