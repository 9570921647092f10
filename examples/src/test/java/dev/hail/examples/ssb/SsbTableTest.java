// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.RowStream;
import dev.hail.examples.generate.TextBuffer;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SsbTableTest {
  private static final long SEED = 7;
  private static final SsbScale SCALE = new SsbScale(0.03);

  /** The rows of a table as fields, by the names of its schema. */
  private static List<Map<String, String>> rows(SsbTable table) throws IOException {
    List<String> names =
        Schema.parse(table.schemaSql()).attributes().stream().map(each -> each.name()).toList();
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : text(table, SEED).split("\n", -1)) {
      if (line.isEmpty()) {
        continue;
      }
      String[] fields = line.split(",", -1);
      assertThat(fields).as(line).hasSameSizeAs(names.toArray());
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < fields.length; i++) {
        row.put(names.get(i), fields[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static String text(SsbTable table, long seed) throws IOException {
    try (RowStream stream =
        new RowStream(table.generator(seed, SCALE), Long.MAX_VALUE, table.rows(SCALE))) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static Set<String> keys(
      List<Map<String, String>> rows, String key, Predicate<Map<String, String>> filter) {
    return rows.stream().filter(filter).map(row -> row.get(key)).collect(Collectors.toSet());
  }

  private static double share(
      List<Map<String, String>> rows, Predicate<Map<String, String>> filter) {
    return (double) rows.stream().filter(filter).count() / rows.size();
  }

  @Test
  void rowCounts_followSpecification() {
    SsbScale ten = new SsbScale(8);
    assertThat(SsbTable.LINEORDER.rows(ten)).isEqualTo(48_000_000);
    assertThat(SsbTable.CUSTOMER.rows(ten)).isEqualTo(240_000);
    assertThat(SsbTable.SUPPLIER.rows(ten)).isEqualTo(16_000);
    assertThat(SsbTable.PART.rows(ten)).isEqualTo(800_000);
    assertThat(SsbTable.DATE.rows(ten)).isEqualTo(2_556);
    assertThat(SsbTable.SUPPLIER.rows(new SsbScale(0.001))).isEqualTo(2);
    assertThat(SsbTable.PART.rows(new SsbScale(0.001))).isEqualTo(200);
    assertThatThrownBy(() -> new SsbScale(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 0.001 to 300, it is NaN");
  }

  @ParameterizedTest
  @EnumSource(SsbTable.class)
  void rows_ofSameSeed_areSame_andAloneAsInTheTable(SsbTable table) throws IOException {
    String all = text(table, SEED);
    assertThat(text(table, SEED)).isEqualTo(all);
    if (table != SsbTable.DATE) {
      assertThat(text(table, SEED + 1)).isNotEqualTo(all);
    }
    String[] lines = all.split("\n", -1);
    RowSource source = table.generator(SEED, SCALE);
    for (int row : new int[] {57, 3, 29, 0, 1, 28, 27}) {
      TextBuffer buffer = new TextBuffer(source.maxRowBytes());
      source.append(row, buffer);
      assertThat(buffer.toString()).isEqualTo(lines[row] + "\n");
    }
  }

  @Test
  void foreignKeys_ofLineorder_exist() throws IOException {
    List<Map<String, String>> lines = rows(SsbTable.LINEORDER);
    assertThat(lines).hasSize(180_000);
    Set<String> days = keys(rows(SsbTable.DATE), "d_datekey", row -> true);
    assertThat(days).hasSize(2556).contains("19920101", "19981230");
    assertThat(days).containsAll(keys(lines, "lo_orderdate", row -> true));
    assertThat(days).containsAll(keys(lines, "lo_commitdate", row -> true));
    assertThat(keys(rows(SsbTable.CUSTOMER), "c_custkey", row -> true))
        .hasSize(900)
        .isEqualTo(keys(lines, "lo_custkey", row -> true));
    assertThat(keys(rows(SsbTable.SUPPLIER), "s_suppkey", row -> true))
        .hasSize(60)
        .isEqualTo(keys(lines, "lo_suppkey", row -> true));
    assertThat(keys(rows(SsbTable.PART), "p_partkey", row -> true))
        .hasSize(6_000)
        .isEqualTo(keys(lines, "lo_partkey", row -> true));
  }

  @Test
  void linesOfOrder_shareWhatTheOrderHas_andAddUp() throws IOException {
    Map<String, List<Map<String, String>>> orders =
        rows(SsbTable.LINEORDER).stream().collect(Collectors.groupingBy(r -> r.get("lo_orderkey")));
    List<String> wrong = new ArrayList<>();
    orders.forEach(
        (key, lines) -> {
          long total = 0;
          for (Map<String, String> line : lines) {
            long extended = number(line, "lo_extendedprice");
            long revenue = extended * (100 - number(line, "lo_discount")) / 100;
            total += revenue * (100 + number(line, "lo_tax")) / 100;
            if (revenue != number(line, "lo_revenue")
                || extended % number(line, "lo_quantity") != 0
                || !line.get("lo_custkey").equals(lines.get(0).get("lo_custkey"))
                || !line.get("lo_orderdate").equals(lines.get(0).get("lo_orderdate"))) {
              wrong.add(line.toString());
            }
          }
          boolean cut = lines.size() < 7 && total < number(lines.get(0), "lo_ordtotalprice");
          if (total != number(lines.get(0), "lo_ordtotalprice") && !cut) {
            wrong.add(key + ": " + total);
          }
        });
    // The end of the table may cut one order.
    assertThat(wrong).isEmpty();
    assertThat(orders).hasSizeBetween(44_990, 45_010);
  }

  private static long number(Map<String, String> row, String name) {
    return Long.parseLong(row.get(name));
  }

  /** Filter factors of the 13 queries: table 2 of the specification. */
  @Test
  void filtersOfQueries_selectTheirShares() throws IOException {
    List<Map<String, String>> lines = rows(SsbTable.LINEORDER);
    // 180,000 rows: four standard deviations of the rarest of these shares are below 6 % of it.
    Set<String> of1993 =
        keys(rows(SsbTable.DATE), "d_datekey", r -> r.get("d_year").equals("1993"));
    assertThat(of1993).hasSize(365);
    double q11 =
        share(
            lines,
            row ->
                of1993.contains(row.get("lo_orderdate"))
                    && number(row, "lo_discount") >= 1
                    && number(row, "lo_discount") <= 3
                    && number(row, "lo_quantity") < 25);
    assertThat(q11).isCloseTo(0.0195, within(0.08 * 0.0195));
    assertThat(share(rows(SsbTable.DATE), row -> row.get("d_yearmonthnum").equals("199401")))
        .isCloseTo(1 / 84.0, within(0.05 / 84));
    assertThat(share(rows(SsbTable.DATE), row -> row.get("d_yearmonth").equals("Dec1997")))
        .isCloseTo(1 / 84.0, within(0.05 / 84));
    assertThat(
            share(
                rows(SsbTable.DATE),
                row -> row.get("d_weeknuminyear").equals("6") && row.get("d_year").equals("1994")))
        .isCloseTo(7 / 2556.0, within(1e-9));
    List<Map<String, String>> parts = rows(SsbTable.PART);
    assertThat(share(parts, row -> row.get("p_category").equals("MFGR#12")))
        .isCloseTo(1 / 25.0, within(0.25 / 25));
    assertThat(share(parts, row -> row.get("p_mfgr").matches("MFGR#[12]")))
        .isCloseTo(2 / 5.0, within(0.07 * 2 / 5));
    assertThat(
            share(
                parts,
                row ->
                    row.get("p_brand1").compareTo("MFGR#2221") >= 0
                        && row.get("p_brand1").compareTo("MFGR#2228") <= 0))
        .isCloseTo(8 / 1000.0, within(0.6 * 8 / 1000));
    assertThat(keys(parts, "p_brand1", row -> true)).hasSizeBetween(990, 1000);
    assertThat(share(lines, row -> number(row, "lo_discount") <= 10)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = SsbTable.class,
      names = {"CUSTOMER", "SUPPLIER"})
  void places_areUniform(SsbTable table) throws IOException {
    SsbScale large = new SsbScale(table == SsbTable.CUSTOMER ? 1 : 15);
    String prefix = table.id().substring(0, 1);
    List<String> names =
        Schema.parse(table.schemaSql()).attributes().stream().map(each -> each.name()).toList();
    Map<String, Integer> regions = new HashMap<>();
    Map<String, Integer> nations = new HashMap<>();
    Map<String, Integer> cities = new HashMap<>();
    try (RowStream stream =
        new RowStream(table.generator(SEED, large), Long.MAX_VALUE, table.rows(large))) {
      String text = new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
      text.lines()
          .map(line -> line.split(",", -1))
          .forEach(
              row -> {
                regions.merge(row[names.indexOf(prefix + "_region")], 1, Integer::sum);
                nations.merge(row[names.indexOf(prefix + "_nation")], 1, Integer::sum);
                cities.merge(row[names.indexOf(prefix + "_city")], 1, Integer::sum);
              });
    }
    // 30,000 rows.
    assertThat(regions).containsOnlyKeys("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");
    assertThat(regions.values()).allSatisfy(n -> assertThat(n).isBetween(5_700, 6_300));
    assertThat(nations).hasSize(25).containsKeys("UNITED STATES", "UNITED KINGDOM", "CHINA");
    assertThat(nations.values()).allSatisfy(n -> assertThat(n).isBetween(1_050, 1_350));
    assertThat(cities).hasSize(250).containsKeys("UNITED KI1", "UNITED KI5", "CHINA    0");
    assertThat(cities.values()).allSatisfy(n -> assertThat(n).isBetween(70, 175));
  }
}
