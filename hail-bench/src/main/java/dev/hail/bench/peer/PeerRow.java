// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import org.apache.hadoop.io.Text;

/** A row of another format as the map function sees it; the object is reused for the next row. */
public final class PeerRow {
  private final TypeKind[] kinds;
  private final int[] ints;
  private final float[] floats;
  private final Text[] texts;

  PeerRow(Schema schema) {
    int size = schema.size() + 1;
    kinds = new TypeKind[size];
    ints = new int[size];
    floats = new float[size];
    texts = new Text[size];
    schema
        .attributes()
        .forEach(
            attribute -> {
              kinds[attribute.position()] = attribute.type().kind();
              texts[attribute.position()] = new Text();
            });
  }

  void setInt(int position, int value) {
    ints[position] = value;
  }

  void setFloat(int position, float value) {
    floats[position] = value;
  }

  void setText(int position, byte[] bytes, int offset, int length) {
    texts[position].set(bytes, offset, length);
  }

  void appendTo(StringBuilder target, int position) {
    switch (kinds[position]) {
      case INT -> target.append(ints[position]);
      case FLOAT -> target.append(floats[position]);
      case STRING -> target.append(texts[position]);
      default ->
          throw new IllegalStateException(
              "Attribute @" + position + " is a " + kinds[position] + ", which no query projects");
    }
  }
}
