// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

/**
 * Two arrays with one long per row, made on demand. The steps of a sort use them in turn; the next
 * step that asks for an array overwrites it.
 */
public final class SortMemory {
  private static final long[] NONE = {};

  private final LongRadixSort radixSort = new LongRadixSort();
  private final int most;
  private long[] first = NONE;
  private long[] second = NONE;

  /** Memory that grows on demand. */
  public SortMemory() {
    this(0);
  }

  /**
   * Memory for a known number of rows.
   *
   * @param rows longs of each array, however few a step asks for
   */
  SortMemory(int rows) {
    this.most = rows;
  }

  /** An array of at least {@code n} longs. */
  long[] first(int n) {
    if (first.length < n) {
      first = new long[Math.max(n, most)];
    }
    return first;
  }

  /** The other array, of at least {@code n} longs. */
  long[] second(int n) {
    if (second.length < n) {
      second = new long[Math.max(n, most)];
    }
    return second;
  }

  LongRadixSort radixSort() {
    return radixSort;
  }
}
