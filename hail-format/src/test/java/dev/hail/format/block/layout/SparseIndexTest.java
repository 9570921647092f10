// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.ArrowRows;
import dev.hail.format.block.RandomPredicate;
import dev.hail.format.block.RandomTable;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.predicate.Restriction;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseIndexTest {
  private static final int TABLES = 300;
  private static final int LOOKUPS = 60;

  @Test
  void lookup_ofAnyKey_missesNoRowAndReadsLittleMore() throws IOException {
    for (int seed = 0; seed < TABLES; seed++) {
      Random random = new Random(seed);
      Schema schema = Schema.parse(pick(random, "k STRING", "k STRING", "k DOUBLE", "k BIGINT"));
      RandomTable table = RandomTable.of(schema, random, random.nextInt(2000));
      int partitionRows = 1 + random.nextInt(64);
      byte[] block = table.build(BlockOptions.of(1).withPartitionRows(partitionRows));
      byte[] sorted = BlockSorter.sort(block, block.length, 1);
      SparseIndex index = BlockFront.parse(sorted, sorted.length).index();
      List<byte[]> keys = new ArrayList<>();
      table.sortedBy(1).forEach(row -> keys.add(RandomTable.key(row.get(0))));
      RandomPredicate predicates = new RandomPredicate(table, random);
      for (int n = 0; n < LOOKUPS; n++) {
        var leaf = predicates.leaf(schema.attribute(1));
        Restriction restriction = new Restriction(leaf.ranges(), leaf.acceptsNull());
        String label = "seed " + seed + ", lookup " + n + " " + restriction;
        boolean exact = true;
        for (int p = 0; p < index.partitions(); p++) {
          exact &= !index.truncated(p);
        }
        check(keys, index.lookup(restriction), restriction, partitionRows, exact, label);
      }
    }
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static void check(
      List<byte[]> keys,
      List<RowRange> found,
      Restriction restriction,
      int partitionRows,
      boolean exact,
      String label) {
    boolean[] covered = new boolean[keys.size()];
    int last = -1;
    for (RowRange range : found) {
      assertThat(range.begin()).as(label).isGreaterThan(last);
      assertThat(range.size()).as(label).isPositive();
      last = range.end();
      Arrays.fill(covered, range.begin(), range.end(), true);
    }
    int extra = 0;
    for (int row = 0; row < covered.length; row++) {
      byte[] key = keys.get(row);
      boolean qualifies =
          key == null ? restriction.acceptsNull() : restriction.ranges().contains(key);
      assertThat(covered[row] || !qualifies).as(label + ", row " + row).isTrue();
      extra += covered[row] && !qualifies ? 1 : 0;
    }
    if (exact) {
      int ranges = restriction.ranges().ranges().size();
      assertThat(extra).as(label).isLessThanOrEqualTo(2 * partitionRows * ranges);
    }
  }

  @Test
  void longSharedPrefixes_inIndex_stillNarrowLookup() throws IOException {
    Schema schema = Schema.parse("url STRING");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1));
    Random random = new Random(5);
    String[] hosts = new String[10];
    for (int h = 0; h < hosts.length; h++) {
      hosts[h] = "https://host" + h + ".example/" + "very/long/path/".repeat(13);
    }
    List<byte[]> urls = new ArrayList<>();
    for (int row = 0; row < 60_000; row++) {
      String url = hosts[random.nextInt(10)] + Integer.toHexString(random.nextInt());
      byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
      urls.add(bytes);
      builder.column(1).appendBytes(bytes, 0, bytes.length);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    SparseIndex index = BlockFront.parse(sorted, sorted.length).index();
    int rows = 0;
    for (int n = 0; n < 200; n++) {
      KeyRanges point = KeyRanges.of(KeyRange.point(urls.get(random.nextInt(urls.size()))));
      for (RowRange range : index.lookup(new Restriction(point, false))) {
        rows += range.size();
      }
    }
    assertThat(rows / 200).isLessThanOrEqualTo(1024 + 100);
  }

  @Test
  void tooLongKeys_inIndex_areCutButStayLowerBounds() throws IOException {
    Schema schema = Schema.parse("s STRING");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1).withPartitionRows(8));
    Random random = new Random(9);
    for (int row = 0; row < 4000; row++) {
      byte[] text = new byte[400];
      random.nextBytes(text);
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) ('a' + (text[i] & 1));
      }
      builder.column(1).appendBytes(text, 0, text.length);
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    BlockFront front = BlockFront.parse(sorted, sorted.length);
    SparseIndex index = front.index();
    List<List<Object>> rows = ArrowRows.read(sorted, schema);
    for (int p = 0; p < index.partitions(); p++) {
      byte[] first = RandomTable.key(rows.get(8 * p).get(0));
      assertThat(index.truncated(p)).as("partition %d", p).isTrue();
      assertThat(first).as("partition %d", p).startsWith(index.key(p));
      assertThat(index.key(p).length).as("partition %d", p).isBetween(20, 399);
    }
    assertThat(front.indexLength()).isGreaterThan(front.indexCapacity() * 9 / 10);
    BlockVerifier.verify(BlockSource.of(sorted));
  }

  @Test
  void equalKeys_overManyPartitions_areAllFound() throws IOException {
    Schema schema = Schema.parse("n INT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1).withPartitionRows(4));
    for (int row = 0; row < 100; row++) {
      if (row % 10 == 0) {
        builder.column(1).appendNull();
      } else {
        builder.column(1).appendLong(row < 90 ? 7 : 9);
      }
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] sorted = BlockSorter.sort(block, block.length, 1);
    SparseIndex index = BlockFront.parse(sorted, sorted.length).index();
    assertThat(index.nullCount()).isEqualTo(10);
    assertThat(lookup(index, KeyRange.point(RandomTable.key(7L))))
        .containsExactly(new RowRange(10, 92));
    assertThat(lookup(index, KeyRange.above(RandomTable.key(7L))))
        .containsExactly(new RowRange(88, 100));
    assertThat(lookup(index, KeyRange.point(RandomTable.key(8L))))
        .containsExactly(new RowRange(88, 92));
    assertThat(lookup(index, KeyRange.point(RandomTable.key(6L)))).isEmpty();
    assertThat(index.lookup(new Restriction(KeyRanges.none(), true)))
        .containsExactly(new RowRange(0, 10));
    assertThat(index.lookup(Restriction.nothing())).isEmpty();
    assertThat(index.lookup(Restriction.unrestricted())).containsExactly(new RowRange(0, 100));
  }

  private static List<RowRange> lookup(SparseIndex index, KeyRange range) {
    return index.lookup(new Restriction(KeyRanges.of(range), false));
  }
}
