// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.BatchRows;
import dev.hail.format.block.RandomPredicate;
import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BlockReaderTest {
  private static final int TABLES = 40;
  private static final int PREDICATES = 25;

  @Test
  void everyReplica_forAnyPredicate_answersLikeRowByRowScan() throws IOException {
    for (int seed = 0; seed < TABLES; seed++) {
      Random random = new Random(seed);
      RandomTable table = RandomTable.of(random, seed < 3 ? seed : random.nextInt(3000));
      byte[] block = table.build(BlockOptions.of().withPartitionRows(1 + random.nextInt(200)));
      RandomPredicate predicates = new RandomPredicate(table, random);
      for (int n = 0; n < PREDICATES; n++) {
        int attribute = random.nextInt(table.schema().size() + 1);
        byte[] replica = attribute == 0 ? block : BlockSorter.sort(block, block.length, attribute);
        List<List<Object>> stored = attribute == 0 ? table.rows() : table.sortedBy(attribute);
        Predicate predicate =
            attribute > 0 && random.nextBoolean()
                ? predicates.leaf(table.schema().attribute(attribute))
                : predicates.next(3);
        int[] projection = random.nextInt(4) == 0 ? null : projection(table, random);
        ReaderOptions options = options(random);
        String label =
            "seed " + seed + ", predicate " + n + " " + predicate + ", sorted by " + attribute;
        List<List<Object>> expected =
            stored.stream()
                .filter(row -> RandomPredicate.holds(predicate, row))
                .map(row -> projected(row, projection))
                .collect(Collectors.toList());
        try (BlockReader reader =
            BlockReader.open(BlockSource.of(replica), predicate, projection, options)) {
          assertThat(BatchRows.read(reader, table.schema(), projection))
              .as(label)
              .isEqualTo(expected);
          ReadMetrics metrics = reader.metrics();
          assertThat(metrics.rowsQualifying()).as(label).isEqualTo(expected.size());
          assertThat(metrics.rowsRead() + metrics.rowsSkipped())
              .as(label)
              .isEqualTo(table.rows().size());
          assertThat(reader.badRecords()).as(label).isEqualTo(table.bad());
          assertThat(reader.accessPath() == AccessPath.SCAN)
              .as(label)
              .isEqualTo(!options.useIndex() || IndexFit.of(predicate, attribute) == IndexFit.NONE);
        }
      }
    }
  }

  private static ReaderOptions options(Random random) {
    ReaderOptions options =
        ReaderOptions.DEFAULT
            .withFirstReadBytes(Preamble.LENGTH + random.nextInt(5000))
            .withBatch(1 + random.nextInt(2000), 1 + random.nextInt(1 << 20));
    options =
        new ReaderOptions(
            options.firstReadBytes(),
            options.batchRows(),
            options.batchBytes(),
            random.nextBoolean() ? 0 : random.nextInt(1 << 16),
            true);
    return random.nextInt(5) == 0 ? options.withoutIndex() : options;
  }

  private static int[] projection(RandomTable table, Random random) {
    int[] projection = new int[random.nextInt(4)];
    for (int i = 0; i < projection.length; i++) {
      projection[i] = 1 + random.nextInt(table.schema().size());
    }
    return projection;
  }

  private static List<Object> projected(List<Object> row, int[] projection) {
    if (projection == null) {
      return row;
    }
    List<Object> values = new ArrayList<>();
    for (int position : projection) {
      values.add(row.get(position - 1));
    }
    return values;
  }

  @Test
  void indexScan_ofSelectivePredicate_readsFractionOfBlock() throws IOException {
    Schema schema = Schema.parse("key INT, payload STRING, unused STRING");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1));
    Random random = new Random(1);
    for (int row = 0; row < 200_000; row++) {
      byte[] text = Long.toHexString(random.nextLong()).getBytes(StandardCharsets.UTF_8);
      builder.column(1).appendLong(random.nextInt(1_000_000));
      builder.column(2).appendBytes(text, 0, text.length);
      builder.column(3).appendBytes(text, 0, text.length);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    Predicate predicate = Predicate.parse("key = 1234", schema);
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(sorted), predicate, new int[] {2}, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      while (reader.next(batch)) {
        assertThat(batch.size()).isLessThan(10);
      }
      assertThat(reader.accessPath()).isEqualTo(AccessPath.INDEX_EQUALITY);
      assertThat(reader.metrics().rowsRead()).isLessThanOrEqualTo(2 * 1024);
      assertThat(reader.metrics().rowsSkipped()).isGreaterThanOrEqualTo(197_000);
      assertThat(reader.metrics().bytesRead()).isLessThan(120_000);
      assertThat(reader.metrics().reads()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void rangeScan_ofSortColumn_readsItAtBothEndsOnly() throws IOException {
    Schema schema = Schema.parse("key BIGINT, small INT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1));
    for (int row = 0; row < 300_000; row++) {
      builder.column(1).appendLong((1L << 40) + row);
      builder.column(2).appendLong(row % 100);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    long low = (1L << 40) + 50_001;
    Predicate predicate =
        Predicate.parse("key between(" + low + ", " + (low + 199_999) + ")", schema);
    ReaderOptions noGaps = new ReaderOptions(4 << 10, 1 << 20, 16 << 20, 0, true);
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(sorted), predicate, new int[] {2}, noGaps)) {
      RowBatch batch = new RowBatch();
      long rows = 0;
      while (reader.next(batch)) {
        assertThat(batch.getInt(0, 2)).isEqualTo((int) ((50_001 + rows) % 100));
        rows += batch.size();
      }
      assertThat(rows).isEqualTo(200_000);
      assertThat(reader.metrics().rowsQualifying()).isEqualTo(200_000);
      assertThat(reader.metrics().rowsRead() + reader.metrics().rowsSkipped()).isEqualTo(300_000);
      int ends = 2 * 1024 * Long.BYTES;
      assertThat(reader.metrics().bytesRead())
          .isBetween(200_000L + ends, 200_000L + ends + reader.front().frontLength() + (4 << 10));
    }
  }

  @Test
  void isNotNull_onSortAttribute_skipsNulls() throws IOException {
    Schema schema = Schema.parse("a INT, b INT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1));
    for (int row = 0; row < 10_000; row++) {
      if (row % 4 == 0) {
        builder.column(1).appendLong(row);
      } else {
        builder.column(1).appendNull();
      }
      builder.column(2).appendLong(row);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    Predicate predicate = Predicate.parse("a is not null", schema);
    try (BlockReader reader =
        BlockReader.open(BlockSource.of(sorted), predicate, new int[] {2}, ReaderOptions.DEFAULT)) {
      RowBatch batch = new RowBatch();
      long rows = 0;
      while (reader.next(batch)) {
        rows += batch.size();
      }
      assertThat(rows).isEqualTo(2_500);
      assertThat(reader.accessPath()).isEqualTo(AccessPath.SCAN);
      assertThat(reader.metrics().rowsSkipped()).isEqualTo(7_500);
    }
  }

  @Test
  void wrongGetter_called_isRefused() throws IOException {
    Schema schema = Schema.parse("day DATE, name STRING, n BIGINT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
    builder.column(1).appendLong(3);
    builder.column(2).appendNull();
    builder.column(3).appendLong(5);
    builder.endRow();
    RowBatch batch = new RowBatch();
    assertThatThrownBy(() -> batch.getInt(0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not been filled");
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(builder.build()),
            new Predicate.True(),
            new int[] {1, 2},
            ReaderOptions.DEFAULT)) {
      assertThat(reader.next(batch)).isTrue();
      assertThat(batch.getString(0, 1)).isEqualTo("1970-01-04");
      assertThat(batch.getString(0, 2)).isNull();
      assertThat(batch.stringLength(0, 2)).isZero();
      assertThatThrownBy(() -> batch.getInt(0, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("attribute name (@2) is STRING, which cannot be read as int");
      assertThatThrownBy(() -> batch.getLong(0, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("attribute n (@3) was not projected");
      assertThatThrownBy(() -> batch.getDate(1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(reader.next(batch)).isFalse();
    }
  }

  @Test
  void predicate_ofAnotherSchema_isRefused() {
    byte[] block = new BlockBuilder(Schema.parse("a INT, b STRING"), BlockOptions.of()).build();
    Predicate predicate = Predicate.parse("a = 'x'", Schema.parse("a STRING"));
    assertThatThrownBy(
            () -> BlockReader.open(BlockSource.of(block), predicate, null, ReaderOptions.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in this block it is a INT");
  }
}
