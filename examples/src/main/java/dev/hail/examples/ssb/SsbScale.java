// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import java.util.Locale;

/**
 * The size of the Star Schema Benchmark's tables. Factor 1 has 6,000,000 lineorders, about 580 MB
 * of text. Factors below 1 shrink the parts in proportion, where the specification has no rule.
 *
 * @param factor the scale factor, from 0.001 to 300
 */
public record SsbScale(double factor) {
  private static final double SMALLEST = 0.001;
  private static final double LARGEST = 300;
  private static final int LINEORDERS = 6_000_000;
  private static final int CUSTOMERS = 30_000;
  private static final int SUPPLIERS = 2_000;
  private static final int PARTS = 200_000;

  /** Refuses factors out of range. */
  public SsbScale {
    if (!(factor >= SMALLEST && factor <= LARGEST)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "The scale factor must be from %s to %.0f, it is %s",
              SMALLEST,
              LARGEST,
              factor));
    }
  }

  /** Returns the number of lineorders: 6,000,000 times the factor. */
  public long lineorders() {
    return Math.round(LINEORDERS * factor);
  }

  /** Returns the number of customers: 30,000 times the factor. */
  public int customers() {
    return (int) Math.round(CUSTOMERS * factor);
  }

  /** Returns the number of suppliers: 2,000 times the factor. */
  public int suppliers() {
    return (int) Math.round(SUPPLIERS * factor);
  }

  /** Returns the number of parts: 200,000 times (1 + log2 of the factor). */
  public int parts() {
    double growth = factor < 1 ? factor : 1 + Math.log(factor) / Math.log(2);
    return (int) Math.round(PARTS * growth);
  }
}
