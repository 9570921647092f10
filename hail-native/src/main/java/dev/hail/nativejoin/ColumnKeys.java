// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.util.ArrowBufPointer;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ElementAddressableVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Converts values of key columns to objects. Two objects are equal if and only if a join considers
 * the values equal, whatever the widths of their columns.
 */
final class ColumnKeys {
  private ColumnKeys() {}

  /** Returns the value of a row that is not NULL. */
  static Object value(FieldVector vector, int row) {
    ArrowType type = vector.getField().getType();
    return switch (type.getTypeID()) {
      case Bool -> ((BitVector) vector).get(row) != 0;
      case Int -> integer(vector, row, (ArrowType.Int) type);
      case Date, Time, Timestamp -> integer(pointer(vector, row));
      case FloatingPoint -> number(vector, row, (ArrowType.FloatingPoint) type);
      default -> bytes(pointer(vector, row));
    };
  }

  private static Object integer(FieldVector vector, int row, ArrowType.Int type) {
    long value = integer(pointer(vector, row));
    if (type.getIsSigned()) {
      return value;
    }
    if (type.getBitWidth() < Long.SIZE) {
      return value & ((1L << type.getBitWidth()) - 1);
    }
    // A BigInteger, because a signed column's negative number with the same bits must differ.
    return value >= 0 ? value : new BigInteger(Long.toUnsignedString(value));
  }

  private static long integer(ArrowBufPointer value) {
    return switch ((int) value.getLength()) {
      case Byte.BYTES -> value.getBuf().getByte(value.getOffset());
      case Short.BYTES -> value.getBuf().getShort(value.getOffset());
      case Integer.BYTES -> value.getBuf().getInt(value.getOffset());
      case Long.BYTES -> value.getBuf().getLong(value.getOffset());
      default ->
          throw new IllegalStateException("Integers cannot have " + value.getLength() + " bytes");
    };
  }

  private static Object number(FieldVector vector, int row, ArrowType.FloatingPoint type) {
    double value =
        type.getPrecision() == FloatingPointPrecision.SINGLE
            ? ((Float4Vector) vector).get(row)
            : ((Float8Vector) vector).get(row);
    // Double.equals treats all NaN as equal, but not the two zeros.
    return value == 0 ? 0.0 : value;
  }

  private static ByteBuffer bytes(ArrowBufPointer value) {
    byte[] bytes = new byte[Math.toIntExact(value.getLength())];
    if (bytes.length > 0) {
      value.getBuf().getBytes(value.getOffset(), bytes);
    }
    return ByteBuffer.wrap(bytes);
  }

  private static ArrowBufPointer pointer(FieldVector vector, int row) {
    return ((ElementAddressableVector) vector).getDataPointer(row);
  }
}
