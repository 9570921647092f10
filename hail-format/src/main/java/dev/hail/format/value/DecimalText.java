// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import dev.hail.format.schema.AttributeType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Decimal numbers: an optional sign, digits, and optionally a point with further digits. No
 * exponent.
 */
final class DecimalText {
  static final int OK = 0;
  static final int MALFORMED = 1;
  static final int TOO_LARGE = 2;
  static final int TOO_FINE = 3;

  private static final long[] POWERS = new long[AttributeType.MAX_LONG_PRECISION + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private long value;
  private BigInteger bigValue;

  /** The unscaled value if {@link #bigValue()} is null. */
  long value() {
    return value;
  }

  /** The unscaled value if it may not fit into a long, else null. */
  BigInteger bigValue() {
    return bigValue;
  }

  int parse(byte[] bytes, int from, int to, int precision, int scale) {
    int i = from;
    boolean negative = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    int first = i;
    while (i < to && bytes[i] == '0') {
      i++;
    }
    int wholeStart = i;
    long sum = 0;
    while (i < to && isDigit(bytes[i])) {
      sum = sum * 10 + (bytes[i] - '0');
      i++;
    }
    int wholeEnd = i;
    int fractionStart = i;
    int fractionEnd = i;
    if (i < to && bytes[i] == '.') {
      i++;
      fractionStart = i;
      fractionEnd = i;
      while (i < to && isDigit(bytes[i])) {
        if (bytes[i] != '0') {
          fractionEnd = i + 1;
        }
        i++;
      }
    }
    boolean hasDigits = wholeEnd > first || i > fractionStart;
    if (i != to || !hasDigits) {
      return MALFORMED;
    }
    int wholeDigits = wholeEnd - wholeStart;
    int fractionDigits = fractionEnd - fractionStart;
    if (wholeDigits > precision - scale) {
      return TOO_LARGE;
    }
    if (fractionDigits > scale) {
      return TOO_FINE;
    }
    if (wholeDigits + scale > AttributeType.MAX_LONG_PRECISION) {
      bigValue = big(bytes, wholeStart, wholeEnd, fractionStart, fractionEnd, scale, negative);
      return OK;
    }
    for (int k = fractionStart; k < fractionEnd; k++) {
      sum = sum * 10 + (bytes[k] - '0');
    }
    sum *= POWERS[scale - fractionDigits];
    value = negative ? -sum : sum;
    bigValue = null;
    return OK;
  }

  private static BigInteger big(
      byte[] bytes,
      int wholeStart,
      int wholeEnd,
      int fractionStart,
      int fractionEnd,
      int scale,
      boolean negative) {
    int fractionDigits = fractionEnd - fractionStart;
    StringBuilder digits = new StringBuilder(AttributeType.MAX_PRECISION + 1);
    digits.append(negative ? "-0" : "0");
    digits.append(
        new String(bytes, wholeStart, wholeEnd - wholeStart, StandardCharsets.ISO_8859_1));
    digits.append(new String(bytes, fractionStart, fractionDigits, StandardCharsets.ISO_8859_1));
    digits.append("0".repeat(scale - fractionDigits));
    return new BigInteger(digits.toString());
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
