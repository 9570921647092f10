// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** A process that joins rows by flat joins and says what came of it. */
final class FlatProcess {
  private FlatProcess() {}

  /**
   * The process.
   *
   * @param arguments {@code native} or {@code Java}, to say which rows match; {@code fill}, to
   *     build in Java until the heap is full, and say what was refused
   */
  public static void main(String[] arguments) {
    switch (arguments[0]) {
      case "native" -> join(NativeFlatJoins.load());
      case "Java" -> join(new JavaFlatJoins());
      case "fill" -> fillHeap();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void join(FlatJoins joins) {
    List<FlatColumn> columns = List.of(FlatColumn.of("key", FlatType.INT, false));
    FlatBatch batch = new FlatBatch(columns, 3);
    try (FlatBuild build =
        joins.build(
            FlatSpecification.builder(JoinKind.INNER, columns, columns)
                .on(0, 0)
                .outputs(List.of(0))
                .build())) {
      fill(batch, 7, 8, 9);
      build.add(batch);
      try (FlatJoin join = build.finish();
          FlatStar star = joins.star(List.of(join), 8)) {
        fill(batch, 1, 9, 7);
        star.add(batch);
        while (star.next()) {
          for (int row = 0; row < star.rows().size(); row++) {
            System.out.println(
                "row " + star.rows().rowNumber(row) + " has " + star.rows().getInt(row, 0));
          }
        }
      }
    }
  }

  private static void fill(FlatBatch batch, int... keys) {
    for (int row = 0; row < keys.length; row++) {
      batch.values(0).putInt(row * Integer.BYTES, keys[row]);
    }
    batch.setRows(keys.length);
  }

  private static void fillHeap() {
    List<FlatColumn> columns = List.of(FlatColumn.of("key", FlatType.INT, false));
    FlatBatch batch = new FlatBatch(columns, 1 << 14);
    FlatSpecification specification =
        FlatSpecification.builder(JoinKind.PROBE_SEMI, columns, columns).on(0, 0).build();
    int rows = 0;
    try (FlatBuild build = new JavaFlatJoins().build(specification)) {
      try {
        while (rows < 1 << 30) {
          for (int row = 0; row < batch.capacity(); row++) {
            batch.values(0).putInt(row * Integer.BYTES, rows + row);
          }
          batch.setRows(batch.capacity());
          build.add(batch);
          rows += batch.capacity();
        }
      } catch (JoinMemoryException e) {
        System.out.println(e.getMessage());
      }
      try (FlatJoin join = build.finish()) {
        System.out.println(
            join.summary().rows() == rows ? "all others are there" : "some are gone");
      }
    }
  }
}
