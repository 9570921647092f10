// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.math.BigDecimal;

/** Writes values as text that {@link ValueParser} reads back to equal values. */
public final class ValueText {
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int DAYS_PER_ERA = 146_097;

  private ValueText() {}

  /** {@code true} or {@code false}. */
  public static void appendBoolean(StringBuilder out, boolean value) {
    out.append(value);
  }

  /** An INT or BIGINT. */
  public static void appendLong(StringBuilder out, long value) {
    out.append(value);
  }

  /** A FLOAT in the JDK's decimal form, which reads back to the same float. */
  public static void appendFloat(StringBuilder out, float value) {
    out.append(value);
  }

  /** A DOUBLE in the JDK's decimal form, which reads back to the same double. */
  public static void appendDouble(StringBuilder out, double value) {
    out.append(value);
  }

  /** A DECIMAL with all digits of its scale, without exponent. */
  public static void appendDecimal(StringBuilder out, BigDecimal value) {
    out.append(value.toPlainString());
  }

  /**
   * A DATE as {@code YYYY-MM-DD}.
   *
   * @param epochDay days since 1970-01-01
   */
  public static void appendDate(StringBuilder out, long epochDay) {
    // Years that start in March, in eras of 400 years, end with the leap day.
    long shifted = epochDay + 719_468;
    long era = Math.floorDiv(shifted, DAYS_PER_ERA);
    int dayOfEra = (int) Math.floorMod(shifted, (long) DAYS_PER_ERA);
    int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int marchMonth = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    appendPadded(out, year, 4);
    out.append('-');
    appendPadded(out, month, 2);
    out.append('-');
    appendPadded(out, day, 2);
  }

  /**
   * A TIMESTAMP as {@code YYYY-MM-DD HH:MM:SS}, with a point and six digits if it has a fraction.
   *
   * @param micros microseconds since 1970-01-01T00:00:00
   */
  public static void appendTimestamp(StringBuilder out, long micros) {
    long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
    long fraction = Math.floorMod(micros, MICROS_PER_SECOND);
    long secondOfDay = Math.floorMod(seconds, SECONDS_PER_DAY);
    appendDate(out, Math.floorDiv(seconds, SECONDS_PER_DAY));
    out.append(' ');
    appendPadded(out, secondOfDay / 3_600, 2);
    out.append(':');
    appendPadded(out, secondOfDay / 60 % 60, 2);
    out.append(':');
    appendPadded(out, secondOfDay % 60, 2);
    if (fraction != 0) {
      out.append('.');
      appendPadded(out, fraction, 6);
    }
  }

  private static void appendPadded(StringBuilder out, long value, int digits) {
    long power = 1;
    for (int i = 1; i < digits; i++) {
      power *= 10;
    }
    for (; power > 1 && value < power; power /= 10) {
      out.append('0');
    }
    out.append(value);
  }
}
