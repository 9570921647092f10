// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The example of docs/native-joins.md, word for word between the two marks. */
final class JoinExample {
  private JoinExample() {}

  static List<String> run() {
    // example
    Schema pages =
        new Schema(
            List.of(
                Field.notNullable("page", new ArrowType.Int(64, true)),
                Field.nullable("title", ArrowType.Utf8.INSTANCE)));
    Schema visits = new Schema(List.of(Field.nullable("visited", new ArrowType.Int(64, true))));
    JoinSpecification specification =
        JoinSpecification.builder(JoinKind.INNER, pages, visits) // pages are kept, visits pass by
            .on("page", "visited")
            .buildOutput("title")
            .memoryBudget(64 << 20)
            .build();
    Joins joins = Joins.best();
    List<String> titles = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        JoinBuild build = joins.build(specification, allocator)) {
      try (VectorSchemaRoot batch = VectorSchemaRoot.create(pages, allocator)) {
        for (int page = 0; page < 3; page++) {
          ((BigIntVector) batch.getVector("page")).setSafe(page, page);
          ((VarCharVector) batch.getVector("title"))
              .setSafe(page, ("Page " + page).getBytes(UTF_8));
        }
        batch.setRowCount(3);
        build.add(batch); // as often as there are batches
      }
      try (BuiltJoin join = build.finish();
          JoinProbe probe = join.probe()) { // one for each thread
        try (VectorSchemaRoot batch = VectorSchemaRoot.create(visits, allocator)) {
          ((BigIntVector) batch.getVector("visited")).setSafe(0, 2);
          ((BigIntVector) batch.getVector("visited")).setSafe(1, 7);
          batch.setRowCount(2);
          probe.add(batch);
        }
        for (VectorSchemaRoot rows = probe.next(); rows != null; rows = probe.next()) {
          try (VectorSchemaRoot result = rows) { // columns visited, title
            for (int row = 0; row < result.getRowCount(); row++) {
              titles.add(result.getVector("title").getObject(row).toString());
            }
          }
        }
        probe.finish(); // then next() again: outer joins may owe rows of the build side
      }
    }
    // end of example
    return titles;
  }
}
