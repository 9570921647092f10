// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.RowRange;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans over blocks of 100 rows in partitions of ten, whose columns take a byte a row. */
class ReadPlanTest {
  private static final int ROWS = 100;
  private static final Schema SCHEMA = Schema.parse("key INT, other INT, text STRING, unused INT");
  private static final int[] NOTHING = {};

  /** A replica with the keys 0 to 99, of which some rows have NULL. */
  private static BlockFront front(int sortAttribute, int nulls) throws IOException {
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(1).withPartitionRows(10));
    for (int row = 0; row < ROWS; row++) {
      int key = row * 37 % ROWS;
      if (key < nulls) {
        builder.column(1).appendNull();
      } else {
        builder.column(1).appendLong(key);
      }
      builder.column(2).appendLong(key);
      builder.column(3).appendBytes(new byte[] {'a', 'b', 'c'}, 0, 3);
      builder.column(4).appendNull();
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] replica =
        sortAttribute == 0 ? block : BlockSorter.sort(block, block.length, sortAttribute);
    return BlockFront.parse(replica, replica.length);
  }

  private static ReadPlan plan(BlockFront front, String predicate, int... projection) {
    return ReadPlan.of(front, predicate(predicate), projection, options(0));
  }

  private static Predicate predicate(String text) {
    return Predicate.parse(text, SCHEMA);
  }

  private static ReaderOptions options(int coalesceBytes) {
    return new ReaderOptions(1 << 10, ROWS, 1 << 20, coalesceBytes, true);
  }

  @Test
  void replicaInUploadOrder_isScanned() throws IOException {
    ReadPlan plan = plan(front(0, 0), "key = 42", 2);
    assertThat(plan.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(plan.ranges()).containsExactly(new RowRange(0, ROWS));
    assertThat(plan.rowsSkipped()).isZero();
    assertThat(plan.sortLeaf()).isNull();
    assertThat(uses(plan))
        .containsExactly(ColumnUse.FILTERED, ColumnUse.PROJECTED, ColumnUse.NONE, ColumnUse.NONE);
  }

  @Test
  void index_givesThePartitionsOfKeysAndRanges() throws IOException {
    BlockFront front = front(1, 0);
    ReadPlan point = plan(front, "key = 42", NOTHING);
    assertThat(point.accessPath()).isEqualTo(AccessPath.INDEX_EQUALITY);
    assertThat(point.ranges()).containsExactly(new RowRange(40, 50));
    assertThat(point.rowsSkipped()).isEqualTo(90);
    ReadPlan range = plan(front, "key between 42 and 57", NOTHING);
    assertThat(range.accessPath()).isEqualTo(AccessPath.INDEX_RANGE);
    assertThat(range.ranges()).containsExactly(new RowRange(40, 60));
    // The index does not tell where the last partition ends.
    ReadPlan beyond = plan(front, "key > 1000", NOTHING);
    assertThat(beyond.ranges()).containsExactly(new RowRange(90, ROWS));
    ReadPlan other = plan(front, "other = 42", NOTHING);
    assertThat(other.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(other.ranges()).containsExactly(new RowRange(0, ROWS));
  }

  @Test
  void hints_onTheSortAttribute_leavePartitionsOut_andFilterNoRow() throws IOException {
    BlockFront front = front(1, 0);
    Restriction few = predicate("key in (42, 77)").restriction(1);
    ReadPlan plan = hinted(front, "other > 0", few, IndexFit.FEW_KEYS);
    assertThat(plan.accessPath()).isEqualTo(AccessPath.INDEX_KEYS);
    assertThat(plan.ranges()).containsExactly(new RowRange(40, 50), new RowRange(70, 80));
    assertThat(plan.use(1)).isEqualTo(ColumnUse.NONE);

    ReadPlan both = hinted(front, "key > 50", few, IndexFit.SOME_KEYS);
    assertThat(both.accessPath()).isEqualTo(AccessPath.INDEX_RANGE);
    assertThat(both.ranges()).containsExactly(new RowRange(70, 80));

    ReadPlan none = hinted(front, "other > 0", few, IndexFit.NONE);
    assertThat(none.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(none.ranges()).hasSize(2);

    ReadPlan elsewhere = hinted(front(0, 0), "other > 0", few, IndexFit.FEW_KEYS);
    assertThat(elsewhere.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(elsewhere.ranges()).containsExactly(new RowRange(0, ROWS));
  }

  private static ReadPlan hinted(
      BlockFront front, String predicate, Restriction restriction, IndexFit fit) {
    KeyHints hints = new KeyHints(Map.of(1, new KeyHints.Hint(restriction, fit)));
    return ReadPlan.of(front, predicate(predicate), NOTHING, options(0).withHints(hints));
  }

  @Test
  void planWithoutTheIndex_readsAllRows() throws IOException {
    ReadPlan plan =
        ReadPlan.of(front(1, 0), predicate("key = 42"), NOTHING, options(0).withoutIndex());
    assertThat(plan.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(plan.ranges()).containsExactly(new RowRange(0, ROWS));
    assertThat(plan.sortLeaf()).isNull();
  }

  @Test
  void nullsInFront_areSkippedByAScan() throws IOException {
    ReadPlan plan = plan(front(1, 25), "key is not null", NOTHING);
    assertThat(plan.accessPath()).isEqualTo(AccessPath.SCAN);
    assertThat(plan.ranges()).containsExactly(new RowRange(25, ROWS));
    assertThat(plan.rowsSkipped()).isEqualTo(25);
  }

  @Test
  void rangesWithSmallGaps_areReadAsOne() throws IOException {
    BlockFront front = front(1, 0);
    Predicate predicate = predicate("key in (12, 47)");
    // A row of the key takes two bytes: its own, and one that each row is counted with.
    assertThat(ReadPlan.of(front, predicate, NOTHING, options(39)).ranges())
        .containsExactly(new RowRange(10, 20), new RowRange(40, 50));
    assertThat(ReadPlan.of(front, predicate, NOTHING, options(40)).ranges())
        .containsExactly(new RowRange(10, 50));
  }

  @Test
  void window_hasTheRowsThatItsColumnsLeaveRoomFor() throws IOException {
    BlockFront front = front(0, 0);
    ReaderOptions few = options(0).withBatch(7, 1 << 20);
    assertThat(ReadPlan.of(front, predicate("key = 1"), NOTHING, few).windowRows()).isEqualTo(7);
    ReaderOptions small = options(0).withBatch(1000, 300);
    assertThat(ReadPlan.of(front, predicate("key = 1"), new int[] {2}, small).windowRows())
        .isEqualTo(100);
    // A string takes its offset and its bytes.
    assertThat(ReadPlan.of(front, predicate("key = 1"), new int[] {3}, small).windowRows())
        .isEqualTo(300 / (1 + 1 + 4 + 3));
    ReaderOptions tiny = options(0).withBatch(1000, 1);
    assertThat(ReadPlan.of(front, predicate("key = 1"), null, tiny).windowRows()).isEqualTo(1);
  }

  @Test
  void eachColumn_isReadInOneStep() throws IOException {
    BlockFront front = front(1, 0);
    ReadPlan plan = plan(front, "key > 42 and other < 60", 1, 3);
    assertThat(uses(plan))
        .containsExactly(ColumnUse.SORTED, ColumnUse.FILTERED, ColumnUse.PROJECTED, ColumnUse.NONE);
    assertThat(IntStream.rangeClosed(1, 4).filter(plan::isProjected)).containsExactly(1, 3);
    assertThat(plan.filtersSorted()).isFalse();
    assertThat(plan.sortLeaf().leaf()).isEqualTo(predicate("key > 42"));
    ReadPlan both = plan(front, "key > 42 and (key < 50 or other < 60)", NOTHING);
    assertThat(both.use(1)).isEqualTo(ColumnUse.SORTED);
    assertThat(both.filtersSorted()).isTrue();
  }

  @Test
  void noProjection_meansAllAttributes() throws IOException {
    ReadPlan plan = ReadPlan.of(front(0, 0), new Predicate.True(), null, options(0));
    assertThat(uses(plan)).containsOnly(ColumnUse.PROJECTED);
    ReadPlan none = ReadPlan.of(front(0, 0), new Predicate.True(), NOTHING, options(0));
    assertThat(uses(none)).containsOnly(ColumnUse.NONE);
  }

  @Test
  void queryThatDoesNotFitTheSchema_isRefused() throws IOException {
    BlockFront front = front(0, 0);
    assertThatThrownBy(() -> plan(front, "key = 1", 5))
        .isInstanceOf(IllegalArgumentException.class);
    Predicate wrong = Predicate.parse("key = 'x'", Schema.parse("key STRING"));
    assertThatThrownBy(() -> ReadPlan.of(front, wrong, null, options(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in this block it is key INT");
  }

  private static ColumnUse[] uses(ReadPlan plan) {
    return IntStream.rangeClosed(1, SCHEMA.size()).mapToObj(plan::use).toArray(ColumnUse[]::new);
  }
}
