// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.FilterReport;
import dev.hail.protocol.FilterReport.Measure;
import dev.hail.protocol.FilterShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkloadTest {
  private static final long DAY = 86_400;

  private static Workload job(String filter, long at, Measure... measures) {
    return Workload.of(
        new FilterReport("/f", FilterShape.parse(filter), true, List.of(measures)), at);
  }

  private static Workload measure(String filter, long at, Measure... measures) {
    return Workload.of(
        new FilterReport("/f", FilterShape.parse(filter), false, List.of(measures)), at);
  }

  private static FilterUse use(Workload workload, String filter) {
    return workload.uses().stream()
        .filter(use -> use.filter().equals(FilterShape.parse(filter)))
        .findFirst()
        .orElse(null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a = 1                          | 1=",
        "c > 2 AND a = 1                | 1=,3<",
        "b IN (1, 2) AND NOT c = 3      | 2=,3<",
        "a = 1 OR a = 2                 | 1=",
        "a = 1 OR b = 2                 | -",
        "a = 1 AND (b = 2 OR c = 3)     | 1=",
        "a = 1 AND a = 2 AND b = 1      | -",
        "a = @@                         | -",
      })
  void filter_recorded_hasAttributesThatIndexCouldUse(String filter, String shape) {
    Schema schema = Schema.parse("a INT, b INT, c INT");
    String text = filter.contains("@@") ? "" : filter;
    assertThat(FilterShape.of(Predicate.parse(text, schema)).format()).isEqualTo(shape);
  }

  @Test
  void manyAttributesOfFilter_recorded_keepThoseServedBest() {
    String columns =
        IntStream.rangeClosed(1, 12)
            .mapToObj(i -> "a" + i + " INT")
            .collect(Collectors.joining(","));
    String filter =
        IntStream.rangeClosed(1, 12)
            .mapToObj(i -> "@" + i + (i == 11 ? " = 1" : " > 1"))
            .collect(Collectors.joining(" AND "));
    FilterShape shape = FilterShape.of(Predicate.parse(filter, Schema.parse(columns)));
    assertThat(shape.format()).isEqualTo("1<,2<,3<,4<,5<,6<,7<,11=");
  }

  @Test
  void jobsOfOneShape_added_becomeOneEntryWithMeanShare() {
    Workload sum =
        job("3=", 100, new Measure(0, 1, 0.1))
            .plus(job("3=", 100, new Measure(0, 3, 0.3), new Measure(3, 1, 0.5)), DAY)
            .plus(measure("3=", 100, new Measure(3, 1, 0.7)), DAY)
            .plus(job("3<", 100), DAY);
    assertThat(sum.uses()).hasSize(2);
    assertThat(sum.jobs()).isEqualTo(3);
    FilterUse equality = use(sum, "3=");
    assertThat(equality.jobs()).isEqualTo(2);
    assertThat(equality.weight()).isEqualTo(2);
    assertThat(equality.shares().get(0).share()).isCloseTo(0.25, within(1e-12));
    assertThat(equality.shares().get(3).share()).isCloseTo(0.6, within(1e-12));
    assertThat(use(sum, "3<").shares()).isEmpty();
  }

  @Test
  void entry_afterHalfLife_weighsHalfInAnyOrderOfAdding() {
    Workload old = job("1=", 0, new Measure(0, 8, 0.5));
    Workload young = job("2=", 3 * DAY);
    for (Workload sum : List.of(old.plus(young, DAY), young.plus(old, DAY))) {
      assertThat(sum.atSeconds()).isEqualTo(3 * DAY);
      assertThat(use(sum, "1=").weight()).isCloseTo(0.125, within(1e-12));
      assertThat(use(sum, "1=").jobs()).isEqualTo(1);
      assertThat(use(sum, "1=").shares().get(0)).isEqualTo(new MeanShare(0.5, 1));
      assertThat(use(sum, "2=").weight()).isEqualTo(1);
    }
    Workload late = old.plus(job("2=", 11 * DAY), DAY).withoutForgotten();
    assertThat(use(late, "1=")).isNull();
    assertThat(use(late, "2=")).isNotNull();
    assertThat(measure("1=", 0, new Measure(0, 1, 0.5)).withoutForgotten().uses()).isEmpty();
  }

  @Test
  void fullWorkload_withNewEntry_keepsHeaviestAndLatest() {
    Workload record = Workload.none();
    for (int round = 0; round < 3; round++) {
      for (int attribute = 1; attribute <= 24; attribute++) {
        record = record.plus(job(attribute + "=", 0), DAY);
      }
    }
    for (int attribute = 100; attribute < 1_000; attribute++) {
      record = record.plus(job(attribute + "=", 0), DAY);
      assertThat(record.uses()).hasSizeLessThanOrEqualTo(Workload.MOST_FILTERS);
      assertThat(use(record, attribute + "=")).isNotNull();
    }
    for (int attribute = 1; attribute <= 24; attribute++) {
      assertThat(use(record, attribute + "=").weight()).isEqualTo(3);
    }
  }

  @Test
  void longestRecord_written_fitsExtendedAttribute() {
    Random random = new Random(5);
    Workload record = Workload.none();
    for (int i = 0; i < 2 * Workload.MOST_FILTERS; i++) {
      List<FilterShape.Part> parts = new ArrayList<>();
      List<Measure> measures = new ArrayList<>();
      measures.add(new Measure(0, Integer.MAX_VALUE, random.nextDouble() / 1e12));
      for (int k = 0; k < FilterShape.MOST_PARTS; k++) {
        int attribute = 900_000 + 100 * i + k;
        parts.add(new FilterShape.Part(attribute, true));
        measures.add(new Measure(attribute, Integer.MAX_VALUE, random.nextDouble() / 1e12));
      }
      FilterReport report = new FilterReport("/f", new FilterShape(parts), true, measures);
      record = record.plus(Workload.of(report, 1L << 40), DAY);
    }
    assertThat(record.uses()).hasSize(Workload.MOST_FILTERS);
    assertThat(record.format().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(16 << 10);
  }

  @Test
  void workload_writtenAndReadBack_isUnchanged() {
    for (long seed = 1; seed <= 200; seed++) {
      Workload record = random(seed);
      Workload read = Workload.parse(record.format());
      assertThat(read.format()).as("seed %d", seed).isEqualTo(record.format());
      assertThat(read.atSeconds()).isEqualTo(record.uses().isEmpty() ? 0 : record.atSeconds());
      assertThat(read.uses()).hasSameSizeAs(record.uses());
      for (int i = 0; i < read.uses().size(); i++) {
        FilterUse expected = record.uses().get(i);
        FilterUse found = read.uses().get(i);
        assertThat(found.filter()).isEqualTo(expected.filter());
        assertThat(found.jobs()).isEqualTo(expected.jobs());
        assertThat(found.weight()).isCloseTo(expected.weight(), within(1e-4 * expected.weight()));
        assertThat(found.shares().keySet()).isEqualTo(expected.shares().keySet());
      }
    }
  }

  private static Workload random(long seed) {
    Random random = new Random(seed);
    Workload record = Workload.none();
    int jobs = random.nextInt(40);
    for (int i = 0; i < jobs; i++) {
      List<FilterShape.Part> parts = new ArrayList<>();
      List<Measure> measures = new ArrayList<>();
      for (int attribute = 1; attribute <= 6; attribute++) {
        if (random.nextInt(3) == 0) {
          parts.add(new FilterShape.Part(attribute, random.nextBoolean()));
          if (random.nextBoolean()) {
            measures.add(new Measure(attribute, 1 + random.nextInt(50), random.nextDouble()));
          }
        }
      }
      FilterReport report = new FilterReport("/f", new FilterShape(parts), true, measures);
      record = record.plus(Workload.of(report, random.nextInt(1_000_000)), DAY);
    }
    return record;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2 100\n1= 1 1",
        "1",
        "1 x\n1= 1 1",
        "1 100\n",
        "1 100\n1= 1",
        "1 100\n1= 1 -1",
        "1 100\n1= 1 NaN",
        "1 100\n1= 1 1e999",
        "1 100\n1= 1 1 0:2*1",
        "1 100\n1= 1 1 2:0.5*1",
        "1 100\n1= 1 1 0:0.5",
        "1 100\n0= 1 1",
        "1 100\n2=,1= 1 1",
        "1 100\n1=,1< 1 1",
        "1 100\n1 1 1",
        "1 100\n1= 1 1\n1= 1 1",
        "nonsense",
      })
  void workload_parsedFromOtherText_isRefused(String text) {
    assertThatThrownBy(() -> Workload.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void workload_withTooManyEntries_isRefused() {
    String lines =
        IntStream.rangeClosed(1, Workload.MOST_FILTERS + 1)
            .mapToObj(i -> "\n" + i + "= 1 1")
            .collect(Collectors.joining());
    assertThatThrownBy(() -> Workload.parse("1 100" + lines))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void text_tooLongForAnyFilter_isRefusedUnread() {
    assertThatThrownBy(() -> FilterShape.parse("1=,".repeat(1_000_000) + "2="))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3000002 characters");
  }

  @Test
  void measures_ofOtherAttributesOrNoShares_areRefused() {
    FilterShape shape = FilterShape.parse("3=");
    assertThatThrownBy(() -> new FilterReport("/f", shape, true, List.of(new Measure(4, 1, 0.5))))
        .isInstanceOf(IllegalArgumentException.class);
    for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Measure(3, 1, share))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Measure(3, 0, 0.5)).isInstanceOf(IllegalArgumentException.class);
  }
}
