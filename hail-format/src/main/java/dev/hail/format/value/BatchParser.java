// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Parses many values of one type at a time; a few multiplications convert eight digits. Only common
 * spellings are handled. Each method stops at the first value it does not understand, which {@link
 * ValueParser} must parse. All other results equal those of {@link ValueParser}.
 *
 * <p>Value {@code i} is {@code bytes[starts[i]]} to before {@code bytes[ends[i]]}. Methods parse
 * the values {@code begin} to before {@code end}. They return the index of the first value that was
 * not parsed, or {@code end} if all were.
 */
public final class BatchParser {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long ZEROS = ONES * '0';
  private static final long HIGH_BITS = ONES << 7;
  private static final long LOW_BITS = ~HIGH_BITS;

  /** Sets the high bit of a byte above 9 when added to a byte of up to 0x7F. */
  private static final long ABOVE_NINE = 0x7676767676767676L;

  /**
   * The pattern {@code yyyy-mm-}: XOR with it turns digits into their values and hyphens into 0.
   */
  private static final long YEAR_MONTH = 0x2D30302D30303030L;

  private static final long ABOVE_YEAR_MONTH = 0x7F76767F76767676L;

  /** The pattern {@code hh:mm:ss}: XOR with it turns digits into their values and colons into 0. */
  private static final long TIME = 0x30303A30303A3030L;

  private static final long ABOVE_TIME = 0x76767F76767F7676L;

  private static final long HUNDRED_MILLION = 100_000_000L;
  private static final int TIMESTAMP_LENGTH = 19;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long SECONDS_PER_DAY = 86_400L;
  private static final long NOT_A_DAY = Long.MIN_VALUE;

  private static final double[] TENTHS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  private static final long[] POWERS = powers();

  private BatchParser() {}

  /** INT: an optional minus and up to 16 digits, within 32 bits. */
  public static int parseInts(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, long[] into) {
    for (int i = begin; i < end; i++) {
      if (!parseInteger(bytes, starts[i], ends[i], into, i) || into[i] != (int) into[i]) {
        return i;
      }
    }
    return end;
  }

  /** BIGINT: an optional minus and up to 16 digits. */
  public static int parseBigints(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, long[] into) {
    for (int i = begin; i < end; i++) {
      if (!parseInteger(bytes, starts[i], ends[i], into, i)) {
        return i;
      }
    }
    return end;
  }

  private static boolean parseInteger(byte[] bytes, int start, int end, long[] into, int at) {
    int length = end - start;
    if (length < 1 || length > 16 || start > bytes.length - Long.BYTES) {
      return false;
    }
    if (length <= Long.BYTES && bytes[start] != '-') {
      long digits = digits(bytes, start, length);
      into[at] = number(digits);
      return areDigits(digits);
    }
    boolean negative = bytes[start] == '-';
    return parseLong(bytes, negative ? start + 1 : start, end, negative, into, at);
  }

  private static boolean parseLong(
      byte[] bytes, int start, int end, boolean negative, long[] into, int at) {
    int length = end - start;
    if (length < 1 || start > bytes.length - Long.BYTES) {
      return false;
    }
    long value;
    if (length <= Long.BYTES) {
      long digits = digits(bytes, start, length);
      if (!areDigits(digits)) {
        return false;
      }
      value = number(digits);
    } else {
      long upper = digits(bytes, start, length - Long.BYTES);
      long lower = digits(bytes, end - Long.BYTES, Long.BYTES);
      if (!areDigits(upper) || !areDigits(lower)) {
        return false;
      }
      value = number(upper) * HUNDRED_MILLION + number(lower);
    }
    into[at] = negative ? -value : value;
    return true;
  }

  /** DATE: {@code YYYY-MM-DD}, a day of the calendar. */
  public static int parseDates(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, long[] into) {
    for (int i = begin; i < end; i++) {
      if (ends[i] - starts[i] != CalendarText.DATE_LENGTH) {
        return i;
      }
      long day = day(bytes, starts[i]);
      if (day == NOT_A_DAY) {
        return i;
      }
      into[i] = day;
    }
    return end;
  }

  /** TIMESTAMP: {@code YYYY-MM-DD HH:MM:SS}, or with a T between. */
  public static int parseTimestamps(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, long[] into) {
    for (int i = begin; i < end; i++) {
      int start = starts[i];
      if (ends[i] - start != TIMESTAMP_LENGTH
          || (bytes[start + 10] != ' ' && bytes[start + 10] != 'T')) {
        return i;
      }
      long day = day(bytes, start);
      long second = secondOfDay((long) LONG.get(bytes, start + 11) ^ TIME);
      if (day == NOT_A_DAY || second < 0) {
        return i;
      }
      into[i] = (day * SECONDS_PER_DAY + second) * MICROS_PER_SECOND;
    }
    return end;
  }

  /** Days since 1970-01-01 of ten bytes; {@link #NOT_A_DAY} if they are not a date. */
  private static long day(byte[] bytes, int start) {
    long front = (long) LONG.get(bytes, start) ^ YEAR_MONTH;
    int back = (short) SHORT.get(bytes, start + 8) ^ 0x3030;
    int tens = back & 0xFF;
    int ones = (back >>> 8) & 0xFF;
    if ((((front + ABOVE_YEAR_MONTH) | front) & HIGH_BITS) != 0 || tens > 9 || ones > 9) {
      return NOT_A_DAY;
    }
    // The value of two digits is in the byte of the first one.
    long pairs = front * 10 + (front >>> 8);
    int year = (int) (pairs & 0xFF) * 100 + (int) ((pairs >>> 16) & 0xFF);
    int month = (int) ((front >>> 40) & 0xFF) * 10 + (int) ((front >>> 48) & 0xFF);
    int day = tens * 10 + ones;
    if (year < 1 || month < 1 || month > 12 || day < 1) {
      return NOT_A_DAY;
    }
    if (day > 28 && day > CalendarText.daysIn(year, month)) {
      return NOT_A_DAY;
    }
    return CalendarText.epochDay(year, month, day);
  }

