// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The example of stars in docs/native-joins.md, word for word between the two marks. */
final class StarExample {
  private StarExample() {}

  static List<String> run() {
    List<String> names = new ArrayList<>();
    Joins joins = Joins.best();
    JoinSpecification wanted = Tables.on(JoinKind.INNER).buildOutput("name").build();
    JoinSpecification unwanted = Tables.on(JoinKind.PROBE_ANTI).build();
    try (BufferAllocator allocator = new RootAllocator();
        BuiltJoin pages = Tables.join(joins, wanted, allocator, 5);
        BuiltJoin blocked = Tables.join(joins, unwanted, allocator, 3);
        VectorSchemaRoot visits = Tables.ascending(allocator, 2, 10)) {
      // example
      StarOptions options = StarOptions.builder().probeOutput("key").batchRows(1000).build();
      try (JoinProbe probe = joins.starProbe(List.of(pages, blocked), options, allocator)) {
        probe.add(visits); // as often as there are batches
        for (VectorSchemaRoot rows = probe.next(); rows != null; rows = probe.next()) {
          try (VectorSchemaRoot result = rows) { // key of visits, then outputs of pages: name
            for (int row = 0; row < result.getRowCount(); row++) {
              names.add(result.getVector("name").getObject(row).toString());
            }
          }
        }
        probe.finish();
      }
      // end of example
    }
    return names;
  }
}
