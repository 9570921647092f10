// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import dev.hail.nativejoin.FlatColumn;
import dev.hail.nativejoin.FlatType;

/** Attributes as columns of the join library, and which of them can be equal. */
public final class KeyColumns {
  private KeyColumns() {}

  /** Returns an attribute as a column whose rows may be NULL. */
  public static FlatColumn of(Attribute attribute) {
    return of(attribute.name(), attribute.type());
  }

  /** Returns a column of a type whose rows may be NULL. */
  public static FlatColumn of(String name, AttributeType type) {
    return type.kind() == TypeKind.DECIMAL
        ? FlatColumn.decimal(name, type.scale(), true)
        : FlatColumn.of(name, flatType(type.kind()), true);
  }

  private static FlatType flatType(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> FlatType.BOOLEAN;
      case INT -> FlatType.INT;
      case BIGINT -> FlatType.BIGINT;
      case FLOAT -> FlatType.FLOAT;
      case DOUBLE -> FlatType.DOUBLE;
      case DECIMAL -> FlatType.DECIMAL;
      case DATE -> FlatType.DATE;
      case TIMESTAMP -> FlatType.TIMESTAMP;
      case STRING -> FlatType.STRING;
    };
  }

  /** Returns whether values of two types can be equal. Widths of numbers do not matter. */
  static boolean comparable(AttributeType a, AttributeType b) {
    return wide(a).kind() == wide(b).kind() && a.scale() == b.scale();
  }

  /** Returns the widest type whose values are compared with those of a type. */
  static AttributeType wide(AttributeType type) {
    return switch (type.kind()) {
      case INT -> AttributeType.of(TypeKind.BIGINT);
      case FLOAT -> AttributeType.of(TypeKind.DOUBLE);
      case BOOLEAN, BIGINT, DOUBLE, DECIMAL, DATE, TIMESTAMP, STRING -> type;
    };
  }
}
