// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.examples.ExampleTable;
import dev.hail.examples.generate.RowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The tables of the thesis' adaptive experiments and what their jobs select (section 3.10). */
enum AdaptiveTable {
  /** A web log with three indexes; the jobs select by searchWord, which has no index. */
  USERVISITS(7, false, 3, 9),
  /** {@link SkewedRows} without indexes; the jobs select by the first attribute. */
  SYNTHETIC(0, true, -1, SkewedRows.ATTRIBUTES);

  private static final double NARROW = 0.002;
  private static final double WIDE = 0.004;

  /** Number of first jobs on UserVisits that select more rows than the later ones. */
  private static final int WIDE_JOBS = 4;

  private final int field;
  private final boolean numbers;
  private final int unwritten;
  private final int fields;

  AdaptiveTable(int field, boolean numbers, int unwritten, int fields) {
    this.field = field;
    this.numbers = numbers;
    this.unwritten = unwritten;
    this.fields = fields;
  }

  /** Returns the name that cases use: {@code uservisits}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the position, from 1, of the attribute that the jobs select by. */
  int filterAttribute() {
    return field + 1;
  }

  static AdaptiveTable of(String id) {
    return Arrays.stream(values())
        .filter(table -> table.id().equals(id.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id));
  }

  /** Returns the column list that {@code hail put --schema} reads. */
  String schemaSql() {
    return switch (this) {
      case USERVISITS -> ExampleTable.USERVISITS.schemaSql();
      case SYNTHETIC -> SkewedRows.schemaSql();
    };
  }

  RowSource rows(long seed) {
    return switch (this) {
      case USERVISITS -> ExampleTable.USERVISITS.rows(seed);
      case SYNTHETIC -> new SkewedRows(seed);
    };
  }

  /** Returns the attributes that the upload indexes; the jobs select by none of them. */
  List<String> indexAttributes() {
    return switch (this) {
      case USERVISITS -> ExampleTable.USERVISITS.indexAttributes();
      case SYNTHETIC -> List.of();
    };
  }

  /** Returns the field that the jobs select by, from 0. */
  int field() {
    return field;
  }

  /** Returns true if that field is an integer, false if it is a string. */
  boolean numbers() {
    return numbers;
  }

  /** Returns the order of that field's values, given as text. */
  Comparator<String> order() {
    return numbers ? Comparator.comparingLong(Long::parseLong) : Comparator.naturalOrder();
  }

  /**
   * Returns a field, from 0, that jobs leave out because only the generator spells it so; -1 if
   * none.
   */
  int unwritten() {
    return unwritten;
  }

  /** Returns the number of fields of a row. */
  int fields() {
    return fields;
  }

  /** Returns a filter for the range in HAIL's predicate language. */
  String filter(ValueRange range) {
    String attribute = numbers ? "a1" : "searchWord";
    String quote = numbers ? "" : "'";
    return attribute
        + " >= "
        + quote
        + range.low()
        + quote
        + " and "
        + attribute
        + " <= "
        + quote
        + range.high()
        + quote;
  }

  /** Returns the share of rows, 0 to 1, that the warm-up and each job of a sequence select. */
  List<Double> shares(int jobs) {
    List<Double> shares = new ArrayList<>();
    for (int job = 0; job <= jobs; job++) {
      shares.add(this == USERVISITS && job <= WIDE_JOBS ? WIDE : NARROW);
    }
    return shares;
  }
}
