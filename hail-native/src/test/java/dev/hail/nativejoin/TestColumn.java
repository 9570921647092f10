// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of random values, drawn from a pool so that they repeat. A value is a BigInteger for all
 * that is a whole number inside, a Double, a Boolean, a String, a byte[], or null.
 */
final class TestColumn {
  private final String name;
  private final ArrowType type;
  private final List<?> pool;
  private final double nulls;

  /**
   * @param pool values of the type, not empty
   * @param nulls share of NULLs, 0 for a column that must not be NULL
   */
  TestColumn(String name, ArrowType type, List<?> pool, double nulls) {
    this.name = name;
    this.type = type;
    this.pool = pool;
    this.nulls = nulls;
  }

  String name() {
    return name;
  }

  Field field() {
    return nulls > 0 ? Field.nullable(name, type) : Field.notNullable(name, type);
  }

  Object draw(Random random) {
    return random.nextDouble() < nulls ? null : pool.get(random.nextInt(pool.size()));
  }

  /** Puts a value into a vector that has room for it. */
  static void set(FieldVector vector, int row, Object value) {
    if (value == null) {
      vector.setNull(row);
    } else if (value instanceof BigInteger number) {
      setNumber(vector, row, number);
    } else if (value instanceof Double number) {
      if (vector instanceof Float4Vector floats) {
        floats.setSafe(row, number.floatValue());
      } else {
        ((Float8Vector) vector).setSafe(row, number);
      }
    } else if (value instanceof Boolean bit) {
      ((BitVector) vector).setSafe(row, bit ? 1 : 0);
    } else if (value instanceof String text) {
      setBytes(vector, row, text.getBytes(StandardCharsets.UTF_8));
    } else {
      setBytes(vector, row, (byte[]) value);
    }
  }

  private static void setNumber(FieldVector vector, int row, BigInteger number) {
    if (vector instanceof DecimalVector decimals) {
      decimals.setSafe(row, new BigDecimal(number, decimals.getScale()));
      return;
    }
    int width = ((BaseFixedWidthVector) vector).getTypeWidth();
    long index = (long) row * width;
    switch (width) {
      case Byte.BYTES -> vector.getDataBuffer().setByte(index, number.byteValue());
      case Short.BYTES -> vector.getDataBuffer().setShort(index, number.shortValue());
      case Integer.BYTES -> vector.getDataBuffer().setInt(index, number.intValue());
      default -> vector.getDataBuffer().setLong(index, number.longValue());
    }
    BitVectorHelper.setBit(vector.getValidityBuffer(), row);
  }

  private static void setBytes(FieldVector vector, int row, byte[] bytes) {
    if (vector instanceof VarCharVector texts) {
      texts.setSafe(row, bytes);
    } else if (vector instanceof LargeVarCharVector texts) {
      texts.setSafe(row, bytes);
    } else if (vector instanceof VarBinaryVector binaries) {
      binaries.setSafe(row, bytes);
    } else if (vector instanceof LargeVarBinaryVector binaries) {
      binaries.setSafe(row, bytes);
    } else {
      ((FixedSizeBinaryVector) vector).setSafe(row, bytes);
    }
  }

  /** The type that DuckDB compares values of this column by; the widest of its family. */
  String sqlType() {
    return switch (type.getTypeID()) {
      case Bool -> "BOOLEAN";
      case FloatingPoint -> "DOUBLE";
      case Decimal -> "DECIMAL(38, " + ((ArrowType.Decimal) type).getScale() + ")";
      case Utf8, LargeUtf8 -> "VARCHAR";
      case Binary, LargeBinary, FixedSizeBinary -> "BLOB";
      default -> "HUGEINT";
    };
  }

  /** A value as text that DuckDB casts to {@link #sqlType}. */
  String sqlLiteral(Object value) {
    if (value == null) {
      return "NULL";
    }
    String text;
    if (type instanceof ArrowType.Decimal decimal) {
      text = new BigDecimal((BigInteger) value, decimal.getScale()).toPlainString();
    } else if (value instanceof byte[] bytes) {
      text = HexFormat.of().withPrefix("\\x").formatHex(bytes);
    } else {
      text = value.toString();
    }
    return "'" + text.replace("'", "''") + "'";
  }
}
