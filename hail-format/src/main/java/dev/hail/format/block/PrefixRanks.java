// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import java.util.Arrays;

/**
 * Numbers that order strings by some of their first bytes. At every place only the bytes that occur
 * there are counted, so that one number covers more bytes than it has itself: about twelve of
 * addresses or dates in digits.
 */
final class PrefixRanks {
  /** Places looked at. */
  private static final int PLACES = 16;

  /** What may stand at a place: the end of the string, which comes first, or a byte. */
  private static final int SYMBOLS = 257;

  /** By place and symbol what it adds to the number. */
  private final long[] shares = new long[PLACES * SYMBOLS];

  private final int[] symbols = new int[PLACES];
  private StringTable strings;
  private int depth;
  private int places;
  private long most;

  /**
   * Looks at strings that agree in their first {@code depth} bytes.
   *
   * @param order numbers of strings, of which those from {@code from} to {@code to} count
   * @param width bits the numbers may have, at least 9
   */
  void look(StringTable table, int depth, int[] order, int from, int to, int width) {
    begin(table, depth);
    int shortest = PLACES;
    for (int i = from; i < to; i++) {
      shortest = Math.min(shortest, mark(order[i]));
    }
    choosePlaces(shortest, width);
  }

  /**
   * Looks at strings that agree in their first {@code depth} bytes.
   *
   * @param numbered numbers of strings in the bits of {@code mask}; the first {@code n} count
   * @param width bits the numbers may have, at least 9
   */
  void look(StringTable table, int depth, long[] numbered, int n, int mask, int width) {
    begin(table, depth);
    int shortest = PLACES;
    for (int i = 0; i < n; i++) {
      shortest = Math.min(shortest, mark((int) numbered[i] & mask));
    }
    choosePlaces(shortest, width);
  }

  private void begin(StringTable table, int newDepth) {
    strings = table;
    depth = newDepth;
    places = 0;
    Arrays.fill(shares, 0);
  }

  /** Marks the symbols of a string by a share of 1 and returns its length, up to the places. */
  private int mark(int string) {
    byte[] bytes = strings.bytes();
    int at = strings.begin(string) + depth;
    int length = Math.min(strings.end(string) - at, PLACES);
    for (int place = 0; place < length; place++) {
      shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)] = 1;
    }
    return length;
  }

  private void choosePlaces(int shortest, int width) {
    for (int place = shortest; place < PLACES; place++) {
      shares[place * SYMBOLS] = 1;
    }
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
        if (shares[symbol] != 0) {
          shares[symbol] = rank++ * weight;
        }
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

  /** The number of a string. */
  long rank(int string) {
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
