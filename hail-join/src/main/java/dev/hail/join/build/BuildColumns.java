// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import dev.hail.join.plan.BoundJoin;
import dev.hail.join.plan.KeyColumns;
import dev.hail.join.plan.MatchKind;
import dev.hail.nativejoin.FlatColumn;
import dev.hail.nativejoin.FlatType;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a build side: its keys, then its outputs, then for a left join a mark that is true
 * in each row, so that it is NULL only where nothing matched. An output that is a STRING is a code
 * in 32 bits, because results have fixed width. Other outputs that are keys have one column for
 * both. Immutable.
 */
final class BuildColumns {
  /** What a column is filled with. */
  enum Content {
    VALUES,
    CODES,
    MARK
  }

  /**
   * A column.
   *
   * @param attribute position in the build side, from 1; 0 for a mark
   */
  record Column(Content content, int attribute, FlatColumn flat) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<Integer> keys = new ArrayList<>();
  private final List<Integer> outputs = new ArrayList<>();

  /** Lays out a build side with these outputs, positions from 1. */
  BuildColumns(BoundJoin join, List<Integer> outputAttributes) {
    for (int key : join.keys()) {
      keys.add(columnOf(Content.VALUES, join.schema().attribute(key)));
    }
    for (int output : outputAttributes) {
      Attribute attribute = join.schema().attribute(output);
      boolean text = attribute.type().kind() == TypeKind.STRING;
      outputs.add(columnOf(text ? Content.CODES : Content.VALUES, attribute));
    }
    if (join.spec().kind() == MatchKind.LEFT) {
      outputs.add(columns.size());
      columns.add(new Column(Content.MARK, 0, FlatColumn.of("", FlatType.BOOLEAN, false)));
    }
  }

  private int columnOf(Content content, Attribute attribute) {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.content() == content && column.attribute() == attribute.position()) {
        return i;
      }
    }
    FlatColumn flat =
        content == Content.CODES
            ? FlatColumn.of(attribute.name(), FlatType.INT, true)
            : KeyColumns.of(attribute);
    columns.add(new Column(content, attribute.position(), flat));
    return columns.size() - 1;
  }

  List<Column> columns() {
    return columns;
  }

  List<FlatColumn> flat() {
    return columns.stream().map(Column::flat).toList();
  }

  /** Returns the column of each key. */
  List<Integer> keys() {
    return keys;
  }

  /** Returns the column of each output. */
  List<Integer> outputs() {
    return outputs;
  }

  /** Returns how many columns are codes. */
  int codes() {
    return (int) columns.stream().filter(column -> column.content() == Content.CODES).count();
  }

  /** Returns the attributes to read, positions from 1, distinct. */
  int[] attributes() {
    return columns.stream().mapToInt(Column::attribute).filter(a -> a > 0).distinct().toArray();
  }
}
