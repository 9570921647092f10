// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import java.util.BitSet;

/**
 * What tells a row that goes on over line ends from a line with a quote astray: the number of
 * fields, and the fields that may hold a line end. Immutable.
 */
final class RowShape {
  private static final int ANY_NUMBER = -1;

  private final int fields;
  private final BitSet overLines;

  private RowShape(int fields, BitSet overLines) {
    this.fields = fields;
    this.overLines = overLines;
  }

  /** A row with any number of fields, each of which may hold line ends. */
  static RowShape any() {
    return new RowShape(ANY_NUMBER, new BitSet());
  }

  /** A row with this number of fields, each of which may hold line ends. */
  static RowShape of(int fields) {
    BitSet all = new BitSet(fields);
    all.set(0, fields);
    return new RowShape(fields, all);
  }

  /** A row of a schema. Only a STRING can hold a line end. */
  static RowShape of(Schema schema) {
    BitSet strings = new BitSet(schema.size());
    for (Attribute attribute : schema.attributes()) {
      strings.set(attribute.position() - 1, attribute.type().kind() == TypeKind.STRING);
    }
    return new RowShape(schema.size(), strings);
  }

  boolean hasFields(int count) {
    return fields == ANY_NUMBER || fields == count;
  }

  boolean hasMoreThan(int count) {
    return fields == ANY_NUMBER || fields > count;
  }

  /** Whether a field, numbered from 0, may hold a line end. */
  boolean mayHoldLines(int field) {
    return fields == ANY_NUMBER || overLines.get(field);
  }
}
