// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import java.math.BigInteger;

/**
 * Takes the values of one attribute, one call per row. A call that does not fit the attribute's
 * type throws IllegalArgumentException that names both.
 */
public interface ColumnBuilder {
  void appendNull();

  /**
   * BOOLEAN (0 or 1), INT, BIGINT, DATE (days since 1970-01-01) or TIMESTAMP (microseconds since
   * 1970-01-01T00:00:00, no zone).
   *
   * @throws IllegalArgumentException if the value is outside the type's range
   */
  void appendLong(long value);

  /** DOUBLE, or FLOAT (rounded to float). */
  void appendDouble(double value);

  /**
   * DECIMAL: the unscaled value at the attribute's scale.
   *
   * @throws IllegalArgumentException if it has more digits than the attribute's precision
   */
  void appendDecimal(BigInteger unscaled);

  /** DECIMAL: the unscaled value at the attribute's scale, for values of up to 18 digits. */
  void appendDecimal(long unscaled);

  /** STRING: UTF-8 bytes, copied. The caller has checked the encoding. */
  void appendBytes(byte[] bytes, int offset, int length);

  /** The values {@code begin} to before {@code end} of an array, as {@link #appendLong(long)}. */
  void appendLongs(long[] values, int begin, int end);

  /** The values {@code begin} to before {@code end}, as {@link #appendDouble(double)}. */
  void appendDoubles(double[] values, int begin, int end);

  /** The values {@code begin} to before {@code end}, as {@link #appendDecimal(long)}. */
  void appendDecimals(long[] unscaled, int begin, int end);

  /**
   * Many strings of one text, as {@link #appendBytes}: string {@code i}, from {@code begin} to
   * before {@code end}, is {@code bytes[starts[i]]} to before {@code bytes[ends[i]]}.
   */
  void appendStrings(byte[] bytes, int[] starts, int[] ends, int begin, int end);
}
