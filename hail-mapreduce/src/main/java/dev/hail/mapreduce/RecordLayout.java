// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.format.schema.TypeKind;
import dev.hail.join.plan.JoinedSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The attributes of the records of a file: the part of {@link HailRecord} that rows share. */
final class RecordLayout {

  private final Schema schema;
  private final int[] projection;

  /** Null if the job has no joins. */
  private final JoinedSchema joined;

  /** Type kind by position, from 1; null at positions that were not projected. */
  private final TypeKind[] kinds;

  /** Positions by name as callers spell it, filled on first use. */
  private final Map<String, Integer> positions = new HashMap<>();

  RecordLayout(BoundQuery query) {
    this.joined = query.joined();
    this.schema = joined == null ? query.schema() : joined.schema();
    this.projection = query.delivered() == null ? all(schema) : query.delivered();
    this.kinds = new TypeKind[schema.size() + 1];
    for (int position : projection) {
      kinds[position] = schema.attribute(position).type().kind();
    }
  }

  private static int[] all(Schema schema) {
    int[] positions = new int[schema.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i + 1;
    }
    return positions;
  }

  Schema schema() {
    return schema;
  }

  /**
   * Returns the positions of the delivered attributes, from 1, in the order the job named them.
   * Callers must not change the array.
   */
  int[] projection() {
    return projection;
  }

  /**
   * Returns the number of the join with this name, from 0.
   *
   * @throws IllegalArgumentException if the job has no such join
   */
  int join(String name) {
    if (joined == null) {
      throw new IllegalArgumentException(
          "The job has no join `" + name + "': it has no joins at all");
    }
    return joined.side(name);
  }

  /** Returns the number of joins. */
  int joins() {
    return joined == null ? 0 : joined.sides().size();
  }

  /**
   * Returns the position, from 1, of the attribute a caller names.
   *
   * @throws SchemaException if the schema has no such attribute
   */
  int position(String nameOrAtN) {
    Integer known = positions.get(nameOrAtN);
    if (known == null) {
      known = joined == null ? schema.attribute(nameOrAtN).position() : joined.position(nameOrAtN);
      positions.put(nameOrAtN, known);
    }
    return known;
  }

  /**
   * Returns the type kind of a delivered attribute.
   *
   * @throws IllegalArgumentException if the schema has no such position or the job did not project
   *     it
   */
  TypeKind kind(int position) {
    if (position < 1 || position >= kinds.length || kinds[position] == null) {
      throw notDelivered(position);
    }
    return kinds[position];
  }

  private IllegalArgumentException notDelivered(int position) {
    Attribute attribute = schema.attribute(position);
    return new IllegalArgumentException(
        "Attribute "
            + attribute
            + " was not projected: the job's projection is {"
            + IntStream.of(projection)
                .mapToObj(p -> schema.attribute(p).toString())
                .collect(Collectors.joining(", "))
            + "}; add \""
            + (joined == null || joined.isOfInput(position) ? "@" + position : attribute.name())
            + "\" to it");
  }

  IllegalArgumentException wrongType(int position, String getter) {
    TypeKind kind = kinds[position];
    return new IllegalArgumentException(
        "Attribute "
            + schema.attribute(position)
            + " is "
            + schema.attribute(position).type()
            + ", which "
            + getter
            + " does not read: use "
            + getterOf(kind));
  }

  private static String getterOf(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> "getBoolean";
      case INT -> "getInt";
      case BIGINT -> "getLong";
      case FLOAT -> "getFloat";
      case DOUBLE -> "getDouble";
      case DECIMAL -> "getDecimal";
      case DATE -> "getDate";
      case TIMESTAMP -> "getTimestamp";
      case STRING -> "getString";
    };
  }
}
