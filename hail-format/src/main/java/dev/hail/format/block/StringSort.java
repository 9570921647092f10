package dev.hail.format.block;

import java.util.Arrays;

/**
 * Stable sort of strings by their unsigned bytes: eight bytes at a time as one number, after the
 * prefix that the strings of a group have in common, so that long shared prefixes and equal strings
 * cost one comparison each.
 */
final class StringSort {
  private static final int WINDOW = Long.BYTES;

  private final byte[] bytes;
  private final int[] begins;
  private final int[] ends;
  private final KeySort keySort = new KeySort();
  private long[] keys = new long[0];

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
    if (keys.length < to) {
      keys = new long[to];
    }
    push(from, to, 0);
    while (pendingLength > 0) {
      pendingLength -= 3;
      sortGroup(
          order, pending[pendingLength], pending[pendingLength + 1], pending[pendingLength + 2]);
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

  /** Sorts strings that agree in their first {@code depth} bytes by the window that tells them. */
  private void sortGroup(int[] order, int from, int to, int depth) {
    int common = commonPrefix(order, from, to, depth);
    if (common < 0) {
      return;
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
