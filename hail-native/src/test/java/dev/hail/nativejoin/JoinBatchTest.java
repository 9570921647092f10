// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches of the probe side in all forms that vectors may have, and who owns what of them. */
class JoinBatchTest extends ImplementationsFixture {
  private static final int BUILD_ROWS = 100;

  private BuiltJoin join(Joins joins, JoinKind kind) {
    return Tables.join(joins, Tables.on(kind).build(), allocator, BUILD_ROWS);
  }

  /** Keys and names of both sides of all rows there are for now, a row as {@code [1, a, 1, a]}. */
  private static List<String> rows(JoinProbe probe) {
    List<String> rows = new ArrayList<>();
    for (VectorSchemaRoot next = probe.next(); next != null; next = probe.next()) {
      try (VectorSchemaRoot result = next) {
        for (int row = 0; row < result.getRowCount(); row++) {
          rows.add(row(result, row));
        }
      }
    }
    return rows;
  }

  private static String row(VectorSchemaRoot result, int row) {
    return result.getFieldVectors().stream()
        .map(column -> Objects.toString(column.getObject(row)))
        .toList()
        .toString();
  }

  /** What {@link #rows} gives of a row whose key is on the build side. */
  private static String matched(long key, String name) {
    return List.of(key, name, key, "name " + key).toString();
  }

