// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What joins say to wrong batches and to calls that come at the wrong time. */
class JoinMisuseTest extends ImplementationsFixture {
  private JoinBuild build(Joins joins) {
    return joins.build(Tables.on(JoinKind.INNER).build(), allocator);
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_ofOtherType_isRefused(Joins joins) {
    Field key = Field.nullable("key", new ArrowType.Int(32, true));
    Schema narrow = new Schema(List.of(key, Tables.SCHEMA.getFields().get(1)));
    try (JoinBuild build = build(joins);
        VectorSchemaRoot batch = VectorSchemaRoot.create(narrow, allocator);
        BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 3);
        JoinProbe probe = join.probe()) {
      ((IntVector) batch.getVector(0)).setSafe(0, 1);
      batch.setRowCount(1);
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessage(
              "Column 1 of the build side, announced as key: Int(64, true), is key: Int(32, true)"
                  + " in this batch");
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("Column 1 of the probe side");
      assertThat(goesOn(build)).isEqualTo(5);
    }
  }

  /** Whether a build takes a good batch after a bad one; the rows it then has. */
  private long goesOn(JoinBuild build) {
    try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      build.add(batch);
    }
    try (BuiltJoin join = build.finish()) {
      return join.summary().rows();
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_withOtherColumns_isRefused(Joins joins) {
    Schema one = new Schema(List.of(Tables.SCHEMA.getFields().get(0)));
    try (JoinBuild build = build(joins);
        VectorSchemaRoot batch = VectorSchemaRoot.create(one, allocator)) {
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessage("A batch of the build side has the wrong number of columns: 1, not 2");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void forgedRowCount_inBatch_isRefused(Joins joins) {
    try (JoinBuild build = build(joins);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      List<FieldVector> vectors = batch.getFieldVectors();
      VectorSchemaRoot forged = new VectorSchemaRoot(Tables.SCHEMA.getFields(), vectors, 1_000_000);
      assertThatThrownBy(() -> build.add(forged))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("has 5 values in a batch of 1000000");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void texts_beyondTheirBuffer_areRefused(Joins joins) {
    try (JoinBuild build = build(joins);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      batch.getVector(1).getOffsetBuffer().setInt(5L * Integer.BYTES, Integer.MAX_VALUE);
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("Column 2 of the build side, announced as name");
      assertThat(goesOn(build)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void texts_withDescendingOffsets_areRefused(Joins joins) {
    try (JoinBuild build = build(joins);
        BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 3);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      batch.getVector(1).getOffsetBuffer().setInt(2L * Integer.BYTES, 1 << 30);
      assertThatThrownBy(() -> build.add(batch)).isInstanceOf(InvalidBatchException.class);
      assertThatThrownBy(() -> probe.add(batch)).isInstanceOf(InvalidBatchException.class);
      assertThat(goesOn(build)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void null_inRequiredColumn_isRefused(Joins joins) {
    Schema schema = new Schema(List.of(Field.notNullable("key", new ArrowType.Int(64, true))));
    JoinSpecification specification =
        JoinSpecification.builder(JoinKind.INNER, schema, schema).on("key").build();
    try (JoinBuild build = joins.build(specification, allocator);
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
      BigIntVector keys = (BigIntVector) batch.getVector(0);
      keys.setSafe(0, 1);
      keys.setNull(1);
      batch.setRowCount(2);
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("must not be NULL; number of NULLs: 1");
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void tooSmallBudget_forBuild_isNamedAndLosesNothing(Joins joins) {
    JoinSpecification specification = Tables.on(JoinKind.INNER).memoryBudget(1 << 20).build();
    try (JoinBuild build = joins.build(specification, allocator);
        VectorSchemaRoot big = Tables.ascending(allocator, 0, 200_000)) {
      assertThatThrownBy(() -> build.add(big))
          .isInstanceOf(JoinBudgetException.class)
          .hasMessageContaining(Integer.toString(1 << 20));
      assertThat(goesOn(build)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void build_afterFinish_refusesEverything(Joins joins) {
    try (JoinBuild build = build(joins);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5);
        BuiltJoin join = build.finish()) {
      assertThatThrownBy(() -> build.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("This JoinBuild is finished");
      assertThatThrownBy(build::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("This JoinBuild is finished");
      assertThat(join.summary().rows()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void join_afterClose_refusesEverything(Joins joins) {
    JoinBuild build = build(joins);
    build.close();
    build.close();
    assertThatThrownBy(build::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This JoinBuild is closed");
    BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 5);
    JoinProbe probe = join.probe();
    join.close();
    join.close();
    assertThatThrownBy(join::probe)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This BuiltJoin is closed");
    assertThatThrownBy(join::summary)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This BuiltJoin is closed");
    try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      probe.add(batch);
      assertThat(Tables.drain(probe)).isEqualTo(5);
      probe.add(batch);
      probe.close();
      probe.close();
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This JoinProbe is closed");
    }
    assertThatThrownBy(probe::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("This JoinProbe is closed");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_beforeFormerIsJoined_isRefused(Joins joins) {
    try (BuiltJoin join = Tables.join(joins, Tables.on(JoinKind.INNER).build(), allocator, 5);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
      assertThat(probe.next()).isNull();
      probe.add(batch);
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("call next() until it returns null");
      assertThatThrownBy(probe::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("call next() until it returns null");
      assertThat(Tables.drain(probe)).isEqualTo(5);
      assertThat(probe.finish()).isZero();
      assertThatThrownBy(() -> probe.add(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("This JoinProbe is finished");
      assertThatThrownBy(probe::finish).isInstanceOf(IllegalStateException.class);
      assertThat(probe.next()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void owedBuildRows_afterLastProbe_areGivenOnce(Joins joins) {
    JoinSpecification specification = Tables.on(JoinKind.BUILD_ANTI).build();
    try (BuiltJoin join = Tables.join(joins, specification, allocator, 5);
        JoinProbe last = join.probe();
        VectorSchemaRoot batch = Tables.ascending(allocator, 3, 5)) {
      try (JoinProbe unfinished = join.probe()) {
        unfinished.add(batch);
        assertThat(Tables.drain(unfinished)).isZero();
      }
      assertThat(last.finish()).isZero();
      assertThat(Tables.drain(last)).isEqualTo(3);
      assertThatThrownBy(join::probe).isInstanceOf(IllegalStateException.class);
    }
  }
}