  private static long secondOfDay(long time) {
    if ((((time + ABOVE_TIME) | time) & HIGH_BITS) != 0) {
      return -1;
    }
    long hour = (time & 0xFF) * 10 + ((time >>> 8) & 0xFF);
    long minute = ((time >>> 24) & 0xFF) * 10 + ((time >>> 32) & 0xFF);
    long second = ((time >>> 48) & 0xFF) * 10 + (time >>> 56);
    return hour > 23 || minute > 59 || second > 59 ? -1 : hour * 3_600 + minute * 60 + second;
  }

  /** DOUBLE: up to eight digits, possibly with a point, after an optional minus. */
  public static int parseDoubles(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, double[] into) {
    for (int i = begin; i < end; i++) {
      double value = number(bytes, starts[i], ends[i]);
      if (Double.isNaN(value)) {
        return i;
      }
      into[i] = value;
    }
    return end;
  }

  /**
   * FLOAT: the spellings of {@link #parseDoubles}, each value rounded once to the nearest float.
   */
  public static int parseFloats(
      byte[] bytes, int[] starts, int[] ends, int begin, int end, double[] into) {
    for (int i = begin; i < end; i++) {
      double value = number(bytes, starts[i], ends[i]);
      if (Double.isNaN(value) || FloatingText.isFloatTie(value)) {
        return i;
      }
      into[i] = (float) value;
    }
    return end;
  }

  /** A number of up to eight digits, correctly rounded; NaN for any other spelling. */
  private static double number(byte[] bytes, int from, int end) {
    boolean negative = from < end && bytes[from] == '-';
    int start = negative ? from + 1 : from;
    int length = end - start;
    if (length < 1 || length > Long.BYTES || start > bytes.length - Long.BYTES) {
      return Double.NaN;
    }
    long word = (long) LONG.get(bytes, start) << (64 - 8 * length);
    int point = point(word);
    long digits = withoutPoint(word, point) ^ ZEROS;
    int fraction = 7 - point;
    int count = point < 0 ? length : length - 1;
    digits = count == 0 ? -1 : digits >>> (64 - 8 * count) << (64 - 8 * count);
    if (!areDigits(digits)) {
      return Double.NaN;
    }
    double magnitude = point < 0 ? number(digits) : number(digits) / TENTHS[fraction];
    return negative ? -magnitude : magnitude;
  }

  /**
   * DECIMAL of at most 18 digits: up to eight digits, possibly with a point, after an optional
   * minus. The results are unscaled values.
   *
   * @param precision digits of the type
   * @param scale digits after the point
   */
  public static int parseDecimals(
      byte[] bytes,
      int[] starts,
      int[] ends,
      int begin,
      int end,
      int precision,
      int scale,
      long[] into) {
    if (precision >= POWERS.length) {
      return begin;
    }
    for (int i = begin; i < end; i++) {
      int start = starts[i];
      boolean negative = start < ends[i] && bytes[start] == '-';
      start += negative ? 1 : 0;
      int length = ends[i] - start;
      if (length < 1 || length > Long.BYTES || start > bytes.length - Long.BYTES) {
        return i;
      }
      long word = (long) LONG.get(bytes, start) << (64 - 8 * length);
      int point = point(word);
      int count = point < 0 ? length : length - 1;
      int fraction = point < 0 ? 0 : 7 - point;
      if (count == 0 || fraction > scale || count - fraction > precision - scale) {
        return i;
      }
      long digits = (withoutPoint(word, point) ^ ZEROS) >>> (64 - 8 * count) << (64 - 8 * count);
      if (!areDigits(digits)) {
        return i;
      }
      long value = number(digits) * POWERS[scale - fraction];
      into[i] = negative ? -value : value;
    }
    return end;
  }

  /** Index of the first byte that is a point; -1 if there is none. */
  private static int point(long word) {
    long other = word ^ ONES * '.';
    long points = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
    return points == 0 ? -1 : Long.numberOfTrailingZeros(points) >>> 3;
  }

  /** Moves the bytes below the point up by one byte. */
  private static long withoutPoint(long word, int point) {
    if (point < 0) {
      return word;
    }
    long below = (1L << (8 * point)) - 1;
    long above = point == 7 ? 0 : -1L << (8 * point + 8);
    return (word & above) | (word & below) << 8;
  }

  /** The values of up to eight digits, the last one in the uppermost byte, with zeros below. */
  private static long digits(byte[] bytes, int start, int length) {
    return ((long) LONG.get(bytes, start) ^ ZEROS) << (64 - 8 * length);
  }

  private static boolean areDigits(long digits) {
    return (((digits + ABOVE_NINE) | digits) & HIGH_BITS) == 0;
  }

  /** The number of eight digits, the first one in the lowest byte. */
  private static long number(long digits) {
    long pairs = ((digits * (1 + (10 << 8))) >>> 8) & 0x00FF00FF00FF00FFL;
    long fours = ((pairs * (1 + (100 << 16))) >>> 16) & 0x0000FFFF0000FFFFL;
    return (fours * (1 + (10_000L << 32))) >>> 32;
  }

  private static long[] powers() {
    long[] powers = new long[19];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }
}
