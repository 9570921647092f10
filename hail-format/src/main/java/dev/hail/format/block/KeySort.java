// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.Arrays;

/**
 * Stable sort of pairs of a signed 64-bit key and a row number: radix sort from the least digit for
 * many pairs, merge sort for few, insertion sort for very few.
 */
final class KeySort {
  private static final int INSERTION = 24;
  private static final int RADIX = 1536;
  private static final int DIGIT_BITS = 11;
  private static final int BUCKETS = 1 << DIGIT_BITS;

  private long[] spareKeys = new long[0];
  private int[] spareRows = new int[0];

  /** Sorts the pairs from {@code from} to {@code to}. */
  void sort(long[] keys, int[] rows, int from, int to) {
    long differing = 0;
    boolean ordered = true;
    for (int i = from + 1; i < to; i++) {
      differing |= keys[i] ^ keys[from];
      ordered &= keys[i - 1] <= keys[i];
    }
    if (ordered) {
      return;
    }
    if (to - from <= INSERTION) {
      insertionSort(keys, rows, from, to);
      return;
    }
    if (spareKeys.length < to - from) {
      spareKeys = new long[to - from];
    }
    if (to - from <= RADIX) {
      if (spareRows.length < to - from) {
        spareRows = new int[to - from];
      }
      mergeSort(keys, rows, from, to);
    } else {
      radixSort(keys, rows, from, to, differing);
    }
  }

  private static void insertionSort(long[] keys, int[] rows, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int row = rows[i];
      int j = i - 1;
      while (j >= from && keys[j] > key) {
        keys[j + 1] = keys[j];
        rows[j + 1] = rows[j];
        j--;
      }
      keys[j + 1] = key;
      rows[j + 1] = row;
    }
  }

  private void mergeSort(long[] keys, int[] rows, int from, int to) {
    if (to - from <= INSERTION) {
      insertionSort(keys, rows, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(keys, rows, from, middle);
    mergeSort(keys, rows, middle, to);
    int left = middle - from;
    System.arraycopy(keys, from, spareKeys, 0, left);
    System.arraycopy(rows, from, spareRows, 0, left);
    int a = 0;
    int b = middle;
    int out = from;
    while (a < left && b < to) {
      if (spareKeys[a] <= keys[b]) {
        keys[out] = spareKeys[a];
        rows[out++] = spareRows[a++];
      } else {
        keys[out] = keys[b];
        rows[out++] = rows[b++];
      }
    }
    System.arraycopy(spareKeys, a, keys, out, left - a);
    System.arraycopy(spareRows, a, rows, out, left - a);
  }

  private void radixSort(long[] keys, int[] rows, int from, int to, long differing) {
    long least = keys[from];
    long most = keys[from];
    int rowBits = 0;
    for (int i = from; i < to; i++) {
      least = Math.min(least, keys[i]);
      most = Math.max(most, keys[i]);
      rowBits |= rows[i];
    }
    int rowWidth = Integer.SIZE - Integer.numberOfLeadingZeros(rowBits);
    int keyWidth = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    if (keyWidth + rowWidth <= Long.SIZE) {
      packedRadixSort(keys, rows, from, to, least, rowWidth);
      return;
    }
    if (spareRows.length < to - from) {
      spareRows = new int[to - from];
    }
    pairRadixSort(keys, rows, from, to, differing);
  }

  /** Sorts keys that leave room for the row beside them: half as many bytes to move. */
  private void packedRadixSort(
      long[] keys, int[] rows, int from, int to, long least, int rowWidth) {
    int n = to - from;
    long[] packed = spareKeys;
    long differing = 0;
    for (int i = 0; i < n; i++) {
      long key = keys[from + i] - least;
      packed[i] = (key << rowWidth) | rows[from + i];
      differing |= key;
    }
    long[] sorted = LongRadixSort.sort(packed, 0, keys, from, n, rowWidth, differing << rowWidth);
    int source = sorted == keys ? from : 0;
    long rowMask = (1L << rowWidth) - 1;
    for (int i = 0; i < n; i++) {
      long pair = sorted[source + i];
      rows[from + i] = (int) (pair & rowMask);
      keys[from + i] = (pair >>> rowWidth) + least;
    }
  }

  private void pairRadixSort(long[] keys, int[] rows, int from, int to, long differing) {
    int n = to - from;
    long[] sourceKeys = keys;
    int[] sourceRows = rows;
    int source = from;
    long[] targetKeys = spareKeys;
    int[] targetRows = spareRows;
    int target = 0;
    int[] begins = new int[BUCKETS];
    int shift = 0;
    while (shift < Long.SIZE && differing >>> shift != 0) {
      shift += Long.numberOfTrailingZeros(differing >>> shift);
      int bits = Math.min(DIGIT_BITS, Long.SIZE - shift);
      int mask = (1 << bits) - 1;
      // Only the digit that holds the sign is turned, so that negative keys come first.
      int sign = shift + bits == Long.SIZE ? 1 << (bits - 1) : 0;
      countDigits(sourceKeys, source, n, shift, mask, sign, begins);
      for (int i = source; i < source + n; i++) {
        int digit = ((int) (sourceKeys[i] >>> shift) & mask) ^ sign;
        int at = target + begins[digit]++;
        targetKeys[at] = sourceKeys[i];
        targetRows[at] = sourceRows[i];
      }
      long[] otherKeys = sourceKeys;
      sourceKeys = targetKeys;
      targetKeys = otherKeys;
      int[] otherRows = sourceRows;
      sourceRows = targetRows;
      targetRows = otherRows;
      int other = source;
      source = target;
      target = other;
      shift += bits;
    }
    if (sourceKeys != keys) {
      System.arraycopy(sourceKeys, 0, keys, from, n);
      System.arraycopy(sourceRows, 0, rows, from, n);
    }
  }

  private static void countDigits(
      long[] keys, int from, int n, int shift, int mask, int sign, int[] begins) {
    Arrays.fill(begins, 0);
    for (int i = from; i < from + n; i++) {
      begins[((int) (keys[i] >>> shift) & mask) ^ sign]++;
    }
    int sum = 0;
    for (int digit = 0; digit <= mask; digit++) {
      int count = begins[digit];
      begins[digit] = sum;
      sum += count;
    }
  }
}
