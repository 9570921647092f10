// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import dev.hail.format.schema.AttributeType;
import java.math.BigInteger;

/**
 * Parses ASCII bytes into values. The parser is reused for all values and makes no objects, except
 * for DECIMALs beyond 18 digits and for floating-point numbers of unusual length. Not thread-safe.
 *
 * <p>Every {@code parse} method takes the bytes {@code [from, to)} without surrounding spaces and
 * returns whether they are a value of the type. On success {@link #longValue()}, {@link
 * #doubleValue()} or {@link #bigValue()} has the value. On failure {@link #problem()} has the
 * reason.
 */
public final class ValueParser {
  private final IntegerText integers = new IntegerText();
  private final DecimalText decimals = new DecimalText();
  private final FloatingText floats = new FloatingText();
  private final CalendarText calendar = new CalendarText();

  private long longValue;
  private double doubleValue;
  private BigInteger bigValue;
  private String problem = "";

  /** The last BOOLEAN (0 or 1), INT, BIGINT, DATE, TIMESTAMP, or DECIMAL without a big value. */
  public long longValue() {
    return longValue;
  }

  /** The last FLOAT (widened) or DOUBLE. */
  public double doubleValue() {
    return doubleValue;
  }

  /** The last DECIMAL's unscaled value if it may exceed a long, otherwise null. */
  public BigInteger bigValue() {
    return bigValue;
  }

  /** The last DECIMAL's unscaled value. */
  public BigInteger unscaledValue() {
    return bigValue != null ? bigValue : BigInteger.valueOf(longValue);
  }

  /** Why the last value was refused, as the end of a sentence that starts with the value. */
  public String problem() {
    return problem;
  }

  /** {@code true}, {@code t} or {@code 1}; {@code false}, {@code f} or {@code 0}; in any case. */
  public boolean parseBoolean(byte[] bytes, int from, int to) {
    int length = to - from;
    int first = length == 0 ? 0 : bytes[from] | 0x20;
    boolean isTrue =
        (length == 1 && (first == 't' || bytes[from] == '1')) || is(bytes, from, to, "true");
    boolean isFalse =
        (length == 1 && (first == 'f' || bytes[from] == '0')) || is(bytes, from, to, "false");
    longValue = isTrue ? 1 : 0;
    return isTrue || isFalse || refuse("is not a BOOLEAN (true, t, 1, false, f, 0)");
  }

  /** An optional sign and digits, within 32 bits. */
  public boolean parseInt(byte[] bytes, int from, int to) {
    int status = integers.parse(bytes, from, to);
    longValue = integers.value();
    if (status == IntegerText.OK && longValue == (int) longValue) {
      return true;
    }
    return refuse(
        status == IntegerText.MALFORMED
            ? "is not an INT"
            : "is out of the range of INT (-2147483648 to 2147483647)");
  }

  /** An optional sign and digits, within 64 bits. */
  public boolean parseBigint(byte[] bytes, int from, int to) {
    int status = integers.parse(bytes, from, to);
    longValue = integers.value();
    if (status == IntegerText.OK) {
      return true;
    }
    return refuse(
        status == IntegerText.MALFORMED
            ? "is not a BIGINT"
            : "is out of the range of BIGINT (-9223372036854775808 to 9223372036854775807)");
  }

  /** A number, rounded once to the nearest float. */
  public boolean parseFloat(byte[] bytes, int from, int to) {
    int status = floats.parseFloat(bytes, from, to);
    doubleValue = floats.value();
    return status == FloatingText.OK
        || refuse(
            status == FloatingText.MALFORMED
                ? "is not a FLOAT"
                : "is out of the range of FLOAT (about 3.4e38)");
  }

  /** A number, rounded to the nearest double. */
  public boolean parseDouble(byte[] bytes, int from, int to) {
    int status = floats.parseDouble(bytes, from, to);
    doubleValue = floats.value();
    return status == FloatingText.OK
        || refuse(
            status == FloatingText.MALFORMED
                ? "is not a DOUBLE"
                : "is out of the range of DOUBLE (about 1.8e308)");
  }

  /** A number without exponent. Digits that the type cannot hold are refused, never rounded. */
  public boolean parseDecimal(byte[] bytes, int from, int to, int precision, int scale) {
    int status = decimals.parse(bytes, from, to, precision, scale);
    longValue = decimals.value();
    bigValue = decimals.bigValue();
    if (status == DecimalText.OK) {
      return true;
    }
    String type = AttributeType.decimal(precision, scale).toSql();
    return switch (status) {
      case DecimalText.TOO_LARGE ->
          refuse("is out of the range of " + type + " (" + (precision - scale) + " whole digits)");
      case DecimalText.TOO_FINE ->
          refuse("has more fractional digits than " + type + " can hold (" + scale + ")");
      default -> refuse("is not a " + type);
    };
  }

  /** {@code YYYY-MM-DD}, a proleptic Gregorian date from 0001-01-01 to 9999-12-31. */
  public boolean parseDate(byte[] bytes, int from, int to) {
    int status = calendar.parseDate(bytes, from, to);
    longValue = calendar.value();
    return status == CalendarText.OK
        || refuse(
            status == CalendarText.MALFORMED
                ? "is not a DATE (YYYY-MM-DD)"
                : "is no day of the calendar (0001-01-01 to 9999-12-31)");
  }

  /**
   * {@code YYYY-MM-DD HH:MM:SS}, or with a T between date and time, and up to 6 fractional digits.
   */
  public boolean parseTimestamp(byte[] bytes, int from, int to) {
    int status = calendar.parseTimestamp(bytes, from, to);
    longValue = calendar.value();
    return status == CalendarText.OK
        || refuse(
            status == CalendarText.MALFORMED
                ? "is not a TIMESTAMP (YYYY-MM-DD HH:MM:SS[.ffffff])"
                : "is no moment of the calendar (0001-01-01 to 9999-12-31, 00:00:00 to 23:59:59)");
  }

  private boolean refuse(String why) {
    problem = why;
    return false;
  }

  private static boolean is(byte[] bytes, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((bytes[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
