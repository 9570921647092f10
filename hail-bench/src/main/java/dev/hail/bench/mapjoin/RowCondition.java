// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;

/**
 * A condition: an attribute lies in a range, both ends included.
 *
 * @param attribute name of the attribute
 * @param low smallest value, as in the text
 * @param high largest value; equal to {@code low} for one value
 */
record RowCondition(String attribute, String low, String high) {
  static RowCondition of(String attribute, String value) {
    return new RowCondition(attribute, value, value);
  }

  static RowCondition between(String attribute, Object low, Object high) {
    return new RowCondition(attribute, low.toString(), high.toString());
  }

  /** Returns the condition in HAIL's language. */
  String filter(Schema schema) {
    return low.equals(high)
        ? attribute + " = " + literal(schema, low)
        : attribute + " between(" + literal(schema, low) + ", " + literal(schema, high) + ")";
  }

  /** Returns the condition as SQL. */
  String sql(Schema schema) {
    return attribute + " BETWEEN " + literal(schema, low) + " AND " + literal(schema, high);
  }

  /** Returns the condition as a test of a line's fields. */
  FieldTest test(Schema schema) {
    int field = schema.attribute(attribute).position() - 1;
    if (isNumber(schema)) {
      int least = Integer.parseInt(low);
      int most = Integer.parseInt(high);
      return fields -> {
        int value = Integer.parseInt(fields[field]);
        return value >= least && value <= most;
      };
    }
    // Dates sort as text as they do as dates.
    return fields -> fields[field].compareTo(low) >= 0 && fields[field].compareTo(high) <= 0;
  }

  private boolean isNumber(Schema schema) {
    return schema.attribute(attribute).type().kind() == TypeKind.INT;
  }

  private String literal(Schema schema, String value) {
    return isNumber(schema) ? value : "'" + value + "'";
  }

  /** A test of a line of text. */
  @FunctionalInterface
  interface FieldTest {
    boolean holds(String[] fields);
  }
}
