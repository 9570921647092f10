// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What probes of several joins say to joins that do not fit and to calls at the wrong time. */
class StarMisuseTest extends ImplementationsFixture {
  private static final StarOptions ALL = StarOptions.builder().build();

  private BuiltJoin inner(Joins joins) {
    return Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 5);
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      names = {"BUILD_OUTER", "FULL_OUTER", "BUILD_SEMI", "BUILD_ANTI", "MARK", "COUNT"})
  void joinKinds_notAboutProbeRowAlone_areRefused(JoinKind kind) {
    for (Joins joins : joins()) {
      try (BuiltJoin inner = inner(joins);
          BuiltJoin other = Tables.join(joins, Tables.on(kind).build(), allocator, 5)) {
        assertThatThrownBy(() -> joins.starProbe(List.of(inner, other), ALL, allocator))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Join 1 of the star is of kind " + kind + ";");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void joins_ofAnotherProbeSide_areRefused(Joins joins) {
    Schema narrow = new Schema(List.of(Tables.SCHEMA.getFields().get(0)));
    JoinSpecification specification =
        JoinSpecification.builder(JoinKind.INNER, Tables.SCHEMA, narrow).on("key").build();
    try (BuiltJoin inner = inner(joins);
        BuiltJoin other = Tables.join(joins, specification, allocator, 5)) {
      assertThatThrownBy(() -> joins.starProbe(List.of(inner, other), ALL, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Join 1 of the star has another probe side than join 0");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void joinCount_tooSmallOrLarge_isRefused(Joins joins) {
    try (BuiltJoin inner = inner(joins)) {
      assertThatThrownBy(() -> joins.starProbe(List.of(), ALL, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("A star has 1 to 64 joins, not 0");
      List<BuiltJoin> most = Collections.nCopies(64, inner);
      joins.starProbe(most, ALL, allocator).close();
      List<BuiltJoin> tooMany = Collections.nCopies(65, inner);
      assertThatThrownBy(() -> joins.starProbe(tooMany, ALL, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("A star has 1 to 64 joins, not 65");
    }
  }

  @Test
  void joins_ofAnotherImplementation_areRefused() {
    for (Joins joins : joins()) {
      for (Joins others : joins()) {
        if (!joins.name().equals(others.name())) {
          try (BuiltJoin mine = inner(joins);
              BuiltJoin other = inner(others)) {
            assertThatThrownBy(() -> joins.starProbe(List.of(mine, other), ALL, allocator))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Join 1 of the star is of another implementation of Joins");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void impossibleOptions_ofStar_areRefused(Joins joins) {
    assertThatThrownBy(() -> StarOptions.builder().batchRows(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The number of rows of a result batch is 0; it must be 1 to 16777216");
    assertThatThrownBy(() -> StarOptions.builder().memoryBudget(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The memory budget is -1");
    try (BuiltJoin inner = inner(joins)) {
      StarOptions unknown = StarOptions.builder().probeOutput("nothing").build();
      assertThatThrownBy(() -> joins.starProbe(List.of(inner), unknown, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("The probe side has no column `nothing'");
      StarOptions twice = StarOptions.builder().probeOutput("key", "key").build();
      assertThatThrownBy(() -> joins.starProbe(List.of(inner), twice, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Column `key' of the probe side is named twice; name each column once");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void joinsOfStar_onceProbeIsMade_mayBeClosed(Joins joins) {
    BuiltJoin inner = inner(joins);
    JoinProbe probe = joins.starProbe(List.of(inner, inner), ALL, allocator);
    inner.close();
    assertThatThrownBy(() -> joins.starProbe(List.of(inner), ALL, allocator))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This BuiltJoin is closed");
    assertThat(probe.resultSchema().getFields().stream().map(Field::getName))
        .containsExactly("key", "name", "key", "name", "key", "name");
    try (VectorSchemaRoot batch = Tables.ascending(allocator, 3, 5)) {
      probe.add(batch);
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("call next() until it returns null");
      assertThatThrownBy(probe::finish).isInstanceOf(IllegalStateException.class);
      assertThat(Tables.drain(probe)).isEqualTo(2);
      assertThat(probe.finish()).isZero();
      assertThat(probe.next()).isNull();
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("This JoinProbe is finished");
    }
    probe.close();
    probe.close();
    assertThatThrownBy(probe::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This JoinProbe is closed");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void probe_closedInMidst_leavesNothing(Joins joins) {
    StarOptions single = StarOptions.builder().batchRows(1).build();
    try (BuiltJoin inner = inner(joins);
        JoinProbe probe = joins.starProbe(List.of(inner, inner), single, allocator);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      probe.add(batch);
      try (VectorSchemaRoot row = probe.next()) {
        assertThat(row.getRowCount()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void wrongBatch_leavesProbe_asItWas(Joins joins) {
    Schema one = new Schema(List.of(Tables.SCHEMA.getFields().get(0)));
    try (BuiltJoin inner = inner(joins);
        JoinProbe probe = joins.starProbe(List.of(inner), ALL, allocator);
        VectorSchemaRoot wrong = VectorSchemaRoot.create(one, allocator);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 7)) {
      assertThatThrownBy(() -> probe.add(wrong))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessage("A batch of the probe side has the wrong number of columns: 1, not 2");
      probe.add(batch);
      assertThat(Tables.drain(probe)).isEqualTo(5);
    }
  }

  @Test
  void tooSmallBudget_ofStar_isNamed() {
    for (Joins joins : joins()) {
      if (joins instanceof NativeJoins) {
        try (BuiltJoin inner = inner(joins)) {
          StarOptions small = StarOptions.builder().memoryBudget(10_000).build();
          assertThatThrownBy(() -> joins.starProbe(List.of(inner), small, allocator))
              .isInstanceOf(JoinBudgetException.class)
              .hasMessageContaining("10000 bytes");
          StarOptions enough = StarOptions.builder().memoryBudget(1 << 20).build();
          joins.starProbe(List.of(inner), enough, allocator).close();
        }
      }
    }
  }
}
