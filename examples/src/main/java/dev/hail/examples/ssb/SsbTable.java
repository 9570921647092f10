// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.SchemaResource;
import java.util.Locale;

/** The tables of the Star Schema Benchmark. */
public enum SsbTable {
  /** The fact table: the lines of orders. */
  LINEORDER,
  /** Who ordered. */
  CUSTOMER,
  /** Who delivered. */
  SUPPLIER,
  /** What was ordered. */
  PART,
  /** The 2,556 days from 1992-01-01 to 1998-12-30. */
  DATE;

  /** Returns the schema file that {@code hail put --schema} reads. */
  public String schemaSql() {
    return SchemaResource.read(SsbTable.class, id() + ".schema");
  }

  /** Returns the number of rows at a scale. */
  public long rows(SsbScale scale) {
    return switch (this) {
      case LINEORDER -> scale.lineorders();
      case CUSTOMER -> scale.customers();
      case SUPPLIER -> scale.suppliers();
      case PART -> scale.parts();
      case DATE -> Days.COUNT;
    };
  }

  /**
   * Returns a new generator. The same seed and scale give the same rows. Row numbers must stay
   * below {@link #rows}.
   */
  public RowSource generator(long seed, SsbScale scale) {
    return switch (this) {
      case LINEORDER -> new LineOrders(seed, scale);
      case CUSTOMER -> new Customers(seed);
      case SUPPLIER -> new Suppliers(seed);
      case PART -> new Parts(seed);
      case DATE -> new Dates();
    };
  }

  /** Returns the name in lower case. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
