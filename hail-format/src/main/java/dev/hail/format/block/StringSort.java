// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.Arrays;

/**
 * Stable sort of strings by their unsigned bytes: eight bytes at a time as one number, after the
 * prefix that the strings of a group have in common, so that long shared prefixes and equal strings
 * cost one comparison each.
 */
final class StringSort {
  private static final int WINDOW = Long.BYTES;

  /** Groups of up to so many strings are compared directly. */
  private static final int FEW = 12;

  /** Groups from this size on are worth looking at the bytes that occur in them. */
  private static final int MANY = 1024;

  private final byte[] bytes;
  private final int[] begins;
  private final int[] ends;
  private final KeySort keySort = new KeySort();
  private long[] keys = new long[0];
  private long[] packed = new long[0];
  private long[] spare = new long[0];

  /** Groups still to be sorted: begin, end and depth in turn. */
  private int[] pending = new int[96];

  private int pendingLength;

  /**
   * Strings to sort.
   *
   * @param begins begin of each string in {@code bytes}
   * @param ends end of each string
   */
  StringSort(byte[] bytes, int[] begins, int[] ends) {
    this.bytes = bytes;
    this.begins = begins;
    this.ends = ends;
  }

  /** Sorts numbers of strings, in place. */
  void sort(int[] order, int from, int to) {
    push(from, to, 0);
    while (pendingLength > 0) {
      pendingLength -= 3;
      int begin = pending[pendingLength];
      int end = pending[pendingLength + 1];
      int depth = pending[pendingLength + 2];
      if (end - begin <= FEW) {
        insertionSort(order, begin, end, depth);
      } else if (end - begin < MANY) {
        sortGroup(order, begin, end, depth);
      } else {
        sortMany(order, begin, end, depth);
      }
    }
  }

  private void push(int from, int to, int depth) {
    if (to - from < 2) {
      return;
    }
    if (pendingLength + 3 > pending.length) {
      pending = Arrays.copyOf(pending, 2 * pending.length);
    }
    pending[pendingLength++] = from;
    pending[pendingLength++] = to;
    pending[pendingLength++] = depth;
  }

  private void insertionSort(int[] order, int from, int to, int depth) {
    for (int i = from + 1; i < to; i++) {
      int string = order[i];
      int j = i - 1;
      while (j >= from && compare(order[j], string, depth) > 0) {
        order[j + 1] = order[j];
        j--;
      }
      order[j + 1] = string;
    }
  }

  private int compare(int a, int b, int depth) {
    return Arrays.compareUnsigned(
        bytes, begins[a] + depth, ends[a], bytes, begins[b] + depth, ends[b]);
  }

  /** Sorts strings that agree in their first {@code depth} bytes by numbers for their next ones. */
  private void sortMany(int[] order, int from, int to, int depth) {
    int common = commonPrefix(order, from, to, depth);
    if (common < 0) {
      return;
    }
    int n = to - from;
    if (packed.length < n) {
      packed = new long[n];
      spare = new long[n];
    }
    int greatest = 0;
    for (int i = from; i < to; i++) {
      greatest |= order[i];
    }
    int numberWidth = Integer.SIZE - Integer.numberOfLeadingZeros(greatest);
    PrefixRanks ranks =
        new PrefixRanks(bytes, begins, ends, common, order, from, to, Long.SIZE - 1 - numberWidth);
    for (int i = 0; i < n; i++) {
      packed[i] = (ranks.rank(order[from + i]) << numberWidth) | order[from + i];
    }
    int rankWidth = Long.SIZE - Long.numberOfLeadingZeros(ranks.most());
    long differing = ((1L << rankWidth) - 1) << numberWidth;
    long[] sorted = LongRadixSort.sort(packed, 0, spare, 0, n, numberWidth, differing);
    long numberMask = (1L << numberWidth) - 1;
    int group = 0;
    for (int i = 0; i < n; i++) {
      order[from + i] = (int) (sorted[i] & numberMask);
      if (sorted[i] >>> numberWidth != sorted[group] >>> numberWidth) {
        pushTies(order, from + group, from + i, common + ranks.places());
        group = i;
      }
    }
    pushTies(order, from + group, to, common + ranks.places());
  }

  /** Strings that agree up to a depth are either all longer or all shorter, and then equal. */
  private void pushTies(int[] order, int from, int to, int depth) {
    if (to - from < 2 || length(order[from]) < depth) {
      return;
    }
    if (to - from <= FEW) {
      insertionSort(order, from, to, depth);
    } else {
      push(from, to, depth);
    }
  }

  /** Sorts strings that agree in their first {@code depth} bytes by the window that tells them. */
  private void sortGroup(int[] order, int from, int to, int depth) {
    int common = commonPrefix(order, from, to, depth);
    if (common < 0) {
      return;
    }
    if (keys.length < to) {
      keys = new long[to];
    }
    for (int i = from; i < to; i++) {
      keys[i] = window(order[i], common) ^ Long.MIN_VALUE;
    }
    keySort.sort(keys, order, from, to);
    int group = from;
    for (int i = from + 1; i <= to; i++) {
      if (i == to || keys[i] != keys[group]) {
        if (i - group > 1) {
          splitTies(order, group, i, common);
        }
        group = i;
      }
    }
  }

  /**
   * Strings of equal windows differ in length if some end inside the window, where the missing
   * bytes count as zero: the shorter is the prefix of the longer.
   */
  private void splitTies(int[] order, int from, int to, int depth) {
    boolean same = true;
    for (int i = from; i < to; i++) {
      keys[i] = Math.min(WINDOW, length(order[i]) - depth);
      same &= keys[i] == keys[from];
    }
    if (!same) {
      keySort.sort(keys, order, from, to);
    }
    int first = from;
    while (first < to && keys[first] < WINDOW) {
      first++;
    }
    push(first, to, depth + WINDOW);
  }

  /** Length of the prefix that all strings of a group share; -1 if they are all equal. */
  private int commonPrefix(int[] order, int from, int to, int depth) {
    int begin = begins[order[from]];
    int common = length(order[from]);
    boolean equal = true;
    for (int i = from + 1; i < to; i++) {
      int other = begins[order[i]];
      int mismatch =
          Arrays.mismatch(
              bytes,
              begin + depth,
              begin + common,
              bytes,
              other + depth,
              Math.min(ends[order[i]], other + common));
      if (mismatch >= 0) {
        common = depth + mismatch;
        equal = false;
      } else if (length(order[i]) != length(order[from])) {
        equal = false;
      }
      if (!equal && common == depth) {
        return depth;
      }
    }
    return equal ? -1 : common;
  }

  /** Eight bytes from a depth on, big endian, zeros behind the end. */
  private long window(int string, int depth) {
    int at = begins[string] + depth;
    int end = ends[string];
    if (at + WINDOW <= end) {
      return Long.reverseBytes(LittleEndian.getLong(bytes, at));
    }
    long key = 0;
    for (int shift = 56; at < end; at++, shift -= 8) {
      key |= (bytes[at] & 0xffL) << shift;
    }
    return key;
  }

  private int length(int string) {
    return ends[string] - begins[string];
  }
}
