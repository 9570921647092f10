// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.StringTable;
import java.util.Arrays;

/**
 * Numbers that order strings by some of their first bytes. At each place only the end of the string
 * and the bytes that occur there count. One number thus covers more bytes than it takes: about
 * twelve of addresses or dates in digits. A sample shows which bytes occur; all strings are scanned
 * only if another byte comes up.
 */
final class PrefixRanks {
  /** Most bits of a number. */
  static final int MOST_BITS = 48;

  /** Most places that are looked at. */
  private static final int PLACES = 16;

  /** Symbols of a place: the end of the string, which comes first, and 256 bytes. */
  private static final int SYMBOLS = 257;

  /** Strings in the sample, which may be up to twice as many. */
  private static final int SAMPLE = 2048;

  /** Share of a symbol that was not seen: a sum with it is always negative. */
  private static final long UNSEEN = Long.MIN_VALUE / (2 * PLACES);

  /** What each symbol adds to the number, by place and symbol. */
  private final long[] shares = new long[PLACES * SYMBOLS];

  private final int[] symbols = new int[PLACES];
  private int places;
  private long most;

  /**
   * Numbers strings whose first {@code depth} bytes are equal.
   *
   * @param numbered string numbers in the bits of {@code mask}; the first {@code n} are used
   * @param width bits that the numbers may have, from 9 to {@link #MOST_BITS}
   * @param into receives the number of each string
   */
  void number(
      StringTable table, int depth, long[] numbered, int n, int mask, int width, long[] into) {
    int step = Math.max(1, n / SAMPLE);
    if (!number(table, depth, numbered, n, mask, width, into, step)) {
      number(table, depth, numbered, n, mask, width, into, 1);
    }
  }

  /**
   * Numbers the strings after a look at one string in {@code step}.
   *
   * @return whether every symbol was seen
   */
  private boolean number(
      StringTable table,
      int depth,
      long[] numbered,
      int n,
      int mask,
      int width,
      long[] into,
      int step) {
    Arrays.fill(shares, 0);
    for (int i = 0; i < n; i += step) {
      mark(table, (int) numbered[i] & mask, depth);
    }
    choosePlaces(width);
    long all = 0;
    for (int i = 0; i < n; i++) {
      long rank = rank(table, (int) numbered[i] & mask, depth);
      into[i] = rank;
      all |= rank;
    }
    return all >= 0;
  }

  /** Marks the symbols of a string with a share of 1. */
  private void mark(StringTable strings, int string, int depth) {
    byte[] bytes = strings.bytes();
    int at = strings.begin(string) + depth;
    int length = Math.min(strings.end(string) - at, PLACES);
    for (int place = 0; place < length; place++) {
      shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)] = 1;
    }
  }

  private void choosePlaces(int width) {
    // The end of a string counts at every place, because a sample may miss short strings.
    for (int place = 0; place < PLACES; place++) {
      shares[place * SYMBOLS] = 1;
    }
    places = 0;
    long limit = 1L << width;
    long numbers = 1;
    while (places < PLACES) {
      int begin = places * SYMBOLS;
      int count = 0;
      for (int symbol = begin; symbol < begin + SYMBOLS; symbol++) {
        count += (int) shares[symbol];
      }
      if (numbers > limit / count) {
        break;
      }
      numbers *= count;
      symbols[places++] = count;
    }
    most = numbers - 1;
    long weight = 1;
    for (int place = places - 1; place >= 0; place--) {
      long rank = 0;
      for (int symbol = place * SYMBOLS; symbol < (place + 1) * SYMBOLS; symbol++) {
        shares[symbol] = shares[symbol] == 0 ? UNSEEN : rank++ * weight;
      }
      weight *= symbols[place];
    }
  }

  /** Bytes after the first {@code depth} ones that the numbers distinguish. */
  int places() {
    return places;
  }

  /** The greatest number possible. */
  long most() {
    return most;
  }

  /** The number of a string; negative if the string has a symbol that was not seen. */
  private long rank(StringTable strings, int string, int depth) {
    byte[] bytes = strings.bytes();
    int at = strings.begin(string) + depth;
    int length = Math.min(strings.end(string) - at, places);
    long rank = 0;
    for (int place = 0; place < length; place++) {
      rank += shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)];
    }
    return rank;
  }
}
