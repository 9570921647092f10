// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

/**
 * Stable sort of up to {@link #MOST} pairs of a signed 64-bit key and a row number: merge sort, or
 * insertion sort for very few.
 */
final class KeySort {
  /** Most pairs. */
  static final int MOST = 1024;

  private static final int INSERTION = 24;

  private final long[] spareKeys = new long[MOST / 2 + 1];
  private final int[] spareRows = new int[MOST / 2 + 1];

  /**
   * Sorts the keys from {@code from} to {@code to}, each with its row.
   *
   * @param base index in {@code rows} of the row of key 0
   */
  void sort(long[] keys, int[] rows, int base, int from, int to) {
    boolean ordered = true;
    for (int i = from + 1; i < to; i++) {
      ordered &= keys[i - 1] <= keys[i];
    }
    if (!ordered) {
      mergeSort(keys, rows, base, from, to);
    }
  }

  private static void insertionSort(long[] keys, int[] rows, int base, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int row = rows[base + i];
      int j = i - 1;
      while (j >= from && keys[j] > key) {
        keys[j + 1] = keys[j];
        rows[base + j + 1] = rows[base + j];
        j--;
      }
      keys[j + 1] = key;
      rows[base + j + 1] = row;
    }
  }

  private void mergeSort(long[] keys, int[] rows, int base, int from, int to) {
    if (to - from <= INSERTION) {
      insertionSort(keys, rows, base, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(keys, rows, base, from, middle);
    mergeSort(keys, rows, base, middle, to);
    int left = middle - from;
    System.arraycopy(keys, from, spareKeys, 0, left);
    System.arraycopy(rows, base + from, spareRows, 0, left);
    int a = 0;
    int b = middle;
    int out = from;
    while (a < left && b < to) {
      if (spareKeys[a] <= keys[b]) {
        keys[out] = spareKeys[a];
        rows[base + out++] = spareRows[a++];
      } else {
        keys[out] = keys[b];
        rows[base + out++] = rows[base + b++];
      }
    }
    System.arraycopy(spareKeys, a, keys, out, left - a);
    System.arraycopy(spareRows, a, rows, base + out, left - a);
  }
}
