// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Named;

/** What tests of all flat joins have: these, and a table to join with itself. */
abstract class FlatFixture {
  /** A number as key, a text as a second one, and a number that may be NULL. */
  static final List<FlatColumn> COLUMNS =
      List.of(
          FlatColumn.of("k", FlatType.INT, false),
          FlatColumn.of("s", FlatType.STRING, false),
          FlatColumn.of("v", FlatType.BIGINT, true));

  static List<Named<FlatJoins>> joins() {
    return Implementations.flat().stream().map(joins -> Named.of(joins.name(), joins)).toList();
  }

  /** A join on {@code k} that gives {@code v}. */
  static FlatSpecification.Builder on(JoinKind kind) {
    FlatSpecification.Builder builder = FlatSpecification.builder(kind, COLUMNS, COLUMNS).on(0, 0);
    return kind.givesBuildColumns() ? builder.outputs(List.of(2)) : builder;
  }

  /** Rows with the keys from one number on, each once, and the key as value of every second row. */
  static FlatTable ascending(int first, int count) {
    List<Object[]> rows = new ArrayList<>();
    for (long key = first; key < first + count; key++) {
      rows.add(new Object[] {key, "text " + key, key % 2 == 0 ? key : null});
    }
    return new FlatTable(COLUMNS, rows);
  }

  static FlatBatch batch(FlatTable table) {
    FlatBatch batch = new FlatBatch(table.columns(), Math.max(1, table.rows().size()));
    table.fill(batch, 0, table.rows().size());
    return batch;
  }

  static FlatJoin build(FlatJoins joins, FlatSpecification specification, FlatTable table) {
    try (FlatBuild build = joins.build(specification)) {
      build.add(batch(table));
      return build.finish();
    }
  }

  /** The rows that a star gives for a batch, each as its number and its columns. */
  static List<String> rows(FlatStar star, FlatBatch batch) {
    List<String> found = new ArrayList<>();
    star.add(batch);
    while (star.next()) {
      for (int row = 0; row < star.rows().size(); row++) {
        StringBuilder text = new StringBuilder().append(star.rows().rowNumber(row)).append(':');
        for (int c = 0; c < star.rows().columns().size(); c++) {
          text.append(' ').append(FlatTable.read(star.rows(), row, c));
        }
        found.add(text.toString());
      }
    }
    return found;
  }

  /** The rows of a star of one join for a table. */
  static List<String> rows(FlatJoins joins, FlatJoin join, FlatTable probe) {
    try (FlatStar star = joins.star(List.of(join), 1 + new Random(1).nextInt(100))) {
      return rows(star, batch(probe));
    }
  }
}
