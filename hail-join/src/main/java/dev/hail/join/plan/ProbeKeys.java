// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.Schema;
import dev.hail.nativejoin.FlatColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attributes of the input that any join compares, as the columns that all joins of a star
 * share. Files may have them at different positions and in different widths; a column is as wide as
 * the widest. Immutable.
 *
 * @param names the attributes as the joins name them
 * @param columns the column of each
 */
public record ProbeKeys(List<String> names, List<FlatColumn> columns) {
  /** Copies the lists. */
  public ProbeKeys {
    names = List.copyOf(names);
    columns = List.copyOf(columns);
  }

  /**
   * Collects the keys of all joins over all input files.
   *
   * @param inputs schema of each input file, by its name; at least one
   * @throws JoinRefusedException if a file lacks an attribute or has it in a type that is never
   *     equal to the build side's
   */
  public static ProbeKeys of(List<BoundJoin> joins, Map<String, Schema> inputs)
      throws JoinRefusedException {
    Map<String, AttributeType> types = new LinkedHashMap<>();
    for (Map.Entry<String, Schema> input : inputs.entrySet()) {
      for (BoundJoin join : joins) {
        List<Integer> positions = join.inputKeys(input.getValue(), input.getKey());
        for (int i = 0; i < positions.size(); i++) {
          Attribute attribute = input.getValue().attribute(positions.get(i));
          types.merge(
              join.spec().keys().get(i).input(),
              attribute.type(),
              (a, b) -> a.kind() == b.kind() ? a : KeyColumns.wide(a));
        }
      }
    }
    List<FlatColumn> columns = new ArrayList<>();
    types.forEach((name, type) -> columns.add(KeyColumns.of(name, type)));
    return new ProbeKeys(List.copyOf(types.keySet()), columns);
  }

  /** Returns the number of the column, from 0, of each key of a join. */
  public List<Integer> columnsOf(JoinSpec join) {
    return join.keys().stream().map(pair -> names.indexOf(pair.input())).toList();
  }

  /** Returns the positions, from 1, of the attributes in an input file. */
  public List<Integer> positions(Schema input) {
    return names.stream().map(name -> input.attribute(name).position()).toList();
  }
}
