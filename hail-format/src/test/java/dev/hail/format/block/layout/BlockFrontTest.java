// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.block.RandomTable;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.sort.BlockVerifier;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockFrontTest {
  private static byte[] block() {
    return RandomTable.of(new Random(11), 500).build(BlockOptions.of(8, 9).withPartitionRows(64));
  }

  @Test
  void front_parsed_saysWhatBlockWasBuiltFrom() throws IOException {
    Schema schema = Schema.parse("day DATE, name STRING");
    BlockBuilder builder = new BlockBuilder(schema, BlockOptions.of(2, 1));
    builder.column(1).appendLong(5);
    builder.column(2).appendNull();
    builder.endRow();
    builder.addBadRecord(7, "two fields expected", new byte[] {1, 2, 3}, 1, 2);
    builder.source(1234, 6);
    BlockFront front = BlockFront.read(BlockSource.of(builder.build()));
    assertThat(front.schema()).isEqualTo(schema);
    assertThat(front.indexAttributes()).containsExactly(2, 1);
    assertThat(front.rowCount()).isEqualTo(1);
    assertThat(front.badRecordCount()).isEqualTo(1);
    assertThat(front.textBytes()).isEqualTo(1234);
    assertThat(front.firstLine()).isEqualTo(6);
    assertThat(front.partitionRows()).isEqualTo(1024);
    assertThat(front.sortAttribute()).isZero();
    assertThat(front.index()).isNull();
    assertThat(FrontText.of(front)).contains("not sorted", "@1 day DATE: INT32", "1 bad records");
  }

  @Test
  void newerMajorVersion_parsed_isNamed() {
    byte[] block = block();
    block[Preamble.VERSION_AT] = 9;
    assertThatThrownBy(() -> BlockFront.parse(block, block.length))
        .isInstanceOf(NewerFormatException.class)
        .hasMessage(
            "the block has HAIL format version 9, this release reads versions up to 1; upgrade the"
                + " HAIL jars of this process to a release that reads version 9");
    assertThatThrownBy(() -> BlockSorter.sort(block, block.length, 1))
        .isInstanceOf(NewerFormatException.class);
    assertThatThrownBy(() -> BlockVerifier.verify(BlockSource.of(block)))
        .isInstanceOf(NewerFormatException.class);
  }

  @Test
  void changedByte_ofFront_isNoticed() throws IOException {
    byte[] block = block();
    byte[] sorted = BlockSorter.sort(block, block.length, 8);
    int frontLength = BlockFront.parse(sorted, sorted.length).frontLength();
    for (int at = 0; at < frontLength; at++) {
      byte[] changed = sorted.clone();
      changed[at] ^= 0x10;
      assertThatThrownBy(() -> BlockFront.parse(changed, changed.length))
          .as("byte %d", at)
          .isInstanceOfAny(CorruptBlockException.class, NewerFormatException.class);
    }
  }

  @Test
  void incompleteFront_parsed_isNoticed() throws IOException {
    byte[] block = block();
    int frontLength = BlockFront.parse(block, block.length).frontLength();
    for (int length = 0; length < frontLength; length += 7) {
      int given = length;
      assertThatThrownBy(() -> BlockFront.parse(Arrays.copyOf(block, given), given))
          .as("%d bytes", length)
          .isInstanceOf(CorruptBlockException.class);
    }
    assertThat(BlockFront.parse(block, frontLength).rowCount()).isEqualTo(500);
  }

  @Test
  void indexAttribute_unknownOrRepeated_isRefused() {
    Schema schema = Schema.parse("a INT, b INT");
    assertThatThrownBy(() -> new BlockBuilder(schema, BlockOptions.of(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3");
    assertThatThrownBy(() -> new BlockBuilder(schema, BlockOptions.of(2, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("index attribute b is named twice");
  }
}
