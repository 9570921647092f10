// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A system in one of its variants.
 *
 * @param id name that figures use: {@code hail}, {@code hail-CAT}, {@code duckdb-parquet}
 * @param algorithm table of HAIL's joins; empty for other systems
 * @param source what DuckDB reads; null for other systems
 */
record Contestant(String id, MapJoinSystem system, String algorithm, DuckDb.Source source) {
  private static final String AUTO = "auto";

  /**
   * Returns the variants of systems, in their order.
   *
   * @param algorithms HAIL's variants beside the one that chooses for itself
   */
  static List<Contestant> of(List<MapJoinSystem> systems, List<String> algorithms) {
    List<Contestant> all = new ArrayList<>();
    for (MapJoinSystem system : systems) {
      switch (system) {
        case HAIL -> {
          all.add(new Contestant(system.id(), system, AUTO, null));
          for (String algorithm : algorithms) {
            all.add(new Contestant(system.id() + "-" + algorithm, system, algorithm, null));
          }
        }
        case PLAIN, PLAIN_COMBINED -> all.add(new Contestant(system.id(), system, "", null));
        case DUCKDB -> {
          for (DuckDb.Source source : DuckDb.Source.values()) {
            String id = system.id() + "-" + source.name().toLowerCase(Locale.ROOT);
            all.add(new Contestant(id, system, "", source));
          }
        }
        default -> throw new IllegalArgumentException("Unknown system " + system);
      }
    }
    return List.copyOf(all);
  }
}
