// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for single bytes, eight at a time. */
final class LineBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long ONES = 0x0101010101010101L;

  /** Flag in the result of {@link #scan}: there is a double quote. */
  static final long QUOTE = 1L << 32;

  /** Flag in the result of {@link #scan}: there is a byte beyond ASCII. */
  static final long BEYOND_ASCII = 1L << 33;

  private static final long HIGH_BITS = ~LOW_BITS;

  private LineBytes() {}

  /** Counts the line feeds in the lower 32 bits of the result and sets flags for other bytes. */
  static long scan(byte[] bytes, int from, int to) {
    int lines = 0;
    long high = 0;
    long quote = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i);
      lines += Long.bitCount(zeroBytes(word ^ (ONES * '\n')));
      high |= word;
      long noQuote = word ^ (ONES * '"');
      quote |= (noQuote - ONES) & ~noQuote;
    }
    long flags =
        ((quote & HIGH_BITS) != 0 ? QUOTE : 0) | ((high & HIGH_BITS) != 0 ? BEYOND_ASCII : 0);
    for (; i < to; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
      flags |= bytes[i] == '"' ? QUOTE : bytes[i] < 0 ? BEYOND_ASCII : 0;
    }
    return flags | lines;
  }

  /** Index of the first byte equal to {@code wanted}, {@code to} if there is none. */
  static int indexOf(byte[] bytes, int from, int to, int wanted) {
    long pattern = ONES * wanted;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long hits = zeroBytes((long) LONG.get(bytes, i) ^ pattern);
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /** Index of the byte after the last line feed, {@code from} if there is no line feed. */
  static int afterLastLine(byte[] bytes, int from, int to) {
    int i = to;
    while (i > from && bytes[i - 1] != '\n') {
      i--;
    }
    return i;
  }

  /** Number of line feeds. */
  static int countLines(byte[] bytes, int from, int to) {
    long pattern = ONES * '\n';
    int count = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      count += Long.bitCount(zeroBytes((long) LONG.get(bytes, i) ^ pattern));
    }
    for (; i < to; i++) {
      count += bytes[i] == '\n' ? 1 : 0;
    }
    return count;
  }

  private static long zeroBytes(long word) {
    return ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
  }
}
