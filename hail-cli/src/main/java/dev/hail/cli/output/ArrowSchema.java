// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.format.schema.Attribute;
import java.util.List;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** Attributes as Arrow's schema: full-width types, no dictionaries, all nullable. */
final class ArrowSchema {
  private ArrowSchema() {}

  /** Writes the schema and returns its place in the buffer. */
  static int write(FlatBufferBuilder builder, List<Attribute> attributes) {
    int[] fields = new int[attributes.size()];
    for (int i = 0; i < fields.length; i++) {
      Attribute attribute = attributes.get(i);
      int name = builder.createString(attribute.name());
      int children = Field.createChildrenVector(builder, new int[0]);
      int type = type(builder, attribute);
      fields[i] = Field.createField(builder, name, true, kind(attribute), type, 0, children, 0);
    }
    int vector = Schema.createFieldsVector(builder, fields);
    return Schema.createSchema(builder, Endianness.Little, vector, 0, 0);
  }

  private static byte kind(Attribute attribute) {
    return switch (attribute.type().kind()) {
      case BOOLEAN -> Type.Bool;
      case INT, BIGINT -> Type.Int;
      case FLOAT, DOUBLE -> Type.FloatingPoint;
      case DECIMAL -> Type.Decimal;
      case DATE -> Type.Date;
      case TIMESTAMP -> Type.Timestamp;
      case STRING -> Type.Utf8;
    };
  }

  private static int type(FlatBufferBuilder builder, Attribute attribute) {
    return switch (attribute.type().kind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        yield Bool.endBool(builder);
      }
      case INT -> Int.createInt(builder, Integer.SIZE, true);
      case BIGINT -> Int.createInt(builder, Long.SIZE, true);
      case FLOAT -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
      case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
      case DECIMAL ->
          Decimal.createDecimal(
              builder, attribute.type().precision(), attribute.type().scale(), 128);
      case DATE -> Date.createDate(builder, DateUnit.DAY);
      case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      case STRING -> {
        Utf8.startUtf8(builder);
        yield Utf8.endUtf8(builder);
      }
    };
  }
}
