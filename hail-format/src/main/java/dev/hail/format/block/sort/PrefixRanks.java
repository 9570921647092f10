// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import dev.hail.format.block.layout.StringTable;
import java.util.Arrays;

/**
 * Numbers that order strings by some of their first bytes. At every place only the bytes that occur
 * there and the end are counted, so that one number covers more bytes than it has itself: about
 * twelve of addresses or dates in digits. What occurs is looked up in some strings first, and in
 * all only if one of the others has another byte.
 */
final class PrefixRanks {
  /** Most bits of a number. */
  static final int MOST_BITS = 48;

  /** Places looked at. */
  private static final int PLACES = 16;

  /** What may stand at a place: the end of the string, which comes first, or a byte. */
  private static final int SYMBOLS = 257;

  /** Strings looked at first, or twice as many. */
  private static final int SAMPLE = 2048;

  /** Share of what was not looked at: so far below 0 that sums with it are, too. */
  private static final long UNSEEN = Long.MIN_VALUE / (2 * PLACES);

  /** By place and symbol what it adds to the number. */
  private final long[] shares = new long[PLACES * SYMBOLS];

  private final int[] symbols = new int[PLACES];
  private int places;
  private long most;

  /**
   * Numbers strings that agree in their first {@code depth} bytes.
   *
   * @param numbered which strings, in the bits of {@code mask}; the first {@code n} count
   * @param width bits the numbers may have, from 9 to {@link #MOST_BITS}
   * @param into takes the number of each
   */
  void number(
      StringTable table, int depth, long[] numbered, int n, int mask, int width, long[] into) {
    int step = Math.max(1, n / SAMPLE);
    if (!number(table, depth, numbered, n, mask, width, into, step)) {
      number(table, depth, numbered, n, mask, width, into, 1);
    }
  }

  /** Says whether every symbol was seen in one string of {@code step}. */
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

  /** Marks the symbols of a string by a share of 1. */
  private void mark(StringTable strings, int string, int depth) {
    byte[] bytes = strings.bytes();
    int at = strings.begin(string) + depth;
    int length = Math.min(strings.end(string) - at, PLACES);
    for (int place = 0; place < length; place++) {
      shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)] = 1;
    }
  }

  private void choosePlaces(int width) {
    // Short strings are too rare for a sample.
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

  /** Bytes behind the first {@code depth} ones that the numbers tell apart. */
  int places() {
    return places;
  }

  /** No number is greater. */
  long most() {
    return most;
  }

  /** The number of a string; negative if it has a symbol that was not seen. */
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
