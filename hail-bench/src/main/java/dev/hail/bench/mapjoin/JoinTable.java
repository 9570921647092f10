// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.examples.ExampleTable;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.ssb.SsbScale;
import dev.hail.examples.ssb.SsbTable;
import dev.hail.examples.uservisits.Rankings;
import dev.hail.format.schema.Schema;
import java.util.List;
import java.util.Locale;

/** The tables that are joined. Their sizes follow from the size of the input's text. */
enum JoinTable {
  LINEORDER,
  CUSTOMER,
  SUPPLIER,
  PART,
  DATE,
  USERVISITS,
  RANKINGS;

  private static final double LINEORDER_BYTES = 97;
  private static final double LINEORDERS_OF_SCALE = 6_000_000;
  private static final double SMALLEST_SCALE = 0.001;
  private static final long VISIT_BYTES = 149;

  /** Returns the name in lower case. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  Schema schema() {
    return Schema.parse(
        switch (this) {
          case USERVISITS -> ExampleTable.USERVISITS.schemaSql();
          case RANKINGS -> Rankings.schemaSql();
          default -> star().schemaSql();
        });
  }

  /**
   * Returns a generator.
   *
   * @param inputBytes size of the text of the input
   */
  RowSource rows(long seed, long inputBytes) {
    return switch (this) {
      case USERVISITS -> ExampleTable.USERVISITS.rows(seed);
      case RANKINGS -> new Rankings(seed);
      default -> star().generator(seed, scale(inputBytes));
    };
  }

  /** Returns whether the size of the text limits the table. Other tables have a number of rows. */
  boolean isInput() {
    return this == LINEORDER || this == USERVISITS;
  }

  /** Returns the number of rows of a build side. */
  long rows(long inputBytes) {
    return this == RANKINGS
        ? Math.max(1, inputBytes / VISIT_BYTES / Rankings.STRIDE)
        : star().rows(scale(inputBytes));
  }

  /** Returns the attributes that HAIL indexes. No case filters its input by them. */
  List<String> index() {
    return switch (this) {
      case LINEORDER -> List.of("lo_orderdate", "lo_custkey", "lo_partkey");
      case USERVISITS -> List.of("sourceIP", "destURL", "duration");
      default -> List.of(schema().attribute(1).name());
    };
  }

  private SsbTable star() {
    return SsbTable.valueOf(name());
  }

  private static SsbScale scale(long inputBytes) {
    double factor = inputBytes / LINEORDER_BYTES / LINEORDERS_OF_SCALE;
    return new SsbScale(Math.max(SMALLEST_SCALE, factor));
  }
}
