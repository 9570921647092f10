// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The columns of one side of a join while they are being chosen. */
final class SideColumns {
  private final String name;
  private final Schema schema;
  private final List<Integer> keys = new ArrayList<>();
  private List<Integer> outputs;

  /**
   * @param name name of the side in messages
   * @throws UnsupportedTypeException if a column is announced as dictionary-encoded
   */
  SideColumns(String name, Schema schema) {
    this.name = name;
    this.schema = Objects.requireNonNull(schema, name + " schema is null");
    schema.getFields().forEach(field -> ColumnTypes.requireValues(name, field));
  }

  Schema schema() {
    return schema;
  }

  void addKey(int position) {
    keys.add(position);
  }

  List<Integer> keys() {
    return List.copyOf(keys);
  }

  Field field(int position) {
    return schema.getFields().get(Objects.checkIndex(position, schema.getFields().size()));
  }

  /** Returns a column after checking that joins take its type. */
  Field usable(int position) {
    Field field = field(position);
    ColumnTypes.requireSupported(name, field);
    return field;
  }

  int position(String column) {
    int[] found =
        IntStream.range(0, schema.getFields().size())
            .filter(i -> schema.getFields().get(i).getName().equals(column))
            .toArray();
    if (found.length == 1) {
      return found[0];
    }
    String columns = schema.getFields().stream().map(Field::getName).toList().toString();
    throw new IllegalArgumentException(
        "The "
            + name
            + " side has "
            + (found.length == 0 ? "no column `" : found.length + " columns `")
            + column
            + "'; its columns are "
            + columns);
  }

  List<Integer> positions(List<String> columns) {
    List<Integer> positions = new ArrayList<>();
    for (String column : columns) {
      positions.add(position(column));
    }
    return positions;
  }

  /**
   * Checks that no columns are chosen, because the kind gives none of this side.
   *
   * @throws IllegalArgumentException if columns are chosen
   */
  void requireNone(List<Integer> positions, JoinKind kind) {
    if (!positions.isEmpty()) {
      throw new IllegalArgumentException(
          kind + " gives no columns of the " + name + " side; remove " + names(positions));
    }
  }

  void setOutputs(List<Integer> positions) {
    Set<Integer> seen = new HashSet<>();
    for (int position : positions) {
      usable(position);
      if (!seen.add(position)) {
        throw new IllegalArgumentException(
            "Column `"
                + field(position).getName()
                + "' of the "
                + name
                + " side is named twice; name each column once");
      }
    }
    outputs = List.copyOf(positions);
  }

  private List<String> names(List<Integer> positions) {
    return positions.stream().map(position -> field(position).getName()).toList();
  }

  /**
   * Returns the positions of the output columns, from 0; all columns unless they were set.
   *
   * @param given whether the join gives columns of this side
   */
  List<Integer> outputs(boolean given) {
    if (outputs != null) {
      return outputs;
    }
    if (!given) {
      return List.of();
    }
    schema.getFields().forEach(field -> ColumnTypes.requireSupported(name, field));
    return IntStream.range(0, schema.getFields().size()).boxed().toList();
  }
}
