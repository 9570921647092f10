// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flat joins at their limits and in the wrong hands. */
class FlatMisuseTest extends FlatFixture {
  @ParameterizedTest
  @MethodSource("joins")
  void matchesOfOneRow_beyondCapacity_comeInPortions(FlatJoins joins) {
    int matches = 100_000;
    List<Object[]> rows = new ArrayList<>();
    for (long i = 0; i < matches; i++) {
      rows.add(new Object[] {7L, "", i});
    }
    FlatTable build = new FlatTable(COLUMNS, rows);
    try (FlatJoin join = build(joins, on(JoinKind.INNER).build(), build);
        FlatStar star = joins.star(List.of(join, join), 1_000)) {
      assertThat(join.summary().unique()).isFalse();
      assertThat(join.summary().distinctKeys()).isEqualTo(1);
      star.add(batch(ascending(6, 3)));
      long[] seen = new long[matches];
      for (int portion = 0; portion < 300; portion++) {
        assertThat(star.next()).isTrue();
        assertThat(star.rows().size()).isEqualTo(1_000);
        for (int row = 0; row < 1_000; row++) {
          assertThat(star.rows().rowNumber(row)).isEqualTo(1);
          seen[(int) star.rows().getLong(row, 1)]++;
        }
      }
      // The last join's match changes first: each build row came as often as any other.
      assertThat(seen).containsOnly(3);
      assertThatThrownBy(() -> star.add(batch(ascending(0, 1))))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void joins_closedBeforeTheirStar_stillAnswerIt(FlatJoins joins) {
    FlatJoin join = build(joins, on(JoinKind.INNER).build(), ascending(0, 10));
    try (FlatStar star = joins.star(List.of(join, join), 5)) {
      join.close();
      join.close();
      assertThat(rows(star, batch(ascending(8, 5)))).containsExactly("0: 8 8", "1: null null");
      assertThatThrownBy(join::summary)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This FlatJoin is closed");
      assertThatThrownBy(() -> joins.star(List.of(join), 5))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This FlatJoin is closed");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void build_afterItsEnd_saysWhatToUse(FlatJoins joins) {
    FlatBuild build = joins.build(on(JoinKind.INNER).build());
    FlatBatch batch = batch(ascending(0, 2));
    build.add(batch);
    try (FlatJoin join = build.finish()) {
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This FlatBuild is finished; use the FlatJoin that finish() gave");
      build.close();
      assertThatThrownBy(build::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This FlatBuild is closed");
      assertThat(rows(joins, join, ascending(0, 2))).containsExactly("0: 0", "1: null");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void star_ofJoinsThatDoNotFit_isRefused(FlatJoins joins) {
    List<FlatColumn> other = List.of(FlatColumn.of("k", FlatType.INT, false));
    FlatSpecification narrow =
        FlatSpecification.builder(JoinKind.PROBE_SEMI, COLUMNS, other).on(0, 0).build();
    try (FlatJoin join = build(joins, on(JoinKind.INNER).build(), ascending(0, 1));
        FlatJoin otherProbe = build(joins, narrow, ascending(0, 1))) {
      assertThatThrownBy(() -> joins.star(List.of(join, otherProbe), 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Join 1 of the star has another probe side than join 0");
      assertThatThrownBy(() -> joins.star(List.of(), 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 64 joins, not 0");
      assertThatThrownBy(() -> joins.star(List.of(join), 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be 1 to");
    }
  }

  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void star_ofJoinOfOtherImplementation_isRefused() {
    FlatJoins inJava = new JavaFlatJoins();
    FlatJoins inNative = NativeFlatJoins.load();
    try (FlatJoin join = build(inJava, on(JoinKind.INNER).build(), ascending(0, 1));
        FlatJoin other = build(inNative, on(JoinKind.INNER).build(), ascending(0, 1))) {
      assertThatThrownBy(() -> inJava.star(List.of(join, other), 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Join 1 of the star is of another implementation");
      assertThatThrownBy(() -> inNative.star(List.of(join, other), 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Join 0 of the star is of another implementation");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void offsets_thatDescend_areRefusedAndNothingElseChanges(FlatJoins joins) {
    FlatSpecification specification = on(JoinKind.INNER).on(1, 1).build();
    FlatBatch wrong = batch(ascending(0, 3));
    wrong.offsets(1).putInt(2 * Integer.BYTES, 1);
    try (FlatBuild build = joins.build(specification)) {
      assertThatThrownBy(() -> build.add(wrong))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("Column s of a batch of the build side")
          .hasMessageContaining("offsets that descend, from 6 to 1 in row 1");
      build.add(batch(ascending(0, 3)));
      try (FlatJoin join = build.finish();
          FlatStar star = joins.star(List.of(join), 10)) {
        assertThat(join.summary().rows()).isEqualTo(3);
        assertThatThrownBy(() -> star.add(wrong))
            .isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("Column s of a batch of the probe side");
        assertThat(rows(star, batch(ascending(2, 3)))).containsExactly("0: 2");
      }
    }
  }

  @Test
  void offsets_beyondTheTexts_areRefusedInJava() {
    FlatSpecification specification = on(JoinKind.INNER).on(1, 1).build();
    FlatBatch wrong = batch(ascending(0, 3));
    wrong.offsets(1).putInt(3 * Integer.BYTES, 1 << 20);
    try (FlatBuild build = new JavaFlatJoins().build(specification)) {
      assertThatThrownBy(() -> build.add(wrong))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("Column s of a batch of the build side ends at 1048576");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void summary_ofRowsWithNulls_countsThem(FlatJoins joins) {
    FlatSpecification specification =
        FlatSpecification.builder(JoinKind.PROBE_SEMI, COLUMNS, COLUMNS).on(2, 2).build();
    try (FlatJoin join = build(joins, specification, ascending(0, 101))) {
      assertThat(join.summary().rows()).isEqualTo(101);
      assertThat(join.summary().nullKeyRows()).isEqualTo(50);
      assertThat(join.summary().distinctKeys()).isEqualTo(51);
      assertThat(join.summary().unique()).isTrue();
      assertThat(join.summary().tableBytes()).isPositive();
      assertThat(join.summary().peakBytes()).isGreaterThanOrEqualTo(join.summary().tableBytes());
      assertThat(rows(joins, join, ascending(98, 10))).containsExactly("0:", "2:");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void counts_ofStar_tellWhatEachJoinDropped(FlatJoins joins) {
    try (FlatJoin many = build(joins, on(JoinKind.PROBE_SEMI).build(), ascending(0, 4_000));
        FlatJoin few = build(joins, on(JoinKind.PROBE_SEMI).build(), ascending(0, 100));
        FlatStar star = joins.star(List.of(many, few), 1_000)) {
      assertThat(rows(star, batch(ascending(0, 4_000)))).hasSize(100);
      assertThat(star.counts(1).seen()).isPositive();
      assertThat(star.counts(1).passed()).isLessThan(star.counts(1).seen());
      assertThat(star.counts(0).passed()).isEqualTo(star.counts(0).seen());
      assertThat(star.counts(0).nanoseconds()).isPositive();
      assertThatThrownBy(() -> star.counts(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void stars_ofSeveralThreads_shareJoins(FlatJoins joins) throws Exception {
    FlatTable probe = ascending(500, 1_000);
    List<String> expected =
        IntStream.range(0, 500)
            .mapToObj(row -> row + ": " + (row % 2 == 0 ? 500 + row : "null"))
            .collect(Collectors.toList());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (FlatJoin join = build(joins, on(JoinKind.INNER).build(), ascending(0, 1_000))) {
      List<Future<List<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(threads.submit(() -> rows(joins, join, probe)));
      }
      for (Future<List<String>> answer : answers) {
        assertThat(answer.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
