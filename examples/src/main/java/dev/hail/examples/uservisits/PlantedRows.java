// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import dev.hail.examples.generate.RowRandom;

/**
 * Decides which rows carry the rare address that Bob-Q2 and Bob-Q3 look for.
 *
 * <p>The row numbers are cut into windows: the first 128 rows, then one window per doubling of the
 * row number, and from row 2<sup>25</sup> on one window per 31,250,000 rows. Each window has
 * exactly one planted row, at a place that depends on the seed. So a table of n rows (at most
 * 2<sup>25</sup>) has about log2(n) - 6 planted rows. In a huge table their share is one in
 * 31,250,000, the thesis' 3.2e-8. Every fifth planted row, the first included, also carries the
 * date of Bob-Q3; the share of these approaches 6.4e-9. Not thread-safe.
 */
final class PlantedRows {
  private static final int FIRST_WINDOW = 128;
  private static final long DOUBLING_END = 1L << 25;
  private static final long LAST_WINDOW = 31_250_000;

  private final RowRandom random;
  private long windowStart;
  private long windowEnd;
  private long ordinal;
  private long plantedRow;

  PlantedRows(long seed) {
    random = new RowRandom(~seed);
  }

  /** Returns whether this row is the planted one of its window. */
  boolean contains(long row) {
    if (row < windowStart || row >= windowEnd) {
      enterWindowOf(row);
    }
    return row == plantedRow;
  }

  /** Returns whether a planted row also carries the date of Bob-Q3. */
  boolean hasDate(long row) {
    return contains(row) && ordinal % 5 == 0;
  }

  private void enterWindowOf(long row) {
    if (row < FIRST_WINDOW) {
      windowStart = 0;
      windowEnd = FIRST_WINDOW;
      ordinal = 0;
    } else if (row < DOUBLING_END) {
      windowStart = Long.highestOneBit(row);
      windowEnd = 2 * windowStart;
      ordinal = 1L + Long.numberOfTrailingZeros(windowStart / FIRST_WINDOW);
    } else {
      long window = (row - DOUBLING_END) / LAST_WINDOW;
      windowStart = DOUBLING_END + window * LAST_WINDOW;
      windowEnd = windowStart + LAST_WINDOW;
      ordinal = 1L + Long.numberOfTrailingZeros(DOUBLING_END / FIRST_WINDOW) + window;
    }
    random.seek(ordinal);
    plantedRow = windowStart + random.next((int) (windowEnd - windowStart));
  }
}
