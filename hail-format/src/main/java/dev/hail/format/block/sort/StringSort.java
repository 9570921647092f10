// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.block.layout.StringTable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Sorts strings by unsigned bytes; stable if their numbers ascend at first. The sort compares eight
 * bytes at a time as one number, after the prefix that a group shares. Long shared prefixes and
 * equal strings thus cost one comparison each.
 */
public final class StringSort {
  private static final int WINDOW = Long.BYTES;

  /** Groups of up to this many strings are compared directly. */
  private static final int FEW = 12;

  /** Groups of at least this many strings are sorted by the bytes that occur in them. */
  private static final int MANY = KeySort.MOST;

  private final SortMemory memory;
  private final PrefixRanks ranks = new PrefixRanks();
  private final KeySort keySort = new KeySort();
  private final long[] keys = new long[MANY];

  /** Groups still to sort: start, end and depth of each in turn. */
  private int[] pending = new int[96];

  private int pendingLength;

  private StringTable strings;
  private byte[] bytes;

  /** A bit for each place where a string differs from the one before; null if not wanted. */
  private BitSet begins;

  /** A sorter for one table after another. It uses the given memory for large groups. */
  public StringSort(SortMemory memory) {
    this.memory = memory;
  }

  /** Sorts numbers of strings in place. */
  public void sort(StringTable table, int[] order, int from, int to) {
    sort(table, order, from, to, 0, null);
  }

  /**
   * Sorts numbers of strings in place. The first bytes of all strings must be equal.
   *
   * @param depth number of these bytes
   * @param begins receives each place after {@code from} where a string differs from the one
   *     before; null if not wanted
   */
  public void sort(StringTable table, int[] order, int from, int to, int depth, BitSet begins) {
    this.strings = table;
    this.bytes = table.bytes();
    this.begins = begins;
    push(from, to, depth);
    while (pendingLength > 0) {
      pendingLength -= 3;
      int begin = pending[pendingLength];
      int end = pending[pendingLength + 1];
      int shared = pending[pendingLength + 2];
      if (end - begin <= FEW) {
        insertionSort(order, begin, end, shared);
      } else if (end - begin < MANY) {
        sortGroup(order, begin, end, shared);
      } else {
        sortMany(order, begin, end, shared);
      }
    }
  }

  private void mark(int place) {
    if (begins != null) {
      begins.set(place);
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
      while (j >= from && strings.compare(order[j], string, depth) > 0) {
        order[j + 1] = order[j];
        j--;
      }
      order[j + 1] = string;
    }
    if (begins != null) {
      for (int i = from + 1; i < to; i++) {
        if (strings.compare(order[i - 1], order[i], depth) != 0) {
          begins.set(i);
        }
      }
    }
  }

  /** Sorts strings that agree in their first {@code depth} bytes by numbers for the next bytes. */
  private void sortMany(int[] order, int from, int to, int depth) {
    int common = commonPrefix(order, from, to, depth);
    if (common < 0) {
      return;
    }
    int n = to - from;
    long[] packed = memory.first(n);
    long[] spare = memory.second(n);
    int greatest = 0;
    for (int i = 0; i < n; i++) {
      packed[i] = order[from + i];
      greatest |= order[from + i];
    }
    int numberWidth = Integer.SIZE - Integer.numberOfLeadingZeros(greatest);
    int width = Math.min(PrefixRanks.MOST_BITS, Long.SIZE - 1 - numberWidth);
    ranks.number(strings, common, packed, n, -1, width, spare);
    for (int i = 0; i < n; i++) {
      packed[i] |= spare[i] << numberWidth;
    }
    int rankWidth = Long.SIZE - Long.numberOfLeadingZeros(ranks.most());
    long differing = ((1L << rankWidth) - 1) << numberWidth;
    long[] sorted = memory.radixSort().sort(packed, spare, n, numberWidth, differing);
    long numberMask = (1L << numberWidth) - 1;
    int group = 0;
    for (int i = 0; i < n; i++) {
      order[from + i] = (int) (sorted[i] & numberMask);
      if (sorted[i] >>> numberWidth != sorted[group] >>> numberWidth) {
        pushTies(order, from + group, from + i, common + ranks.places());
        mark(from + i);
        group = i;
      }
    }
    pushTies(order, from + group, to, common + ranks.places());
  }

  /**
   * Sorts or pushes a tied group. Its strings either all reach the depth or are all shorter, and
   * then equal.
   */
  private void pushTies(int[] order, int from, int to, int depth) {
    if (to - from < 2 || strings.length(order[from]) < depth) {
      return;
    }
    if (to - from <= FEW) {
      insertionSort(order, from, to, depth);
    } else {
      push(from, to, depth);
    }
  }

  /**
   * Sorts strings by the first window in which they differ. Their first {@code depth} bytes agree.
   */
  private void sortGroup(int[] order, int from, int to, int depth) {
    int common = commonPrefix(order, from, to, depth);
    if (common < 0) {
      return;
    }
    int n = to - from;
    for (int i = 0; i < n; i++) {
      keys[i] = window(order[from + i], common) ^ Long.MIN_VALUE;
    }
    keySort.sort(keys, order, from, 0, n);
    int group = 0;
    for (int i = 1; i <= n; i++) {
      if (i == n || keys[i] != keys[group]) {
        if (i - group > 1) {
          splitTies(order, from, group, i, common);
        }
        if (i < n) {
          mark(from + i);
        }
        group = i;
      }
    }
  }

  /**
   * Orders strings of equal windows by length. If some end inside the window, their missing bytes
   * count as zero, and the shorter string is a prefix of the longer.
   *
   * @param base place in the order of the group's first string, which has key 0
   */
  private void splitTies(int[] order, int base, int from, int to, int depth) {
    boolean same = true;
    for (int i = from; i < to; i++) {
      keys[i] = Math.min(WINDOW, strings.length(order[base + i]) - depth);
      same &= keys[i] == keys[from];
    }
    if (!same) {
      keySort.sort(keys, order, base, from, to);
    }
    int first = from;
    while (first < to && keys[first] < WINDOW) {
      first++;
      if (first < to && keys[first] != keys[first - 1]) {
        mark(base + first);
      }
    }
    push(base + first, base + to, depth + WINDOW);
  }

  /** Length of the prefix that all strings of a group share; -1 if all strings are equal. */
  private int commonPrefix(int[] order, int from, int to, int depth) {
    int begin = strings.begin(order[from]);
    int length = strings.length(order[from]);
    int common = length;
    boolean equal = true;
    for (int i = from + 1; i < to; i++) {
      int other = strings.begin(order[i]);
      int otherEnd = strings.end(order[i]);
      int mismatch =
          Arrays.mismatch(
              bytes,
              begin + depth,
              begin + common,
              bytes,
              other + depth,
              Math.min(otherEnd, other + common));
      if (mismatch >= 0) {
        common = depth + mismatch;
        equal = false;
      } else if (otherEnd - other != length) {
        equal = false;
      }
      if (!equal && common == depth) {
        return depth;
      }
    }
    return equal ? -1 : common;
  }

  /** Eight bytes from {@code depth} on, big endian, with zeros after the end. */
  private long window(int string, int depth) {
    int at = strings.begin(string) + depth;
    int end = strings.end(string);
    if (at + WINDOW <= end) {
      return Long.reverseBytes(LittleEndian.getLong(bytes, at));
    }
    long key = 0;
    for (int shift = 56; at < end; at++, shift -= 8) {
      key |= (bytes[at] & 0xffL) << shift;
    }
    return key;
  }
}
