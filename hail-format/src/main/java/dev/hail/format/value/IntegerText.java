// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

/** Signed decimal integers: an optional sign and digits. */
final class IntegerText {
  static final int OK = 0;
  static final int MALFORMED = 1;
  static final int OUT_OF_RANGE = 2;

  /** Any number of this many digits fits into a long. */
  private static final int SAFE_DIGITS = 18;

  private long value;

  long value() {
    return value;
  }

  int parse(byte[] bytes, int from, int to) {
    int i = from;
    boolean negative = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    if (i >= to) {
      return MALFORMED;
    }
    if (to - i > SAFE_DIGITS) {
      return parseLong(bytes, i, to, negative);
    }
    long sum = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      sum = sum * 10 + digit;
    }
    value = negative ? -sum : sum;
    return OK;
  }

  /** Accumulates negatively, because the negative range has one more value. */
  private int parseLong(byte[] bytes, int from, int to, boolean negative) {
    long sum = 0;
    boolean overflow = false;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      overflow |= sum < Long.MIN_VALUE / 10 || sum * 10 < Long.MIN_VALUE + digit;
      sum = sum * 10 - digit;
    }
    if (overflow || (!negative && sum == Long.MIN_VALUE)) {
      return OUT_OF_RANGE;
    }
    value = negative ? sum : -sum;
    return OK;
  }
}
