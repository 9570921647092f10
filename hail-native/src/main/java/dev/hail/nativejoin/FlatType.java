// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/** Types of the columns of {@link FlatJoins}, in memory as Arrow has them. */
public enum FlatType {
  /** A bit for each row. */
  BOOLEAN("b", 0),
  INT("i", Integer.BYTES),
  BIGINT("l", Long.BYTES),
  FLOAT("f", Float.BYTES),
  DOUBLE("g", Double.BYTES),
  /** Days since 1970-01-01 in 32 bits. */
  DATE("tdD", Integer.BYTES),
  /** Microseconds since 1970-01-01 in 64 bits, without time zone. */
  TIMESTAMP("tsu:", Long.BYTES),
  /** The unscaled value in 128 bits, least byte first. */
  DECIMAL("d:38,", 2 * Long.BYTES),
  /** UTF-8, found by offsets of 32 bits. */
  STRING("u", 0);

  private final String format;
  private final int width;

  FlatType(String format, int width) {
    this.format = format;
    this.width = width;
  }

  /** Returns the type as Arrow's C data interface writes it; of a DECIMAL without its scale. */
  String format() {
    return format;
  }

  /** Returns the bytes of a value; 0 for BOOLEAN and STRING. */
  public int width() {
    return width;
  }
}
