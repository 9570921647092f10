// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import java.util.Objects;

/**
 * The type of an attribute.
 *
 * @param kind the family of values
 * @param precision for DECIMAL the total digits, 1 to {@value #MAX_PRECISION}; 0 for others
 * @param scale for DECIMAL the fractional digits, 0 to precision; 0 for others
 */
public record AttributeType(TypeKind kind, int precision, int scale) {
  /** Most digits of a DECIMAL: as many as fit into 128 bits. */
  public static final int MAX_PRECISION = 38;

  /** Most digits of a DECIMAL whose unscaled value always fits into a long. */
  public static final int MAX_LONG_PRECISION = 18;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if precision or scale is out of range, or given for a type
   *     that has none
   */
  public AttributeType {
    Objects.requireNonNull(kind, "kind is null");
    if (kind == TypeKind.DECIMAL) {
      if (precision < 1 || precision > MAX_PRECISION) {
        throw new IllegalArgumentException(
            "DECIMAL precision must be 1 to " + MAX_PRECISION + ", found " + precision);
      }
      if (scale < 0 || scale > precision) {
        throw new IllegalArgumentException(
            "DECIMAL scale must be 0 to its precision " + precision + ", found " + scale);
      }
    } else if (precision != 0 || scale != 0) {
      throw new IllegalArgumentException(kind + " takes no precision or scale");
    }
  }

  /**
   * A type without parameters.
   *
   * @throws IllegalArgumentException for DECIMAL, which needs {@link #decimal(int, int)}
   */
  public static AttributeType of(TypeKind kind) {
    return new AttributeType(kind, 0, 0);
  }

  /** A DECIMAL with {@code precision} digits, of which {@code scale} are fractional. */
  public static AttributeType decimal(int precision, int scale) {
    return new AttributeType(TypeKind.DECIMAL, precision, scale);
  }

  // A short map task would pay milliseconds to link the equals method that records generate.
  @Override
  public boolean equals(Object other) {
    return other instanceof AttributeType that
        && kind == that.kind
        && precision == that.precision
        && scale == that.scale;
  }

  @Override
  public int hashCode() {
    return (kind.hashCode() * 31 + precision) * 31 + scale;
  }

  /** The type as {@link Schema#parse(String)} reads it, for example {@code DECIMAL(10,2)}. */
  public String toSql() {
    if (kind == TypeKind.DECIMAL) {
      return "DECIMAL(" + precision + "," + scale + ")";
    }
    return kind.name();
  }

  @Override
  public String toString() {
    return toSql();
  }
}
