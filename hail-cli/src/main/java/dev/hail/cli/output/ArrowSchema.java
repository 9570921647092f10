// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.hail.format.block.write.ArrowTypes;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import java.util.List;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Schema;

/** Writes attributes as Arrow's schema: full-width types, no dictionaries, all nullable. */
final class ArrowSchema {
  private ArrowSchema() {}

  /** Writes the schema and returns its offset in the buffer. */
  static int write(FlatBufferBuilder builder, List<Attribute> attributes) {
    int[] fields = new int[attributes.size()];
    for (int i = 0; i < fields.length; i++) {
      Attribute attribute = attributes.get(i);
      AttributeType attributeType = attribute.type();
      int name = builder.createString(attribute.name());
      int children = Field.createChildrenVector(builder, new int[0]);
      int bits = attributeType.kind() == TypeKind.INT ? Integer.SIZE : Long.SIZE;
      int type = ArrowTypes.write(builder, attributeType, bits);
      fields[i] =
          Field.createField(
              builder, name, true, ArrowTypes.tag(attributeType), type, 0, children, 0);
    }
    int vector = Schema.createFieldsVector(builder, fields);
    return Schema.createSchema(builder, Endianness.Little, vector, 0, 0);
  }
}
