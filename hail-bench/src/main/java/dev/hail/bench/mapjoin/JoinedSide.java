// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A build side of a case.
 *
 * @param name name of the join
 * @param foreignKey attribute of the input
 * @param ranges conditions on rows of the build side
 * @param outputs attributes that the answer needs; the join is a semi join if there are none
 */
record JoinedSide(
    String name,
    JoinTable table,
    String foreignKey,
    List<RowCondition> ranges,
    List<String> outputs) {
  JoinedSide {
    ranges = List.copyOf(ranges);
    outputs = List.copyOf(outputs);
  }

  /** Returns the attribute that the foreign key refers to: the first one. */
  String key() {
    return table.schema().attribute(1).name();
  }

  /** Returns the join as a HAIL job reads it from its configuration. */
  String declaration(String path) {
    String filter =
        ranges.stream()
            .map(each -> each.filter(table.schema()))
            .collect(Collectors.joining(" and "));
    return (outputs.isEmpty() ? "semi " : "inner ")
        + path
        + " on "
        + foreignKey
        + " = "
        + key()
        + (filter.isEmpty() ? "" : " where " + filter);
  }
}
