// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import java.util.Objects;

/**
 * One attribute of a schema.
 *
 * @param position place in the schema, from 1
 * @param name name as the user wrote it; comparisons ignore case
 * @param type type of its values
 */
public record Attribute(int position, String name, AttributeType type) {
  /**
   * Checks position and name.
   *
   * @throws IllegalArgumentException if the position is below 1 or the name is empty
   */
  public Attribute {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(type, "type is null");
    if (position < 1) {
      throw new IllegalArgumentException("Attribute positions start at 1, found " + position);
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("Attribute @" + position + " has an empty name");
    }
  }

  /** Name and type as {@link Schema#parse(String)} reads them. */
  public String toSql() {
    return Identifiers.quoteIfNeeded(name) + " " + type.toSql();
  }

  /** Short form for messages, for example {@code @3 visitDate}. */
  @Override
  public String toString() {
    return "@" + position + " " + name;
  }
}
