// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Floating-point numbers: an optional sign, digits with an optional point, and an optional
 * exponent; or NaN, inf or Infinity in any case. Results are the nearest representable numbers
 * (ties to even).
 *
 * <p>Most numbers take a fast path. A mantissa below 2^53 and a power of ten up to 10^22 are exact
 * doubles, so one IEEE multiplication or division rounds correctly. The JDK parses all other
 * numbers.
 */
final class FloatingText {
  static final int OK = 0;
  static final int MALFORMED = 1;
  static final int OUT_OF_RANGE = 2;

  private static final long MAX_EXACT_MANTISSA = 1L << 53;
  private static final int MAX_EXACT_POWER = 22;
  private static final int MAX_MANTISSA_DIGITS = 18;
  private static final int MAX_EXPONENT = 100_000;

  /** Bits of a double below the precision of a float; the next field is half of their range. */
  private static final long BELOW_FLOAT = (1L << 29) - 1;

  private static final long FLOAT_TIE = 1L << 28;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private double value;
  private long mantissa;
  private int exponent;
  private boolean negative;
  private boolean truncated;

  double value() {
    return value;
  }

  int parseDouble(byte[] bytes, int from, int to) {
    if (!scan(bytes, from, to)) {
      return parseWord(bytes, from, to);
    }
    if (isExact()) {
      value = exact();
      return OK;
    }
    value = Double.parseDouble(ascii(bytes, from, to));
    return Double.isInfinite(value) ? OUT_OF_RANGE : OK;
  }

  /** Parses like {@link #parseDouble} and rounds once to a float. */
  int parseFloat(byte[] bytes, int from, int to) {
    if (!scan(bytes, from, to)) {
      return parseWord(bytes, from, to);
    }
    if (isExact()) {
      double wide = exact();
      boolean normal = mantissa == 0 || Math.abs(wide) >= Float.MIN_NORMAL;
      if (!isFloatTie(wide) && normal) {
        value = (float) wide;
        return Double.isInfinite(value) ? OUT_OF_RANGE : OK;
      }
    }
    value = Float.parseFloat(ascii(bytes, from, to));
    return Double.isInfinite(value) ? OUT_OF_RANGE : OK;
  }

  /** Whether a double lies half way between two floats, so that rounding it would round twice. */
  static boolean isFloatTie(double wide) {
    return (Double.doubleToRawLongBits(wide) & BELOW_FLOAT) == FLOAT_TIE;
  }

  private boolean isExact() {
    return !truncated
        && mantissa <= MAX_EXACT_MANTISSA
        && exponent >= -MAX_EXACT_POWER
        && exponent <= MAX_EXACT_POWER;
  }

  private double exact() {
    double magnitude = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
    return negative ? -magnitude : magnitude;
  }

  /**
   * Reads sign, mantissa and exponent.
   *
   * @return false if the text is not a number in digits
   */
  private boolean scan(byte[] bytes, int from, int to) {
    int i = from;
    negative = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i] == '-';
      i++;
    }
    long sum = 0;
    int significant = 0;
    int scale = 0;
    int digits = 0;
    boolean point = false;
    boolean lost = false;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits++;
        if (significant < MAX_MANTISSA_DIGITS) {
          sum = sum * 10 + digit;
          significant += sum == 0 ? 0 : 1;
          scale -= point ? 1 : 0;
        } else {
          lost |= digit != 0;
          scale += point ? 0 : 1;
        }
      } else if (bytes[i] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return false;
    }
    mantissa = sum;
    truncated = lost;
    exponent = scale;
    return i == to || scanExponent(bytes, i, to);
  }

  private boolean scanExponent(byte[] bytes, int from, int to) {
    int i = from;
    if (bytes[i] != 'e' && bytes[i] != 'E') {
      return false;
    }
    i++;
    boolean minus = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      minus = bytes[i] == '-';
      i++;
    }
    if (i == to) {
      return false;
    }
    int sum = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      sum = Math.min(MAX_EXPONENT, sum * 10 + digit);
    }
    exponent += minus ? -sum : sum;
    return true;
  }

  private int parseWord(byte[] bytes, int from, int to) {
    int i = from;
    boolean minus = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      minus = bytes[i] == '-';
      i++;
    }
    if (to - i < 3 || to - i > 8) {
      return MALFORMED;
    }
    switch (ascii(bytes, i, to).toLowerCase(Locale.ROOT)) {
      case "nan" -> value = Double.NaN;
      case "inf", "infinity" -> value = minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default -> {
        return MALFORMED;
      }
    }
    return OK;
  }

  private static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
