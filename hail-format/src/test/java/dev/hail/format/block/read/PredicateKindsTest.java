// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every kind of predicate that there is selects its rows, and is checked against the schema. */
class PredicateKindsTest {
  private static final int ROWS = 100;
  private static final Schema SCHEMA = Schema.parse("n INT");

  private final Predicate small = Predicate.parse("n < 10", SCHEMA);
  private final Predicate even =
      Predicate.parse("n IN (0, 2, 4, 6, 8, 10, 12, 14, 16, 18)", SCHEMA);

  @Test
  void predicateKind_aloneOrNested_selectsItsRows() throws IOException {
    Map<Predicate, IntPredicate> expected = new LinkedHashMap<>();
    expected.put(new Predicate.True(), n -> true);
    expected.put(small, n -> n < 10);
    expected.put(new Predicate.And(List.of(small, even)), n -> n < 10 && n % 2 == 0);
    expected.put(new Predicate.Or(List.of(small, even)), n -> n < 10 || (n < 20 && n % 2 == 0));
    expected.put(new Predicate.And(List.of()), n -> true);
    expected.put(new Predicate.Or(List.of()), n -> false);
    expected.put(new Predicate.And(List.of(new Predicate.True(), small)), n -> n < 10);
    expected.put(new Predicate.Or(List.of(new Predicate.True(), small)), n -> true);
    expected.put(
        new Predicate.And(List.of(new Predicate.Or(List.of(small, even)), small)), n -> n < 10);
    assertThat(expected.keySet().stream().map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(Predicate.class.getPermittedSubclasses());
    byte[] block = block();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    for (Map.Entry<Predicate, IntPredicate> each : expected.entrySet()) {
      int[] rows = IntStream.range(0, ROWS).filter(each.getValue()).toArray();
      assertThat(read(block, each.getKey()))
          .as("%s", each.getKey())
          .containsExactlyInAnyOrder(rows);
      assertThat(read(sorted, each.getKey())).as("%s, sorted", each.getKey()).containsExactly(rows);
    }
  }

  @Test
  void wrongType_inAnyPredicateKind_isFound() {
    Predicate wrong = Predicate.parse("n = 'x'", Schema.parse("n STRING"));
    List<Predicate> all =
        List.of(
            wrong,
            new Predicate.And(List.of(small, wrong)),
            new Predicate.Or(List.of(small, wrong)),
            new Predicate.Or(List.of(new Predicate.And(List.of(new Predicate.True(), wrong)))));
    for (Predicate predicate : all) {
      assertThatThrownBy(() -> read(block(), predicate))
          .as("%s", predicate)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("in this block it is n INT");
    }
  }

  private static byte[] block() {
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(1).withPartitionRows(8));
    for (int row = 0; row < ROWS; row++) {
      builder.column(1).appendLong(row * 37 % ROWS);
      builder.endRow();
    }
    return builder.build();
  }

  private static int[] read(byte[] block, Predicate predicate) throws IOException {
    List<Integer> found = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(block), predicate, null, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        for (int row = 0; row < batch.size(); row++) {
          found.add(batch.getInt(row, 1));
        }
      }
    }
    return found.stream().mapToInt(n -> n).toArray();
  }
}
