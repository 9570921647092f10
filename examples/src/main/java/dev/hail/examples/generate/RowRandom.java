// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

/**
 * The random numbers of one row. SplitMix64 is seeded for each row with the seed and the row
 * number, so that rows do not depend on each other. Not thread-safe.
 */
public final class RowRandom {
  private static final long INCREMENT = 0x9E3779B97F4A7C15L;

  private final long seed;
  private long state;

  /** Creates a generator; all seeds are equally good. */
  public RowRandom(long seed) {
    this.seed = mix(seed + INCREMENT);
  }

  /** Starts the sequence of the row with this number, from 0. */
  public void seek(long row) {
    state = mix(seed ^ mix(row + INCREMENT));
  }

  /** Returns 64 random bits. */
  public long nextBits() {
    state += INCREMENT;
    return mix(state);
  }

  /**
   * Returns a number in [0, bound), uniform up to a bias below 2<sup>-32</sup> x bound.
   *
   * @param bound greater than 0
   */
  public int next(int bound) {
    return scale((int) nextBits(), bound);
  }

  /**
   * Maps 32 random bits to [0, bound), so that one draw of 64 bits yields two small numbers.
   *
   * @param bound greater than 0
   */
  public static int scale(int bits, int bound) {
    return (int) (((bits & 0xFFFFFFFFL) * bound) >>> 32);
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
