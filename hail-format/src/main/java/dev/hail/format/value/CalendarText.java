// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

/** Dates {@code YYYY-MM-DD} and timestamps {@code YYYY-MM-DD HH:MM:SS[.ffffff]}. */
final class CalendarText {
  static final int OK = 0;
  static final int MALFORMED = 1;
  static final int OUT_OF_RANGE = 2;

  static final int DATE_LENGTH = 10;
  private static final int TIME_LENGTH = 19;
  private static final int MAX_FRACTION_DIGITS = 6;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long SECONDS_PER_DAY = 86_400L;
  private static final int[] DAYS_IN_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private long value;

  /** Days or microseconds since 1970-01-01. */
  long value() {
    return value;
  }

  int parseDate(byte[] bytes, int from, int to) {
    return to - from == DATE_LENGTH ? date(bytes, from) : MALFORMED;
  }

  int parseTimestamp(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length < TIME_LENGTH
        || (bytes[from + 10] != ' ' && bytes[from + 10] != 'T')
        || bytes[from + 13] != ':'
        || bytes[from + 16] != ':') {
      return MALFORMED;
    }
    int status = date(bytes, from);
    if (status != OK) {
      return status;
    }
    int hour = twoDigits(bytes, from + 11);
    int minute = twoDigits(bytes, from + 14);
    int second = twoDigits(bytes, from + 17);
    if (hour < 0 || minute < 0 || second < 0) {
      return MALFORMED;
    }
    if (hour > 23 || minute > 59 || second > 59) {
      return OUT_OF_RANGE;
    }
    int micros = length == TIME_LENGTH ? 0 : fraction(bytes, from + TIME_LENGTH, to);
    if (micros < 0) {
      return MALFORMED;
    }
    long seconds = value * SECONDS_PER_DAY + hour * 3_600L + minute * 60L + second;
    value = seconds * MICROS_PER_SECOND + micros;
    return OK;
  }

  private int date(byte[] bytes, int from) {
    int century = twoDigits(bytes, from);
    int yearOfCentury = twoDigits(bytes, from + 2);
    int month = twoDigits(bytes, from + 5);
    int day = twoDigits(bytes, from + 8);
    if (century < 0
        || yearOfCentury < 0
        || month < 0
        || day < 0
        || bytes[from + 4] != '-'
        || bytes[from + 7] != '-') {
      return MALFORMED;
    }
    int year = century * 100 + yearOfCentury;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) {
      return OUT_OF_RANGE;
    }
    value = epochDay(year, month, day);
    return OK;
  }

  static int daysIn(int year, int month) {
    boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : DAYS_IN_MONTH[month - 1];
  }

  /**
   * Days since 1970-01-01. Years start in March, so that the leap day ends a year. The days before
   * a month are then a linear function of the month.
   */
  static long epochDay(int year, int month, int day) {
    int marchYear = month > 2 ? year : year - 1;
    int marchMonth = month > 2 ? month - 3 : month + 9;
    int dayOfYear = (153 * marchMonth + 2) / 5 + day - 1;
    int leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400;
    return 365L * marchYear + leapDays + dayOfYear - 719_468;
  }

  private static int fraction(byte[] bytes, int from, int to) {
    int digits = to - from - 1;
    if (bytes[from] != '.' || digits < 1 || digits > MAX_FRACTION_DIGITS) {
      return -1;
    }
    int micros = 0;
    for (int i = from + 1; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      micros = micros * 10 + digit;
    }
    for (int i = digits; i < MAX_FRACTION_DIGITS; i++) {
      micros *= 10;
    }
    return micros;
  }

  private static int twoDigits(byte[] bytes, int at) {
    int tens = bytes[at] - '0';
    int ones = bytes[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
  }
}
