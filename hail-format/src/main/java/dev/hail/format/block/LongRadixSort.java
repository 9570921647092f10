// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

/** Radix sort of longs from the least digit, which skips bits that are the same in all of them. */
final class LongRadixSort {
  /** One pass over digits of more bits would touch more lines than the first-level cache has. */
  private static final int DIGIT_BITS = 11;

  private LongRadixSort() {}

  /**
   * Sorts by some bits as an unsigned number; stable.
   *
   * @param values the values, from {@code valuesFrom}
   * @param spare room for as many, from {@code spareFrom}
   * @param lowest the lowest bit to sort by; those above count, too
   * @param differing bits from {@code lowest} on that are not the same in all values
   * @return {@code values} or {@code spare}, whichever holds the result at its own begin
   */
  static long[] sort(
      long[] values,
      int valuesFrom,
      long[] spare,
      int spareFrom,
      int n,
      int lowest,
      long differing) {
    long[] source = values;
    long[] target = spare;
    int sourceFrom = valuesFrom;
    int targetFrom = spareFrom;
    int shift = lowest;
    while (shift < Long.SIZE && differing >>> shift != 0) {
      shift += Long.numberOfTrailingZeros(differing >>> shift);
      int left = Long.SIZE - Long.numberOfLeadingZeros(differing) - shift;
      int passes = (left + DIGIT_BITS - 1) / DIGIT_BITS;
      int bits = (left + passes - 1) / passes;
      scatter(source, sourceFrom, target, targetFrom, n, shift, (1 << bits) - 1);
      long[] array = source;
      source = target;
      target = array;
      int from = sourceFrom;
      sourceFrom = targetFrom;
      targetFrom = from;
      shift += bits;
    }
    return source;
  }

  private static void scatter(
      long[] source, int sourceFrom, long[] target, int targetFrom, int n, int shift, int mask) {
    int[] begins = new int[mask + 1];
    for (int i = sourceFrom; i < sourceFrom + n; i++) {
      begins[(int) (source[i] >>> shift) & mask]++;
    }
    int next = targetFrom;
    for (int digit = 0; digit <= mask; digit++) {
      int count = begins[digit];
      begins[digit] = next;
      next += count;
    }
    for (int i = sourceFrom; i < sourceFrom + n; i++) {
      long value = source[i];
      target[begins[(int) (value >>> shift) & mask]++] = value;
    }
  }
}
