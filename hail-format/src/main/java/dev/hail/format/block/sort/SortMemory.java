// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

/**
 * Two arrays of one long per row that the steps of a sort use one after the other, made when first
 * asked for. What an array held is void when the next step asks.
 */
public final class SortMemory {
  private static final long[] NONE = {};

  private final LongRadixSort radixSort = new LongRadixSort();
  private final int most;
  private long[] first = NONE;
  private long[] second = NONE;

  /** Memory that grows with what is asked for. */
  public SortMemory() {
    this(0);
  }

  /**
   * Memory for a known number of rows.
   *
   * @param rows longs of each array, however few are asked for
   */
  SortMemory(int rows) {
    this.most = rows;
  }

  /** An array of at least so many longs. */
  long[] first(int n) {
    if (first.length < n) {
      first = new long[Math.max(n, most)];
    }
    return first;
  }

  /** Another array of at least so many longs. */
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
