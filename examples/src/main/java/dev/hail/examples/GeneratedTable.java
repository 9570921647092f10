// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.ssb.SsbScale;
import dev.hail.examples.ssb.SsbTable;
import dev.hail.examples.uservisits.Rankings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/** A table that {@code hail generate} writes. */
interface GeneratedTable {
  /** Returns the name on the command line. */
  String name();

  /** Returns the schema file. */
  String schemaSql();

  /** Returns whether the scale of the Star Schema Benchmark says how many rows there are. */
  boolean isScaled();

  /** Returns a new generator. */
  RowSource rows(long seed, SsbScale scale);

  /** Returns the number of rows; the largest long if the table has no end. */
  long count(SsbScale scale);

  /** Returns all tables in the order in which messages name them. */
  static List<GeneratedTable> all() {
    List<GeneratedTable> tables = new ArrayList<>();
    for (ExampleTable table : ExampleTable.values()) {
      String name = table.name().toLowerCase(Locale.ROOT);
      tables.add(new Endless(name, table.schemaSql(), table::rows));
    }
    tables.add(new Endless("rankings", Rankings.schemaSql(), Rankings::new));
    for (SsbTable table : SsbTable.values()) {
      tables.add(new Scaled(table));
    }
    return tables;
  }

  /** Returns the table of a name in either case; empty if there is none. */
  static Optional<GeneratedTable> named(String name) {
    return all().stream().filter(table -> table.name().equalsIgnoreCase(name)).findFirst();
  }

  /** A table of any size. */
  record Endless(String name, String schemaSql, LongFunction<RowSource> generator)
      implements GeneratedTable {
    @Override
    public boolean isScaled() {
      return false;
    }

    @Override
    public RowSource rows(long seed, SsbScale scale) {
      return generator.apply(seed);
    }

    @Override
    public long count(SsbScale scale) {
      return Long.MAX_VALUE;
    }
  }

  /** A table of the Star Schema Benchmark. */
  record Scaled(SsbTable table) implements GeneratedTable {
    @Override
    public String name() {
      return "ssb-" + table.id();
    }

    @Override
    public String schemaSql() {
      return table.schemaSql();
    }

    @Override
    public boolean isScaled() {
      return true;
    }

    @Override
    public RowSource rows(long seed, SsbScale scale) {
      return table.generator(seed, scale);
    }

    @Override
    public long count(SsbScale scale) {
      return table.rows(scale);
    }
  }
}
