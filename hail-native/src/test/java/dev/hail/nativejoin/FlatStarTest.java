// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Stars of flat joins, compared with nested loops over the same rows. */
class FlatStarTest {
  private static final List<JoinKind> KINDS =
      Arrays.stream(JoinKind.values()).filter(JoinKind::canBeInStar).toList();

  /** The positions of their columns in the tables of this test. */
  private static final List<FlatType> TYPES = List.of(FlatType.values());

  @TempDir Path directory;

  /** One join of a case, and the pairs of columns that it joins on. */
  private record Side(FlatTable table, FlatSpecification specification, List<int[]> keys) {
    boolean matches(Object[] probe, Object[] build) {
      for (int[] pair : keys) {
        Object a = keyValue(build[pair[0]]);
        Object b = keyValue(probe[pair[1]]);
        boolean equal = a != null && a.equals(b);
        if (!equal && !(a == null && b == null && specification.nullEqual())) {
          return false;
        }
      }
      return true;
    }

    /** A value as keys compare it: -0.0 equals 0.0. */
    private static Object keyValue(Object value) {
      return value instanceof Double number ? (Object) (number + 0.0) : value;
    }

    /** The choices that a probe row has in this join: build rows, or one null for none. */
    List<Object[]> choices(Object[] probe) {
      List<Object[]> found = table.rows().stream().filter(row -> matches(probe, row)).toList();
      List<Object[]> once = new ArrayList<>();
      once.add(null);
      return switch (specification.kind()) {
        case INNER -> found;
        case PROBE_OUTER -> found.isEmpty() ? once : found;
        case PROBE_SEMI -> found.isEmpty() ? List.of() : once;
        case PROBE_ANTI -> found.isEmpty() ? once : List.of();
        case NULL_AWARE_ANTI -> found.isEmpty() && !isUnknown(probe) ? once : List.of();
        default -> throw new AssertionError(specification.kind());
      };
    }

    /** Whether SQL does not know whether the key is in the build side. */
    private boolean isUnknown(Object[] probe) {
      int[] pair = keys.get(0);
      return !specification.nullEqual()
          && !table.rows().isEmpty()
          && (probe[pair[1]] == null
              || table.rows().stream().anyMatch(row -> row[pair[0]] == null));
    }
  }

  static List<Named<FlatJoins>> joins() {
    return Implementations.flat().stream().map(joins -> Named.of(joins.name(), joins)).toList();
  }

  static Stream<Arguments> joinsAndSeeds() {
    return joins().stream()
        .flatMap(joins -> TestSeeds.of(3).mapToObj(seed -> Arguments.of(joins, seed)));
  }

