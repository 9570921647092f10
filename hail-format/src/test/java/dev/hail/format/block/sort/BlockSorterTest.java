// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.ArrowRows;
import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.SparseIndex;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockSorterTest {
  private static final int CASES = 60;

  @Test
  void block_sortedByAnyAttribute_keepsLengthAndHash() throws IOException {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomTable table = RandomTable.of(random, random.nextInt(3000));
      byte[] block = table.build(BlockOptions.of(1, 2).withPartitionRows(1 + random.nextInt(300)));
      BlockFront front = BlockFront.parse(block, block.length);
      assertThat(ArrowRows.read(block, table.schema())).as("seed %d", seed).isEqualTo(table.rows());
      for (int attribute = 1; attribute <= table.schema().size(); attribute++) {
        byte[] sorted = BlockSorter.sort(block, block.length, attribute);
        String label = "seed " + seed + ", attribute " + attribute;
        assertThat(sorted).as(label).hasSameSizeAs(block);
        BlockFront sortedFront = BlockFront.parse(sorted, sorted.length);
        assertThat(sortedFront.contentHash()).as(label).isEqualTo(front.contentHash());
        assertThat(sortedFront.sortAttribute()).as(label).isEqualTo(attribute);
        assertThat(sortedFront.index().partitions())
            .as(label)
            .isEqualTo(SparseIndex.partitions(front.rowCount(), front.partitionRows()));
        if (seed % 10 == 0) {
          assertThat(ArrowRows.read(sorted, table.schema()))
              .as(label)
              .isEqualTo(table.sortedBy(attribute));
        }
      }
    }
  }

  @Test
  void block_sortedAgain_isUnchanged() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      RandomTable table = RandomTable.of(new Random(seed), 2000);
      byte[] block = table.build(BlockOptions.of(1));
      for (int attribute = 1; attribute <= table.schema().size(); attribute++) {
        byte[] sorted = BlockSorter.sort(block, block.length, attribute);
        assertThat(BlockSorter.sort(sorted, sorted.length, attribute))
            .as("seed %d, attribute %d", seed, attribute)
            .isEqualTo(sorted);
      }
    }
  }

  @Test
  void block_sortedFromAnotherOrder_isSortedToo() throws IOException {
    RandomTable table = RandomTable.of(new Random(7), 2000);
    byte[] block = table.build(BlockOptions.of(1));
    byte[] byUrl = BlockSorter.sort(block, block.length, 12);
    byte[] byDay = BlockSorter.sort(byUrl, byUrl.length, 8);
    assertThat(ArrowRows.read(byDay, table.schema())).isEqualTo(table.sortedBy(8));
  }

  @Test
  void block_inLongerArray_isSorted() throws IOException {
    byte[] block = RandomTable.of(new Random(21), 700).build(BlockOptions.of(1));
    byte[] pooled = Arrays.copyOf(block, block.length + 4096);
    Arrays.fill(pooled, block.length, pooled.length, (byte) 0x55);
    assertThat(BlockSorter.sort(pooled, block.length, 8))
        .isEqualTo(BlockSorter.sort(block, block.length, 8));
    BlockVerifier.verify(BlockSource.of(pooled, 0, block.length));
  }

  @Test
  void mixedReplicas_sorted_areRefused() throws IOException {
    Schema schema = Schema.parse("id BIGINT, name STRING, n INT");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(1));
    Random random = new Random(3);
    for (int row = 0; row < 3000; row++) {
      byte[] name = ("name " + random.nextInt(2000)).getBytes(StandardCharsets.UTF_8);
      builder.column(1).appendLong(random.nextLong());
      builder.column(2).appendBytes(name, 0, name.length);
      builder.column(3).appendLong(random.nextInt(100));
      builder.endRow();
    }
    byte[] block = builder.build();
    byte[] other = BlockSorter.sort(block, block.length, 1);
    int torn = 0;
    for (int cut = BlockFront.parse(block, block.length).frontLength() + 997;
        cut < block.length;
        cut += 997) {
      byte[] mixed = block.clone();
      System.arraycopy(other, cut, mixed, cut, block.length - cut);
      if (Arrays.equals(mixed, block)) {
        continue;
      }
      torn++;
      assertThatThrownBy(() -> BlockSorter.sort(mixed, mixed.length, 2))
          .as("mixed from %d", cut)
          .isInstanceOf(CorruptBlockException.class);
    }
    assertThat(torn).isPositive();
  }

  @Test
  void missingAttribute_toSortBy_isRefused() {
    byte[] block = RandomTable.of(new Random(3), 3).build(BlockOptions.of());
    assertThatThrownBy(() -> BlockSorter.sort(block, block.length, 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99");
  }
}
