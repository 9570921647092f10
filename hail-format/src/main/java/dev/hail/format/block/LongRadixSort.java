// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.Arrays;

/**
 * Radix sort of longs from the least digit, which skips bits that are the same in all of them. May
 * be used again and again.
 */
final class LongRadixSort {
  /** One pass over digits of more bits would touch more lines than the first-level cache has. */
  private static final int DIGIT_BITS = 11;

  private final int[] begins = new int[1 << DIGIT_BITS];

  /**
   * Sorts by some bits as an unsigned number; stable.
   *
   * @param values the values, from 0
   * @param spare room for as many
   * @param lowest the lowest bit to sort by; those above count, too
   * @param differing bits from {@code lowest} on that are not the same in all values
   * @return {@code values} or {@code spare}, whichever holds the result
   */
  long[] sort(long[] values, long[] spare, int n, int lowest, long differing) {
    long[] source = values;
    long[] target = spare;
    int shift = lowest;
    while (shift < Long.SIZE && differing >>> shift != 0) {
      shift += Long.numberOfTrailingZeros(differing >>> shift);
      int left = Long.SIZE - Long.numberOfLeadingZeros(differing) - shift;
      int passes = (left + DIGIT_BITS - 1) / DIGIT_BITS;
      int bits = (left + passes - 1) / passes;
      scatter(source, target, n, shift, (1 << bits) - 1);
      long[] array = source;
      source = target;
      target = array;
      shift += bits;
    }
    return source;
  }

  private void scatter(long[] source, long[] target, int n, int shift, int mask) {
    Arrays.fill(begins, 0);
    for (int i = 0; i < n; i++) {
      begins[(int) (source[i] >>> shift) & mask]++;
    }
    int next = 0;
    for (int digit = 0; digit <= mask; digit++) {
      int count = begins[digit];
      begins[digit] = next;
      next += count;
    }
    for (int i = 0; i < n; i++) {
      long value = source[i];
      target[begins[(int) (value >>> shift) & mask]++] = value;
    }
  }
}
