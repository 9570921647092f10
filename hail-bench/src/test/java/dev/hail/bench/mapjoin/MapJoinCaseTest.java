// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.measure.Measurement;
import dev.hail.bench.measure.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MapJoinCaseTest {
  @Test
  void case_asFilterJoinAndSql_saysTheSame() {
    MapJoinCase q11 = MapJoinCase.SSB_Q1_1;
    assertThat(q11.id()).isEqualTo("ssb-q1.1");
    assertThat(q11.filter()).isEqualTo("lo_discount between(1, 3) and lo_quantity between(1, 24)");
    assertThat(q11.sides().get(0).declaration("/ssb/date"))
        .isEqualTo("semi /ssb/date on lo_orderdate = d_datekey where d_year = 1993");
    assertThat(q11.sql())
        .isEqualTo(
            "SELECT '', sum(lo_extendedprice::BIGINT * lo_discount) FROM lineorder"
                + " JOIN \"date\" d ON lo_orderdate = d_datekey"
                + " WHERE lo_discount BETWEEN 1 AND 3 AND lo_quantity BETWEEN 1 AND 24"
                + " AND d_year BETWEEN 1993 AND 1993 GROUP BY 1");
    assertThat(MapJoinCase.SSB_Q2_1.sides().get(0).declaration("/p"))
        .isEqualTo("inner /p on lo_partkey = p_partkey where p_category = 'MFGR#12'");
    assertThat(MapJoinCase.PAVLO.filter())
        .isEqualTo("visitDate between('2000-01-01', '2000-12-31')");
    assertThat(MapJoinCase.PAVLO.projection())
        .containsExactly("sourceIP", "adRevenue", "r.pageRank");
  }

  @Test
  void contestants_ofSystems_haveVariants() {
    assertThat(
            Contestant.of(
                List.of(MapJoinSystem.HAIL, MapJoinSystem.PLAIN_COMBINED, MapJoinSystem.DUCKDB),
                List.of("CAT", "NOP")))
        .extracting(Contestant::id)
        .containsExactly(
            "hail", "hail-CAT", "hail-NOP", "plain-combined", "duckdb-text", "duckdb-parquet");
  }

  @Test
  void buildSides_ofSize_growWithIt() {
    assertThat(JoinTable.SUPPLIER.rows(1 << 20)).isEqualTo(4);
    assertThat(JoinTable.SUPPLIER.rows(1L << 30)).isBetween(3_500L, 3_800L);
    assertThat(JoinTable.RANKINGS.rows(1L << 30)).isBetween(440_000L, 460_000L);
  }

  @Test
  void slopes_andGoals_ofTwoSizes_areComputed() throws Exception {
    Samples samples = new Samples();
    try (CaseLog cases = new CaseLog("mapjoin", List.of("plain/hail"), null)) {
      MapJoinFigures small = new MapJoinFigures(cases, samples, "1g/");
      MapJoinFigures large = new MapJoinFigures(cases, samples, "3g/");
      for (String system : List.of("hail", "plain")) {
        boolean hail = system.equals("hail");
        small.add(MapJoinCase.PAVLO, system, "cpu_s", hail ? 10 : 100);
        large.add(MapJoinCase.PAVLO, system, "cpu_s", hail ? 14 : 300);
      }
      large.addSlopes(small, MapJoinCase.PAVLO, 2L << 30);
      new GoalFigures(samples, cases).record(List.of(MapJoinCase.PAVLO), large::nameOf);

      List<Measurement> figures = cases.finished();
      assertThat(figures)
          .filteredOn(each -> each.metric().equals(MapJoinBench.SLOPE))
          .extracting(each -> each.caseName() + " " + each.subject() + " " + each.median())
          .containsExactly("pavlo hail 2.0", "pavlo plain 100.0", "pavlo plain/hail 50.0");
      assertThat(figures)
          .filteredOn(each -> each.subject().equals("measured"))
          .extracting(Measurement::caseName)
          .containsExactly("goal: cpu plain/hail", "goal: slope plain/hail");
    }
    assertThat(GoalFigures.geometricMean(2, Double.NaN, 8)).isCloseTo(4, within(1e-9));
    assertThat(GoalFigures.geometricMean()).isNaN();
  }
}
