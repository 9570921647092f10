// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

/** The types an attribute can have; {@link AttributeType} adds precision and scale to DECIMAL. */
public enum TypeKind {
  /** True or false; false sorts first. */
  BOOLEAN,
  /** 32-bit signed integer. */
  INT,
  /** 64-bit signed integer. */
  BIGINT,
  /** IEEE 754 binary32. NaN is the greatest value and equal to itself; -0.0 equals 0.0. */
  FLOAT,
  /** IEEE 754 binary64, ordered like {@link #FLOAT}. */
  DOUBLE,
  /** Exact number of 1 to 38 digits with a fixed count of fractional digits. */
  DECIMAL,
  /** Proleptic Gregorian date, 0001-01-01 to 9999-12-31, as days since 1970-01-01. */
  DATE,
  /** Date and time of day without a zone, as microseconds since 1970-01-01 00:00:00. */
  TIMESTAMP,
  /** UTF-8 text, ordered by its unsigned bytes. */
  STRING
}
