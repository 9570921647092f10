// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A query: an input joined with build sides, and a sum for each group. Three levels of the Star
 * Schema Benchmark's selectivity, and the join of Pavlo et al.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists are unmodifiable copies
enum MapJoinCase {
  /** One small build side; the input's filter selects one row in seven. */
  SSB_Q1_1(
      JoinTable.LINEORDER,
      List.of(
          RowCondition.between("lo_discount", 1, 3), RowCondition.between("lo_quantity", 1, 24)),
      List.of(
          side("d", JoinTable.DATE, "lo_orderdate", List.of(RowCondition.of("d_year", "1993")))),
      List.of(),
      JoinMeasure.DISCOUNT),
  SSB_Q2_1(
      JoinTable.LINEORDER,
      List.of(),
      List.of(
          side(
              "p",
              JoinTable.PART,
              "lo_partkey",
              List.of(RowCondition.of("p_category", "MFGR#12")),
              "p_brand1"),
          side(
              "s",
              JoinTable.SUPPLIER,
              "lo_suppkey",
              List.of(RowCondition.of("s_region", "AMERICA"))),
          side("d", JoinTable.DATE, "lo_orderdate", List.of(), "d_year")),
      List.of("d.d_year", "p.p_brand1"),
      JoinMeasure.REVENUE),
  SSB_Q3_1(
      JoinTable.LINEORDER,
      List.of(),
      List.of(
          side(
              "c",
              JoinTable.CUSTOMER,
              "lo_custkey",
              List.of(RowCondition.of("c_region", "ASIA")),
              "c_nation"),
          side(
              "s",
              JoinTable.SUPPLIER,
              "lo_suppkey",
              List.of(RowCondition.of("s_region", "ASIA")),
              "s_nation"),
          side(
              "d",
              JoinTable.DATE,
              "lo_orderdate",
              List.of(RowCondition.between("d_year", 1992, 1997)),
              "d_year")),
      List.of("c.c_nation", "s.s_nation", "d.d_year"),
      JoinMeasure.REVENUE),
  SSB_Q4_1(
      JoinTable.LINEORDER,
      List.of(),
      List.of(
          side(
              "c",
              JoinTable.CUSTOMER,
              "lo_custkey",
              List.of(RowCondition.of("c_region", "AMERICA")),
              "c_nation"),
          side(
              "s",
              JoinTable.SUPPLIER,
              "lo_suppkey",
              List.of(RowCondition.of("s_region", "AMERICA"))),
          side(
              "p",
              JoinTable.PART,
              "lo_partkey",
              List.of(RowCondition.between("p_mfgr", "MFGR#1", "MFGR#2"))),
          side("d", JoinTable.DATE, "lo_orderdate", List.of(), "d_year")),
      List.of("d.d_year", "c.c_nation"),
      JoinMeasure.PROFIT),
  /** Long string keys: a year of visits and the ranks of their pages, by visitor. */
  PAVLO(
      JoinTable.USERVISITS,
      List.of(RowCondition.between("visitDate", "2000-01-01", "2000-12-31")),
      List.of(side("r", JoinTable.RANKINGS, "destURL", List.of(), "pageRank")),
      List.of("sourceIP"),
      JoinMeasure.RANKED_REVENUE);

  private final JoinTable input;
  private final List<RowCondition> ranges;
  private final List<JoinedSide> sides;
  private final List<String> groups;
  private final JoinMeasure measure;

  MapJoinCase(
      JoinTable input,
      List<RowCondition> ranges,
      List<JoinedSide> sides,
      List<String> groups,
      JoinMeasure measure) {
    this.input = input;
    this.ranges = List.copyOf(ranges);
    this.sides = List.copyOf(sides);
    this.groups = List.copyOf(groups);
    this.measure = measure;
  }

  private static JoinedSide side(
      String name,
      JoinTable table,
      String foreignKey,
      List<RowCondition> ranges,
      String... outputs) {
    return new JoinedSide(name, table, foreignKey, ranges, List.of(outputs));
  }

  /** Returns the name that figures use: {@code ssb-q2.1}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replaceFirst("_", "-").replace('_', '.');
  }

  JoinTable input() {
    return input;
  }

  /** Returns the conditions on rows of the input. */
  List<RowCondition> ranges() {
    return ranges;
  }

  List<JoinedSide> sides() {
    return sides;
  }

  /** Returns the attributes that rows are grouped by, those of build sides as {@code d.d_year}. */
  List<String> groups() {
    return groups;
  }

  JoinMeasure measure() {
    return measure;
  }

  /** Returns the input and the build sides. */
  List<JoinTable> tables() {
    List<JoinTable> tables = new ArrayList<>(List.of(input));
    sides.forEach(side -> tables.add(side.table()));
    return tables;
  }

  /** Returns the condition on the input in HAIL's language; empty if there is none. */
  String filter() {
    return ranges.stream()
        .map(range -> range.filter(input.schema()))
        .collect(Collectors.joining(" and "));
  }

  /** Returns the attributes that the map function reads. */
  List<String> projection() {
    List<String> all = new ArrayList<>(groups);
    all.addAll(measure.operands());
    return all;
  }

  /** Returns the query for tables of their names in lower case: a key and a sum for each group. */
  String sql() {
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(groups.isEmpty() ? "''" : "concat_ws(','," + String.join(",", groups) + ")");
    sql.append(", sum(").append(measure.sql()).append(") FROM ").append(input.id());
    for (JoinedSide side : sides) {
      sql.append(" JOIN \"").append(side.table().id()).append("\" ").append(side.name());
      sql.append(" ON ").append(side.foreignKey()).append(" = ").append(side.key());
    }
    List<String> conditions = new ArrayList<>();
    ranges.forEach(range -> conditions.add(range.sql(input.schema())));
    sides.forEach(
        side -> side.ranges().forEach(range -> conditions.add(range.sql(side.table().schema()))));
    return sql.append(conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions))
        .append(" GROUP BY 1")
        .toString();
  }
}
