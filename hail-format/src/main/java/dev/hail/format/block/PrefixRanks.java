// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

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

  private final byte[] bytes;
  private final int[] begins;
  private final int[] ends;
  private final int depth;

  /** By place and symbol what it adds to the number. */
  private final long[] shares = new long[PLACES * SYMBOLS];

  private int places;
  private long most;

  /**
   * Looks at strings that agree in their first {@code depth} bytes.
   *
   * @param begins begin of each string in {@code bytes}
   * @param ends end of each string
   * @param order numbers of strings, of which those from {@code from} to {@code to} count
   * @param width bits the numbers may have, at least 9
   */
  PrefixRanks(
      byte[] bytes, int[] begins, int[] ends, int depth, int[] order, int from, int to, int width) {
    this.bytes = bytes;
    this.begins = begins;
    this.ends = ends;
    this.depth = depth;
    markSymbols(order, from, to);
    choosePlaces(width);
  }

  /** Marks the symbols that occur by a share of 1. */
  private void markSymbols(int[] order, int from, int to) {
    int shortest = PLACES;
    for (int i = from; i < to; i++) {
      int at = begins[order[i]] + depth;
      int length = Math.min(ends[order[i]] - at, PLACES);
      shortest = Math.min(shortest, length);
      for (int place = 0; place < length; place++) {
        shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)] = 1;
      }
    }
    for (int place = shortest; place < PLACES; place++) {
      shares[place * SYMBOLS] = 1;
    }
  }

  private void choosePlaces(int width) {
    int[] symbols = new int[PLACES];
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
    int at = begins[string] + depth;
    int length = Math.min(ends[string] - at, places);
    long rank = 0;
    for (int place = 0; place < length; place++) {
      rank += shares[place * SYMBOLS + 1 + (bytes[at + place] & 0xff)];
    }
    return rank;
  }
}
