// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.List;

/** A process that joins rows by flat joins and says which rows match. */
final class FlatProcess {
  private FlatProcess() {}

  /** The process; takes no arguments. */
  public static void main(String[] arguments) {
    List<FlatColumn> columns = List.of(FlatColumn.of("key", FlatType.INT, false));
    FlatBatch batch = new FlatBatch(columns, 3);
    try (FlatBuild build =
        NativeFlatJoins.load()
            .build(
                FlatSpecification.builder(JoinKind.INNER, columns, columns)
                    .on(0, 0)
                    .outputs(List.of(0))
                    .build())) {
      fill(batch, 7, 8, 9);
      build.add(batch);
      try (FlatJoin join = build.finish();
          FlatStar star = NativeFlatJoins.load().star(List.of(join), 8)) {
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
}
