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

/** The tables on which the thesis indexes adaptively, with what its jobs select (section 3.10). */
enum AdaptiveTable {
  /** A web log, uploaded with three indexes; the jobs select by searchWord, which has none. */
  USERVISITS(7, false, 3, 9),
  /** {@link SkewedRows}, uploaded without index; the jobs select by the first attribute. */
  SYNTHETIC(0, true, -1, SkewedRows.ATTRIBUTES);

  private static final double NARROW = 0.002;
  private static final double WIDE = 0.004;

  /** Jobs on UserVisits that select more than the later ones. */
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

  /** As in the names of cases: {@code uservisits}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Position, from 1, of the attribute that the jobs select by. */
  int filterAttribute() {
    return field + 1;
  }

  static AdaptiveTable of(String id) {
    return Arrays.stream(values())
        .filter(table -> table.id().equals(id.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id));
  }

  /** Column list as {@code hail put --schema} reads it. */
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

  /** Attributes that the upload indexes, none of them the one that the jobs select by. */
  List<String> indexAttributes() {
    return switch (this) {
      case USERVISITS -> ExampleTable.USERVISITS.indexAttributes();
      case SYNTHETIC -> List.of();
    };
  }

  /** The field that the jobs select by, from 0. */
  int field() {
    return field;
  }

  /** Whether that field is an integer; it is a string otherwise. */
  boolean numbers() {
    return numbers;
  }

  /** Order of the values of that field as they are spelled. */
  Comparator<String> order() {
    return numbers ? Comparator.comparingLong(Long::parseLong) : Comparator.naturalOrder();
  }

  /** A field, from 0, that jobs do not write since its spelling is the generator's own; or -1. */
  int unwritten() {
    return unwritten;
  }

  /** Number of fields of a row. */
  int fields() {
    return fields;
  }

  /** The filter in HAIL's language. */
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

  /** The share of the rows that each job of a sequence selects, 0 to 1, a warm-up first. */
  List<Double> shares(int jobs) {
    List<Double> shares = new ArrayList<>();
    for (int job = 0; job <= jobs; job++) {
      shares.add(this == USERVISITS && job <= WIDE_JOBS ? WIDE : NARROW);
    }
    return shares;
  }
}
