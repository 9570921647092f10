// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import java.util.Arrays;

/**
 * Sorts longs that are not negative. A radix sort by the upper bits leaves few values per group;
 * each group is then sorted by the rest. Bits that are equal in all values cost nothing. Instances
 * are reusable.
 */
final class LongRadixSort {
  /** Bits of a digit; larger digits would touch more lines than the first-level cache has. */
  private static final int DIGIT_BITS = 9;

  /** Most places that insertion sort moves a value; beyond that the value's group is sorted. */
  private static final int FEW = 24;

  /** Groups of this size or more are sorted by digits again. */
  private static final int MANY = 1 << DIGIT_BITS;

  private final int[] begins = new int[1 << DIGIT_BITS];

  /**
   * Sorts by the bits from {@code lowest} on. The order of values that agree in these bits depends
   * only on the values and their input order.
   *
   * @param values the values, from 0, none negative
   * @param spare an array of the same length
   * @param n number of values
   * @param lowest the lowest bit to sort by
   * @param differing bits from {@code lowest} on that differ between values
   * @return {@code values} or {@code spare}, whichever holds the result
   */
  long[] sort(long[] values, long[] spare, int n, int lowest, long differing) {
    return sort(values, spare, 0, n, lowest, differing);
  }

  private long[] sort(long[] values, long[] spare, int begin, int end, int lowest, long differing) {
    int highest = Long.SIZE - Long.numberOfLeadingZeros(differing);
    int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(end - begin - 1);
    int passes = (wanted + DIGIT_BITS - 1) / DIGIT_BITS;
    int from = Math.max(lowest, highest - passes * DIGIT_BITS);
    long[] source = values;
    long[] target = spare;
    int shift = from;
    while (shift < highest) {
      shift += Long.numberOfTrailingZeros(differing >>> shift);
      int left = highest - shift;
      int rounds = (left + DIGIT_BITS - 1) / DIGIT_BITS;
      int bits = (left + rounds - 1) / rounds;
      scatter(source, target, begin, end, shift, (1 << bits) - 1);
      long[] array = source;
      source = target;
      target = array;
      shift += bits;
    }
    if (from > lowest) {
      sortGroups(source, target, begin, end, lowest, from);
    }
    return source;
  }

  private void scatter(long[] source, long[] target, int begin, int end, int shift, int mask) {
    Arrays.fill(begins, 0, mask + 1, 0);
    for (int i = begin; i < end; i++) {
      begins[(int) (source[i] >>> shift) & mask]++;
    }
    int next = begin;
    for (int digit = 0; digit <= mask; digit++) {
      int count = begins[digit];
      begins[digit] = next;
      next += count;
    }
    for (int i = begin; i < end; i++) {
      long value = source[i];
      target[begins[(int) (value >>> shift) & mask]++] = value;
    }
  }

  /**
   * Sorts values that are already sorted by the bits from {@code upper} on. Uses insertion, since
   * most values are in place.
   */
  private void sortGroups(long[] values, long[] spare, int begin, int end, int lowest, int upper) {
    int i = begin + 1;
    while (i < end) {
      long value = values[i];
      int to = i;
      while (to > begin && values[to - 1] > value && i - to < FEW) {
        values[to] = values[to - 1];
        to--;
      }
      values[to] = value;
      i++;
      if (i - to > FEW) {
        int first = to;
        while (first > begin && (values[first - 1] ^ value) >>> upper == 0) {
          first--;
        }
        while (i < end && (values[i] ^ value) >>> upper == 0) {
          i++;
        }
        sortGroup(values, spare, first, i, lowest);
      }
    }
  }

  private void sortGroup(long[] values, long[] spare, int begin, int end, int lowest) {
    if (end - begin < MANY) {
      Arrays.sort(values, begin, end);
    } else {
      long differing = 0;
      for (int i = begin + 1; i < end; i++) {
        differing |= values[i] ^ values[begin];
      }
      differing = (differing >>> lowest) << lowest;
      long[] sorted = sort(values, spare, begin, end, lowest, differing);
      if (sorted != values) {
        System.arraycopy(sorted, begin, values, begin, end - begin);
      }
    }
  }
}