  @ParameterizedTest
  @MethodSource("joins")
  void slice_ofBatch_beginsAtItsRow(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot all = Tables.ascending(allocator, 0, BUILD_ROWS)) {
      all.getVector(0).setNull(13);
      all.getVector(1).setNull(14);
      // Within a byte of the validity buffer, on the edge of one, and all of the rest.
      for (int[] slice : new int[][] {{11, 5}, {16, 3}, {21, 79}}) {
        try (VectorSchemaRoot batch = all.slice(slice[0], slice[1])) {
          probe.add(batch);
        }
        List<String> expected = new ArrayList<>();
        for (int key = slice[0]; key < slice[0] + slice[1]; key++) {
          if (key != 13) {
            expected.add(matched(key, key == 14 ? "null" : "name " + key));
          }
        }
        assertThat(rows(probe)).containsExactlyElementsOf(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void emptyBatch_added_hasNoRows(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.PROBE_OUTER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot never = VectorSchemaRoot.create(Tables.SCHEMA, allocator);
        VectorSchemaRoot full = Tables.ascending(allocator, 7, 2);
        VectorSchemaRoot none = full.slice(1, 0);
        VectorSchemaRoot emptied = Tables.ascending(allocator, 0, 9)) {
      probe.add(never);
      assertThat(rows(probe)).isEmpty();
      probe.add(none);
      assertThat(rows(probe)).isEmpty();
      emptied.setRowCount(0);
      probe.add(emptied);
      assertThat(rows(probe)).isEmpty();
      probe.add(full);
      assertThat(rows(probe)).containsExactly(matched(7, "name 7"), matched(8, "name 8"));
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_withoutValidityBuffers_hasNoNulls(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot full = Tables.ascending(allocator, 3, 20);
        VectorSchemaRoot batch = VectorSchemaRoot.create(Tables.SCHEMA, allocator)) {
      for (int i = 0; i < 2; i++) {
        List<ArrowBuf> buffers = new ArrayList<>(full.getVector(i).getFieldBuffers());
        buffers.set(0, allocator.getEmpty());
        batch.getVector(i).loadFieldBuffers(new ArrowFieldNode(20, 0), buffers);
      }
      batch.setRowCount(20);
      probe.add(batch);
      List<String> expected = new ArrayList<>();
      for (int key = 3; key < 23; key++) {
        expected.add(matched(key, "name " + key));
      }
      assertThat(rows(probe)).containsExactlyElementsOf(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void oneBatch_filledAgain_isTakenAgain(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = VectorSchemaRoot.create(Tables.SCHEMA, allocator)) {
      BigIntVector keys = (BigIntVector) batch.getVector(0);
      VarCharVector names = (VarCharVector) batch.getVector(1);
      batch.allocateNew();
      for (int round = 0; round < 50; round++) {
        List<String> expected = new ArrayList<>();
        // More and fewer rows in turn; from round 10 on some names need larger buffers.
        int rows = 1 + (round * 7) % 23;
        for (int row = 0; row < rows; row++) {
          String name = "x".repeat(round < 10 ? 1 : round * 40);
          keys.setSafe(row, round + row);
          names.setSafe(row, name.getBytes(StandardCharsets.UTF_8));
          expected.add(matched(round + row, name));
        }
        batch.setRowCount(rows);
        probe.add(batch);
        assertThat(rows(probe)).containsExactlyElementsOf(expected);
        if (round % 5 == 4) {
          batch.clear();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_takenByProbe_mayBeClosed(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe()) {
      try (VectorSchemaRoot batch = Tables.ascending(allocator, 40, 30)) {
        probe.add(batch);
      }
      // Takes the memory that the batch had, if anybody has let it go.
      try (VectorSchemaRoot other = Tables.ascending(allocator, 5_000, 30)) {
        assertThat(other.getRowCount()).isEqualTo(30);
        assertThat(rows(probe)).hasSize(30).contains(matched(69, "name 69"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_whoseRowsWait_mayBeClosed(Joins joins) {
    // For no row of a batch, for some, and for all of several batches.
    for (int rowsThatWait : new int[] {1, 25, 10_000}) {
      List<String> found = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      JoinSpecification specification =
          Tables.on(JoinKind.INNER).bufferedProbes(29L * rowsThatWait).build();
      try (BuiltJoin join = Tables.join(joins, specification, allocator, BUILD_ROWS);
          JoinProbe probe = join.probe()) {
        for (int batches = 0; batches < 20; batches++) {
          int rows = batches % 4 * 10;
          try (VectorSchemaRoot batch = Tables.ascending(allocator, batches, rows)) {
            probe.add(batch);
          }
          found.addAll(rows(probe));
          for (int key = batches; key < batches + rows; key++) {
            expected.add(matched(key, "name " + key));
          }
        }
        assertThat(probe.finish()).isZero();
        found.addAll(rows(probe));
      }
      assertThat(found).containsExactlyElementsOf(expected);
    }
  }

  /** Joins in Java have no rows that wait. */
  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void batches_areHeld_asLongAsTheirRowsWait() {
    JoinSpecification specification = Tables.on(JoinKind.INNER).bufferedProbes(29L * 25).build();
    try (BuiltJoin join = Tables.join(NativeJoins.load(), specification, allocator, BUILD_ROWS);
        JoinProbe probe = join.probe()) {
      long before = allocator.getAllocatedMemory();
      for (int round = 0; round < 3; round++) {
        for (int rows : new int[] {10, 0, 10}) {
          try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, rows)) {
            probe.add(batch);
          }
          assertThat(rows(probe)).isEmpty();
          assertThat(allocator.getAllocatedMemory()).isGreaterThan(before);
        }
        try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
          probe.add(batch);
        }
        assertThat(rows(probe)).hasSize(25);
        assertThat(allocator.getAllocatedMemory()).isEqualTo(before);
      }
      try (VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
        probe.add(batch);
      }
      assertThat(probe.next()).isNull();
      assertThat(allocator.getAllocatedMemory()).isGreaterThan(before);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @ParameterizedTest
  @MethodSource("joins")
  void results_afterProbeAndJoinClose_areValid(Joins joins) {
    List<VectorSchemaRoot> results = new ArrayList<>();
    try (BuiltJoin join =
            Tables.join(
                joins,
                Tables.on(JoinKind.PROBE_OUTER).batchRows(4).build(),
                allocator,
                BUILD_ROWS);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = Tables.ascending(allocator, BUILD_ROWS - 5, 10)) {
      probe.add(batch);
      results.add(probe.next());
      results.add(probe.next());
    }
    assertThat(row(results.get(0), 3)).isEqualTo(matched(98, "name 98"));
    assertThat(row(results.get(1), 0)).isEqualTo(matched(99, "name 99"));
    assertThat(row(results.get(1), 1)).isEqualTo("[100, name 100, null, null]");
    // One column after another, the last one of a result with the rest of it.
    results.get(0).getVector(2).close();
    assertThat(results.get(0).getVector(1).getObject(2)).hasToString("name 97");
    results.forEach(VectorSchemaRoot::close);
  }

  @ParameterizedTest
  @MethodSource("joins")
  void results_received_areWritable(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = Tables.ascending(allocator, 10, 10)) {
      probe.add(batch);
      try (VectorSchemaRoot result = probe.next()) {
        BigIntVector keys = (BigIntVector) result.getVector(0);
        assertThat(keys.getNullCount()).isZero();
        keys.setNull(0);
        keys.set(1, -1);
        keys.setSafe(5_000, 77);
        ((VarCharVector) result.getVector(3)).setSafe(9, new byte[100_000]);
        assertThat(keys.getObject(0)).isNull();
        assertThat(keys.getObject(1)).isEqualTo(-1);
        assertThat(keys.getObject(2)).isEqualTo(12);
        assertThat(result.getVector(2).getObject(0)).isEqualTo(10L);
        assertThat(result.getVector(2).getNullCount()).isZero();
      }
      assertThat(batch.getVector(0).getObject(0)).isEqualTo(10L);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void vector_unlikeItsField_isRefused(Joins joins) {
    Field key = Tables.SCHEMA.getFields().get(0);
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        IntVector narrow = new IntVector(key, allocator);
        VectorSchemaRoot good = Tables.ascending(allocator, 0, 5)) {
      narrow.allocateNew(5);
      narrow.setValueCount(5);
      List<FieldVector> columns = List.of(narrow, good.getVector(1));
      VectorSchemaRoot forged = new VectorSchemaRoot(Tables.SCHEMA, columns, 5);
      assertThatThrownBy(() -> probe.add(forged)).isInstanceOf(InvalidBatchException.class);
      assertThat(probe.next()).isNull();
      probe.add(good);
      assertThat(rows(probe)).hasSize(5);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void refusedBatch_leavesFormerOne_asItWas(Joins joins) {
    Schema other = new Schema(List.of(Field.nullable("key", new ArrowType.Int(64, true))));
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        JoinProbe probe = join.probe();
        VectorSchemaRoot good = Tables.ascending(allocator, 0, 5);
        VectorSchemaRoot damaged = Tables.ascending(allocator, 0, 5);
        VectorSchemaRoot lacking = VectorSchemaRoot.create(other, allocator)) {
      damaged.getVector(1).getOffsetBuffer().setInt(2L * Integer.BYTES, 1 << 30);
      for (int round = 0; round < 3; round++) {
        probe.add(good);
        probe.next().close();
        assertThatThrownBy(() -> probe.add(good)).isInstanceOf(IllegalStateException.class);
        assertThat(probe.next()).isNull();
        assertThatThrownBy(() -> probe.add(damaged)).isInstanceOf(InvalidBatchException.class);
        assertThatThrownBy(() -> probe.add(lacking)).isInstanceOf(InvalidBatchException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void unusedColumns_ofAnyType_areIgnored(Joins joins) {
    Field number = Field.nullable("number", new ArrowType.Int(64, true));
    Field list = new Field("list", FieldType.nullable(new ArrowType.List()), List.of(number));
    Schema nested = new Schema(List.of(list, Tables.SCHEMA.getFields().get(0)));
    JoinSpecification specification =
        JoinSpecification.builder(JoinKind.INNER, Tables.SCHEMA, nested)
            .on("key", "key")
            .probeOutput("key")
            .build();
    try (BuiltJoin join = Tables.join(joins, specification, allocator, BUILD_ROWS);
        JoinProbe probe = join.probe();
        VectorSchemaRoot batch = VectorSchemaRoot.create(nested, allocator)) {
      ((BigIntVector) batch.getVector(1)).setSafe(0, 42);
      ((ListVector) batch.getVector(0)).allocateNew();
      batch.setRowCount(1);
      probe.add(batch);
      assertThat(rows(probe)).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void rows_refusedByAllocator_areGivenLater(Joins joins) {
    try (BuiltJoin join = join(joins, JoinKind.INNER);
        BufferAllocator small = allocator.newChildAllocator("small", 0, Long.MAX_VALUE);
        JoinProbe probe = joins.starProbe(List.of(join), StarOptions.builder().build(), small);
        VectorSchemaRoot batch = Tables.ascending(allocator, BUILD_ROWS - 2, 5)) {
      probe.add(batch);
      // None of the columns, and some of them where memory is not rounded up.
      for (int room : new int[] {0, 1, 20, 50}) {
        small.setLimit(room);
        assertThatThrownBy(probe::next).isInstanceOf(OutOfMemoryException.class);
        assertThatThrownBy(() -> probe.add(batch)).isInstanceOf(IllegalStateException.class);
      }
      small.setLimit(Long.MAX_VALUE);
      assertThat(rows(probe)).containsExactly(matched(98, "name 98"), matched(99, "name 99"));
      probe.finish();
      assertThat(rows(probe)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void refusedRows_ofClosedProbe_leaveBudget(Joins joins) {
    JoinSpecification specification = Tables.on(JoinKind.INNER).memoryBudget(300_000).build();
    try (BufferAllocator small = allocator.newChildAllocator("small", 0, Long.MAX_VALUE);
        BuiltJoin join = Tables.join(joins, specification, small, BUILD_ROWS);
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, BUILD_ROWS)) {
      small.setLimit(small.getAllocatedMemory());
      // Rows of 32 bytes and more, which would be ten times the budget.
      for (int round = 0; round < 1000; round++) {
        try (JoinProbe probe = join.probe()) {
          probe.add(batch);
          assertThatThrownBy(probe::next).isInstanceOf(OutOfMemoryException.class);
        }
      }
    }
  }

  /** Wherever it fails; joins in Java have nothing that is not on the heap or the allocator. */
  @Test
  @DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
  void allocator_withoutRoomForResult_losesNoMemory() {
    int refused = 0;
    for (int room = 0; room < 400; room++) {
      try (BuiltJoin join = join(NativeJoins.load(), JoinKind.INNER);
          BufferAllocator small = allocator.newChildAllocator("small", 0, room);
          NativeProbe probe = ((NativeJoin) join).probe(small);
          VectorSchemaRoot batch = Tables.ascending(allocator, 0, 5)) {
        probe.add(batch);
        refused += givesRows(probe) ? 0 : 1;
      }
    }
    assertThat(refused).isBetween(150, 399);
  }

  private static boolean givesRows(JoinProbe probe) {
    try (VectorSchemaRoot result = probe.next()) {
      assertThat(result.getRowCount()).isEqualTo(5);
      return true;
    } catch (OutOfMemoryException e) {
      return false;
    }
  }
}