  @ParameterizedTest
  @MethodSource("joinsAndSeeds")
  void randomStars_ofAllKindsAndTypes_giveRowsOfNestedLoops(FlatJoins joins, long seed)
      throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      FlatTable probe = FlatTable.random(columns("p", random), probeRows(random), random);
      List<Side> sides = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        sides.add(side("b" + i, probe.columns(), random));
      }
      List<String> expected = expected(probe, sides);
      String label = "round " + round + ", " + TestSeeds.hint(seed);
      RightAnswer.expect(
          star(joins, probe, sides, random),
          rows -> assertThat(rows).as(label).containsExactlyInAnyOrderElementsOf(expected));
    }
  }

  /** Some rows; seldom more than the joins look up together. */
  private static int probeRows(Random random) {
    return random.nextInt(10) == 0 ? 2_500 : random.nextInt(400);
  }

  /** A column of each type, and a second one of some. */
  private static List<FlatColumn> columns(String prefix, Random random) {
    List<FlatColumn> columns = new ArrayList<>();
    for (FlatType type : TYPES) {
      boolean nullable = random.nextBoolean();
      String name = prefix + "_" + type;
      columns.add(
          type == FlatType.DECIMAL
              ? FlatColumn.decimal(name, 2, nullable)
              : FlatColumn.of(name, type, nullable));
    }
    return List.copyOf(columns);
  }

  private static Side side(String name, List<FlatColumn> probe, Random random) {
    FlatTable table = FlatTable.random(columns(name, random), random.nextInt(60), random);
    JoinKind kind = KINDS.get(random.nextInt(KINDS.size()));
    FlatSpecification.Builder builder =
        FlatSpecification.builder(kind, table.columns(), probe)
            .nullEqual(random.nextInt(4) == 0)
            .threads(1 + random.nextInt(2));
    List<int[]> keys = new ArrayList<>();
    int parts = kind == JoinKind.NULL_AWARE_ANTI ? 1 : 1 + random.nextInt(2);
    while (keys.size() < parts) {
      int type = random.nextInt(TYPES.size());
      // Integers, and numbers, of different widths are equal, too.
      int other =
          switch (TYPES.get(type)) {
            case INT, BIGINT -> pick(random, FlatType.INT, FlatType.BIGINT);
            case FLOAT, DOUBLE -> pick(random, FlatType.FLOAT, FlatType.DOUBLE);
            default -> type;
          };
      keys.add(new int[] {type, other});
      builder.on(type, other);
    }
    if (kind.givesBuildColumns()) {
      List<Integer> outputs =
          IntStream.range(0, table.columns().size())
              .filter(c -> table.columns().get(c).type() != FlatType.STRING)
              .filter(c -> random.nextBoolean())
              .boxed()
              .toList();
      builder.outputs(outputs);
    }
    return new Side(table, builder.build(), keys);
  }

  private static int pick(Random random, FlatType a, FlatType b) {
    return TYPES.indexOf(random.nextBoolean() ? a : b);
  }

  private static List<String> expected(FlatTable probe, List<Side> sides) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < probe.rows().size(); i++) {
      List<String> texts = new ArrayList<>(List.of(i + ":"));
      for (Side side : sides) {
        List<Object[]> choices = side.choices(probe.rows().get(i));
        List<String> longer = new ArrayList<>();
        for (String text : texts) {
          for (Object[] choice : choices) {
            longer.add(text + outputs(side, choice));
          }
        }
        texts = longer;
      }
      rows.addAll(texts);
    }
    return rows;
  }

  private static String outputs(Side side, Object[] row) {
    StringBuilder text = new StringBuilder();
    for (int output : side.specification().outputs()) {
      text.append(' ').append(row == null ? null : row[output]);
    }
    return text.toString();
  }

  /** Builds, some of it through an image, and probes with batches of any size. */
  private List<String> star(FlatJoins joins, FlatTable probe, List<Side> sides, Random random) {
    List<FlatJoin> built = new ArrayList<>();
    try {
      for (Side side : sides) {
        FlatJoin join = build(joins, side, random);
        if (random.nextBoolean()) {
          Path image = directory.resolve("image-" + built.size());
          join.save(image);
          join.close();
          join = joins.map(image, true);
        }
        built.add(join);
      }
      try (FlatStar star = joins.star(built, 1 + random.nextInt(100))) {
        return probe(star, probe, random);
      }
    } finally {
      built.forEach(FlatJoin::close);
    }
  }

  private static FlatJoin build(FlatJoins joins, Side side, Random random) {
    FlatTable table = side.table();
    FlatBatch wide = new FlatBatch(table.columns(), 1 + random.nextInt(30));
    try (FlatBuild build = joins.build(side.specification())) {
      for (int from = 0; from < table.rows().size(); ) {
        FlatBatch batch = random.nextBoolean() ? wide : narrow(table, from, wide);
        from += table.fill(batch, from, batch.capacity());
        build.add(batch);
      }
      return build.finish();
    }
  }

  private static FlatBatch narrow(FlatTable table, int from, FlatBatch wide) {
    return new FlatBatch(table.columnsOf(from, wide.capacity()), wide.capacity());
  }

  private static List<String> probe(FlatStar star, FlatTable probe, Random random) {
    List<String> found = new ArrayList<>();
    FlatBatch wide = new FlatBatch(probe.columns(), 1 + random.nextInt(2500));
    for (int from = 0; from < probe.rows().size(); ) {
      FlatBatch batch = random.nextBoolean() ? wide : narrow(probe, from, wide);
      int count = probe.fill(batch, from, 1 + random.nextInt(batch.capacity()));
      star.add(batch);
      while (star.next()) {
        for (int row = 0; row < star.rows().size(); row++) {
          StringBuilder text = new StringBuilder();
          text.append(from + star.rows().rowNumber(row)).append(':');
          for (int c = 0; c < star.rows().columns().size(); c++) {
            text.append(' ').append(FlatTable.read(star.rows(), row, c));
          }
          found.add(text.toString());
        }
      }
      from += count;
    }
    return found;
  }

  private static FlatSpecification.Builder ints(JoinKind kind) {
    List<FlatColumn> columns =
        List.of(
            FlatColumn.of("k", FlatType.INT, false), FlatColumn.of("s", FlatType.STRING, false));
    return FlatSpecification.builder(kind, columns, columns);
  }

  @Test
  void specification_thatCannotBe_isRefusedByName() {
    assertThatThrownBy(() -> ints(JoinKind.FULL_OUTER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FULL_OUTER");
    assertThatThrownBy(() -> ints(JoinKind.INNER).on(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`k'")
        .hasMessageContaining("`s'")
        .hasMessageContaining("never equal");
    assertThatThrownBy(() -> ints(JoinKind.INNER).outputs(List.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`s' is a STRING");
    assertThatThrownBy(() -> ints(JoinKind.PROBE_SEMI).outputs(List.of(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no build columns");
    assertThatThrownBy(() -> ints(JoinKind.INNER).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key");
  }

  @ParameterizedTest
  @MethodSource("joins")
  void batch_ofOtherColumns_isRefusedAndNothingElseChanges(FlatJoins joins) {
    FlatSpecification specification = ints(JoinKind.INNER).on(0, 0).build();
    FlatTable table = FlatTable.random(specification.build(), 5, new Random(1));
    FlatBatch wrong = new FlatBatch(List.of(FlatColumn.of("k", FlatType.INT, false)), 3);
    FlatBatch nullable =
        new FlatBatch(
            List.of(
                FlatColumn.of("k", FlatType.INT, true), FlatColumn.of("s", FlatType.STRING, false)),
            3);
    FlatBatch right = new FlatBatch(specification.build(), 5);
    try (FlatBuild build = joins.build(specification)) {
      assertThatThrownBy(() -> build.add(wrong))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("1 columns")
          .hasMessageContaining("build side 2");
      assertThatThrownBy(() -> build.add(nullable))
          .isInstanceOf(InvalidBatchException.class)
          .hasMessageContaining("Column 0");
      table.fill(right, 0, 5);
      build.add(right);
      try (FlatJoin join = build.finish()) {
        assertThat(join.summary().rows()).isEqualTo(5);
        try (FlatStar star = joins.star(List.of(join), 10)) {
          assertThatThrownBy(() -> star.add(wrong)).isInstanceOf(InvalidBatchException.class);
          star.add(right);
          assertThatThrownBy(() -> star.add(right)).isInstanceOf(IllegalStateException.class);
          int found = 0;
          while (star.next()) {
            found += star.rows().size();
          }
          assertThat(found).isGreaterThanOrEqualTo(5);
          assertThat(star.counts(0).seen()).isEqualTo(5);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void buildSide_beyondBudget_isRefusedAndStaysAsItWas(FlatJoins joins) {
    FlatSpecification specification = ints(JoinKind.INNER).on(0, 0).memoryBudget(300_000).build();
    FlatTable table = FlatTable.random(specification.build(), 1000, new Random(2));
    FlatBatch batch = new FlatBatch(specification.build(), 1000);
    table.fill(batch, 0, 1000);
    long added = 0;
    try (FlatBuild build = joins.build(specification)) {
      try {
        while (added < 1_000_000) {
          build.add(batch);
          added += 1000;
        }
      } catch (JoinBudgetException expected) {
        assertThat(expected).hasMessageContaining("300000");
      }
      assertThat(added).isBetween(1000L, 999_000L);
    }
  }

  @ParameterizedTest
  @MethodSource("joins")
  void closedStar_used_saysSo(FlatJoins joins) {
    FlatSpecification specification = ints(JoinKind.PROBE_SEMI).on(0, 0).build();
    try (FlatBuild build = joins.build(specification);
        FlatJoin join = build.finish()) {
      FlatStar star = joins.star(List.of(join), 1);
      star.close();
      star.close();
      assertThatThrownBy(star::next)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }
}
