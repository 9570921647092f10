// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import java.math.BigInteger;

/**
 * Receives the values of one attribute, one per row. A method for values of another type throws
 * IllegalArgumentException, whose message names both types.
 */
public interface ColumnBuilder {
  void appendNull();

  /**
   * Appends a BOOLEAN (0 or 1), INT, BIGINT, DATE (days since 1970-01-01) or TIMESTAMP
   * (microseconds since 1970-01-01T00:00:00, no zone).
   *
   * @throws IllegalArgumentException if the value is outside the type's range
   */
  void appendLong(long value);

  /** Appends a DOUBLE, or a FLOAT (rounded to float). */
  void appendDouble(double value);

  /**
   * Appends a DECIMAL: the unscaled value at the attribute's scale.
   *
   * @throws IllegalArgumentException if the value has more digits than the attribute's precision
   */
  void appendDecimal(BigInteger unscaled);

  /** Appends a DECIMAL of up to 18 digits: the unscaled value at the attribute's scale. */
  void appendDecimal(long unscaled);

  /** Appends a STRING: UTF-8 bytes, copied. The caller must have checked the encoding. */
  void appendBytes(byte[] bytes, int offset, int length);

  /**
   * Appends the values {@code begin} to before {@code end}, each like {@link #appendLong(long)}.
   */
  void appendLongs(long[] values, int begin, int end);

  /**
   * Appends the values {@code begin} to before {@code end}, each like {@link
   * #appendDouble(double)}.
   */
  void appendDoubles(double[] values, int begin, int end);

  /**
   * Appends the values {@code begin} to before {@code end}, each like {@link #appendDecimal(long)}.
   */
  void appendDecimals(long[] unscaled, int begin, int end);

  /**
   * Appends the strings {@code begin} to before {@code end}, each like {@link #appendBytes}. String
   * {@code i} is {@code bytes[starts[i]]} to before {@code bytes[ends[i]]}.
   */
  void appendStrings(byte[] bytes, int[] starts, int[] ends, int begin, int end);
}
