// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Knows which Arrow types joins take and which of them can be compared. */
final class ColumnTypes {
  private static final int DECIMAL_BITS = 128;
  private static final int DECIMAL_DIGITS = 38;
  private static final String ANY_ZONE = "UTC";

  private ColumnTypes() {}

  /**
   * Checks that a column is announced by the type of its values, even if the join does not use it.
   *
   * @throws UnsupportedTypeException if it is announced as dictionary-encoded; the message names it
   */
  static void requireValues(String side, Field field) {
    if (field.getDictionary() != null) {
      throw new UnsupportedTypeException(
          "Column `"
              + field.getName()
              + "' of the "
              + side
              + " side is announced as dictionary-encoded; announce the type of its"
              + " values. Batches may still be dictionary-encoded");
    }
  }

  /**
   * Checks that a column can be a key or part of the result.
   *
   * @throws UnsupportedTypeException if joins do not take its type; the message names the column
   */
  static void requireSupported(String side, Field field) {
    if (!isSupported(field.getType())) {
      throw new UnsupportedTypeException(
          "Column `"
              + field.getName()
              + "' of the "
              + side
              + " side has type "
              + field.getType()
              + ", which joins do not support");
    }
  }

  private static boolean isSupported(ArrowType type) {
    if (type instanceof ArrowType.ExtensionType) {
      // An extension type has the identifier of its storage type, but vectors of its own.
      return false;
    }
    return switch (type.getTypeID()) {
      case Bool, Int, Date, Time, Timestamp -> true;
      case Utf8, LargeUtf8, Binary, LargeBinary, FixedSizeBinary -> true;
      case FloatingPoint ->
          ((ArrowType.FloatingPoint) type).getPrecision() != FloatingPointPrecision.HALF;
      case Decimal -> ((ArrowType.Decimal) type).getBitWidth() == DECIMAL_BITS;
      default -> false;
    };
  }

  /**
   * Returns whether values of both types can be equal. Integers of all widths are comparable with
   * each other; so are floating-point numbers, texts and bytes. Timestamps are comparable if they
   * have the same unit and both or neither have a time zone. Any other type is comparable only with
   * itself.
   */
  static boolean areComparable(ArrowType one, ArrowType other) {
    return comparedAs(one).equals(comparedAs(other));
  }

  /** Returns the type that represents all types comparable with this one. */
  private static ArrowType comparedAs(ArrowType type) {
    return switch (type.getTypeID()) {
      case Int -> new ArrowType.Int(Long.SIZE, true);
      case LargeUtf8 -> ArrowType.Utf8.INSTANCE;
      case LargeBinary -> ArrowType.Binary.INSTANCE;
      case FloatingPoint -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case Timestamp -> {
        ArrowType.Timestamp timestamp = (ArrowType.Timestamp) type;
        String zone = timestamp.getTimezone() == null ? null : ANY_ZONE;
        yield new ArrowType.Timestamp(timestamp.getUnit(), zone);
      }
      case Decimal ->
          new ArrowType.Decimal(
              DECIMAL_DIGITS, ((ArrowType.Decimal) type).getScale(), DECIMAL_BITS);
      default -> type;
    };
  }
}
