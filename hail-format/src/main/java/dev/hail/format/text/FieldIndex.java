// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The places of delimiters and line feeds in a stretch of text. The index scans 64 bytes at a time:
 * it makes a mask with a bit per byte, then lists the places of the bits. Most steps take no branch
 * that depends on the text. Callers handle quotes. Not thread-safe.
 */
final class FieldIndex {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long ONES = 0x0101010101010101L;
  private static final long NEWLINES = ONES * '\n';

  /** Moves the high bit of byte i to bit 56 + i. */
  private static final long GATHER = 0x0002040810204081L;

  private static final int STRIDE = 64;
  private static final int AT_ONCE = 8;
  private static final int MIN_CAPACITY = 1 << 13;

  private final byte delimiter;
  private final long delimiters;
  private final int capacity;
  private final int[] places;
  private int count;

  /**
   * An empty index.
   *
   * @param fields separators per row; the index has room for at least one row
   */
  FieldIndex(TextFormat format, int fields) {
    this.delimiter = format.delimiter();
    this.delimiters = ONES * format.delimiter();
    this.capacity = Math.max(MIN_CAPACITY, 2 * fields);
    this.places = new int[1 + capacity + STRIDE + AT_ONCE];
  }

  /** Number of separators found. */
  int count() {
    return count;
  }

  /** Place of the n-th separator, from 1; place 0 is the byte before the stretch. */
  int place(int n) {
    return places[n];
  }

  /** Finds the separators in {@code [from, to)}. Stops when the index is full. */
  void fill(byte[] bytes, int from, int to) {
    places[0] = from - 1;
    count = 0;
    int at = from;
    for (; at <= to - STRIDE && count <= capacity - STRIDE; at += STRIDE) {
      long mask =
          mask(bytes, at)
              | mask(bytes, at + 8) << 8
              | mask(bytes, at + 16) << 16
              | mask(bytes, at + 24) << 24
              | mask(bytes, at + 32) << 32
              | mask(bytes, at + 40) << 40
              | mask(bytes, at + 48) << 48
              | mask(bytes, at + 56) << 56;
      add(mask, at);
    }
    if (at > to - STRIDE) {
      for (; at < to; at++) {
        if (bytes[at] == delimiter || bytes[at] == '\n') {
          places[++count] = at;
        }
      }
    }
  }

  /**
   * Adds the places of a mask's bits. May also write places after the last one, which do not count.
   */
  private void add(long mask, int at) {
    int[] target = places;
    int next = count + 1;
    int bits = Long.bitCount(mask);
    long rest = eight(mask, at, target, next);
    if (bits > AT_ONCE) {
      rest = eight(rest, at, target, next + AT_ONCE);
      for (int i = next + 2 * AT_ONCE; rest != 0; i++) {
        target[i] = at + Long.numberOfTrailingZeros(rest);
        rest &= rest - 1;
      }
    }
    count += bits;
  }

  private static long eight(long mask, int at, int[] target, int next) {
    long rest = mask;
    for (int i = 0; i < AT_ONCE; i++) {
      target[next + i] = at + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
    }
    return rest;
  }

  /** A mask of eight bytes: the bit of a byte is set if the byte is a separator. */
  private long mask(byte[] bytes, int at) {
    long word = (long) LONG.get(bytes, at);
    long low = word & LOW_BITS;
    long noDelimiter = (low ^ delimiters) + LOW_BITS;
    long noNewline = (low ^ NEWLINES) + LOW_BITS;
    long hits = ~((noDelimiter & noNewline) | word) & HIGH_BITS;
    return (hits * GATHER) >>> 56;
  }

  /**
   * Counts the regular rows after a separator: exactly {@code fields} fields, none of which begins
   * with a quote, and not too long.
   *
   * @param from number of the separator before the first row; 0 for the start of the stretch
   * @param most limit of the count
   */
  int regularRows(byte[] bytes, int from, int fields, int most, int maxRowBytes, boolean mayQuote) {
    int rows = 0;
    int at = from;
    while (rows < most && at + fields <= count && isRegular(bytes, at, fields, mayQuote)) {
      if (places[at + fields] - places[at] - 1 > maxRowBytes) {
        break;
      }
      at += fields;
      rows++;
    }
    return rows;
  }

  private boolean isRegular(byte[] bytes, int at, int fields, boolean mayQuote) {
    for (int i = at + 1; i < at + fields; i++) {
      if (bytes[places[i]] == '\n') {
        return false;
      }
    }
    for (int i = at; mayQuote && i < at + fields; i++) {
      if (bytes[places[i] + 1] == '"') {
        return false;
      }
    }
    return bytes[places[at + fields]] == '\n';
  }

  /**
   * The bounds of one field in several rows.
   *
   * @param first number of the separator before the field in the first row
   * @param fields separators per row
   * @param starts receives the start of the field in each row
   * @param ends receives the end of the field in each row
   */
  void bounds(int first, int fields, int rows, int[] starts, int[] ends) {
    int at = first;
    for (int row = 0; row < rows; row++, at += fields) {
      starts[row] = places[at] + 1;
      ends[row] = places[at + 1];
    }
  }

  /** Number of the separator at a place, or of the first one after it. */
  int numberOf(int place, int from) {
    int n = from;
    while (n <= count && places[n] < place) {
      n++;
    }
    return n;
  }
}
