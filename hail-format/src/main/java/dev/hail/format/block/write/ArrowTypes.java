// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.format.schema.AttributeType;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** Maps the types of attributes to Arrow types, in the flatbuffers of Arrow schemas. */
public final class ArrowTypes {
  private ArrowTypes() {}

  /** Tag in the union of Arrow types of the type that {@link #write} writes. */
  public static byte tag(AttributeType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Type.Bool;
      case INT, BIGINT -> Type.Int;
      case FLOAT, DOUBLE -> Type.FloatingPoint;
      case DECIMAL -> Type.Decimal;
      case DATE -> Type.Date;
      case TIMESTAMP -> Type.Timestamp;
      case STRING -> Type.Utf8;
    };
  }

  /**
   * Writes a type and returns its place in the buffer.
   *
   * @param integerBits bits of a value if the type is INT or BIGINT: 8, 16, 32 or 64
   */
  public static int write(FlatBufferBuilder builder, AttributeType type, int integerBits) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        yield Bool.endBool(builder);
      }
      case INT, BIGINT -> Int.createInt(builder, integerBits, true);
      case FLOAT -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
      case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
      case DECIMAL -> Decimal.createDecimal(builder, type.precision(), type.scale(), 128);
      case DATE -> Date.createDate(builder, DateUnit.DAY);
      case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      case STRING -> {
        Utf8.startUtf8(builder);
        yield Utf8.endUtf8(builder);
      }
    };
  }
}
