// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.SparseIndex;

/** Writes the index region of a sorted replica. */
public final class IndexEncoder {
  /** Most bytes of the two numbers at the start of an index. */
  private static final int BEGIN = 10;

  /** Bytes of the two numbers of a key of up to 16 bytes. */
  private static final int NUMBERS = 2;

  /** Fewest bytes of an entry. */
  static final int LEAST_KEY = 2;

  /** Bytes per key that an index on strings may use on average. */
  private static final int STRING_KEY = 32;

  /** Further bytes that an index on strings may use for a long common prefix. */
  private static final int STRING_PREFIX = 1024;

  private IndexEncoder() {}

  /** Capacity that an index on keys of a fixed width needs. */
  public static long capacityForFixed(int partitions, int keyBytes) {
    return BEGIN + (long) partitions * (NUMBERS + keyBytes);
  }

  /**
   * Capacity that an index on strings needs.
   *
   * @param longest bytes of the longest string
   */
  public static long capacityForStrings(int partitions, int longest) {
    long all = partitions * (6L + longest);
    long some = partitions * (6L + STRING_KEY) + STRING_PREFIX;
    return BEGIN + Math.min(all, some);
  }

  /**
   * Encodes an index from the first keys of the partitions that have one. Truncates keys to the
   * greatest common length that fits. If no length fits, the result is longer than {@code
   * capacity}.
   */
  static byte[] encode(IndexKeys keys, int nullCount, int capacity) {
    int[] shared = new int[keys.count()];
    int longest = 0;
    for (int i = 0; i < shared.length; i++) {
      shared[i] = i == 0 ? 0 : keys.commonPrefix(i - 1, i);
      longest = Math.max(longest, keys.length(i));
    }
    int prefix = shared.length == 0 ? 0 : keys.commonPrefix(0, shared.length - 1);
    int cut = longest;
    if (!fits(keys, shared, prefix, cut, nullCount, capacity)) {
      int fitting = 0;
      int tooLong = longest;
      while (tooLong - fitting > 1) {
        cut = (fitting + tooLong) >>> 1;
        if (fits(keys, shared, prefix, cut, nullCount, capacity)) {
          fitting = cut;
        } else {
          tooLong = cut;
        }
      }
      cut = fitting;
    }
    return write(keys, shared, prefix, cut, nullCount);
  }

  private static boolean fits(
      IndexKeys keys, int[] shared, int prefix, int cut, int nullCount, int capacity) {
    int common = Math.min(prefix, cut);
    long size = varBytes(nullCount) + varBytes(common) + (long) common;
    long decoded = 0;
    for (int i = 0; i < shared.length; i++) {
      int kept = i == 0 ? common : Math.min(shared[i], cut);
      int length = Math.min(keys.length(i), cut);
      size += varBytes(kept - common) + varBytes((length - kept) * 2L + 1) + (length - kept);
      decoded += length;
    }
    return size <= capacity && decoded <= SparseIndex.MAX_KEY_BYTES;
  }

  private static byte[] write(IndexKeys keys, int[] shared, int prefix, int cut, int nullCount) {
    ByteSink sink = new ByteSink(64 + shared.length * 10);
    int common = Math.min(prefix, cut);
    sink.varLong(nullCount);
    sink.varLong(common);
    if (common > 0) {
      keys.put(sink, 0, 0, common);
    }
    for (int i = 0; i < shared.length; i++) {
      int kept = i == 0 ? common : Math.min(shared[i], cut);
      int length = Math.min(keys.length(i), cut);
      sink.varLong(kept - common);
      sink.varLong((length - kept) * 2L + (length < keys.length(i) ? 1 : 0));
      keys.put(sink, i, kept, length - kept);
    }
    return sink.toArray();
  }

  private static int varBytes(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }
}
