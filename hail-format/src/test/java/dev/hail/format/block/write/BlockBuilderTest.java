// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.ArrowRows;
import dev.hail.format.block.RandomTable;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.Encoding;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockBuilderTest {
  @Test
  void abandonedRow_inBuilder_leavesNoTrace() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      RandomTable table = RandomTable.of(random, 300);
      RandomTable other = RandomTable.of(new Random(seed + 1000), 300);
      BlockBuilder builder = new BlockBuilder(table.schema(), BlockOptions.of(1));
      for (int row = 0; row < 300; row++) {
        if (random.nextBoolean()) {
          other.appendValues(builder, row, random.nextInt(13));
          builder.abandonRow();
        }
        table.appendValues(builder, row, 12);
        builder.endRow();
      }
      table
          .bad()
          .forEach(
              bad ->
                  builder.addBadRecord(bad.line(), bad.reason(), bad.raw(), 0, bad.raw().length));
      assertThat(builder.build()).as("seed %d", seed).isEqualTo(table.build(BlockOptions.of(1)));
    }
  }

  @Test
  void builder_afterReset_buildsNextBlock() {
    BlockBuilder builder =
        new BlockBuilder(Schema.parse(RandomTable.EVERY_TYPE), BlockOptions.of(1));
    for (int seed = 0; seed < 10; seed++) {
      RandomTable table = RandomTable.of(new Random(seed), 100 * seed);
      table.append(builder);
      assertThat(builder.build()).as("seed %d", seed).isEqualTo(table.build(BlockOptions.of(1)));
      builder.reset();
      assertThat(builder.rowCount()).isZero();
      assertThat(builder.badRecordCount()).isZero();
    }
  }

  @Test
  void fewDistinctStrings_built_becomeNarrowSortedDictionary() throws IOException {
    assertEncoding(100_000, 20, Encoding.DICTIONARY8);
    assertEncoding(100_000, 128, Encoding.DICTIONARY8);
    assertEncoding(100_000, 129, Encoding.DICTIONARY16);
    assertEncoding(200_000, 32_768, Encoding.DICTIONARY16);
    assertEncoding(200_000, 32_769, Encoding.DICTIONARY32);
    assertEncoding(100_000, 90_000, Encoding.UTF8);
    assertEncoding(10, 2, Encoding.UTF8);
  }

  private static void assertEncoding(int rows, int distinct, Encoding expected) throws IOException {
    Schema schema = Schema.parse("s STRING");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of());
    for (int row = 0; row < rows; row++) {
      // A multiplier prime to all counts above visits every value, in no order.
      long value = row * 7919L % distinct;
      byte[] text = Long.toString(value + 100_000_000).getBytes(StandardCharsets.UTF_8);
      builder.column(1).appendBytes(text, 0, text.length);
      builder.endRow();
    }
    byte[] block = builder.build();
    BlockFront front = BlockFront.parse(block, block.length);
    assertThat(front.column(1).encoding()).as("%d of %d", distinct, rows).isEqualTo(expected);
    BlockVerifier.verify(BlockSource.of(block));
    BlockVerifier.verify(BlockSource.of(BlockSorter.sort(block, block.length, 1)));
  }

  @Test
  void integers_built_takeNarrowestWidth() throws IOException {
    assertThat(encoding("n BIGINT", -128, 127)).isEqualTo(Encoding.INT8);
    assertThat(encoding("n BIGINT", 0, 128)).isEqualTo(Encoding.INT16);
    assertThat(encoding("n INT", -32_769, 0)).isEqualTo(Encoding.INT32);
    assertThat(encoding("n BIGINT", 0, 1L << 31)).isEqualTo(Encoding.INT64);
    assertThat(encoding("n DATE", 0, 1)).isEqualTo(Encoding.INT32);
    assertThat(encoding("n TIMESTAMP", 0, 1)).isEqualTo(Encoding.INT64);
    assertThat(encoding("n BOOLEAN", 0, 1)).isEqualTo(Encoding.BIT);
  }

  private static Encoding encoding(String schema, long... values) throws IOException {
    BlockBuilder builder = new BlockBuilder(Schema.parse(schema), BlockOptions.of());
    for (long value : values) {
      builder.column(1).appendLong(value);
      builder.endRow();
    }
    byte[] block = builder.build();
    assertThat(ArrowRows.read(block, builder.schema()))
        .isEqualTo(Arrays.stream(values).mapToObj(value -> List.of((Object) value)).toList());
    return BlockFront.parse(block, block.length).column(1).encoding();
  }

  @Test
  void value_notFittingItsType_isRefused() {
    BlockBuilder builder =
        new BlockBuilder(
            Schema.parse("b BOOLEAN, i INT, m DECIMAL(4,2), s STRING"), BlockOptions.of());
    assertRefused(() -> builder.column(1).appendLong(2), "2 is out of range for attribute b");
    assertRefused(() -> builder.column(2).appendLong(1L << 31), "attribute i INT");
    assertRefused(() -> builder.column(3).appendDecimal(10_000), "DECIMAL(4,2)");
    assertRefused(
        () -> builder.column(3).appendDecimal(BigInteger.valueOf(-10_000)), "attribute m");
    assertRefused(
        () -> builder.column(4).appendDouble(1), "attribute s is STRING, which takes no floating");
    builder.column(1).appendLong(1);
    assertThatThrownBy(builder::endRow)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("row 0 of the block has 0 values for attribute i, not one");
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("row 0 of the block is not ended");
  }

  private static void assertRefused(Runnable append, String message) {
    assertThatThrownBy(append::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
